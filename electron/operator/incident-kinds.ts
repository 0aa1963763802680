import type { JournalEntry } from '../../shared/journal-entry.ts';

export type IncidentKind = 'loop' | 'cancelled' | 'refused' | 'upstream' | 'bypass' | 'other';

/** Types of entries that incidents are made of. */
export const incidentTypes = [
  'loop-detected',
  'circuit-opened',
  'circuit-closed',
  'tool-call-answered',
  'guidance-sent',
  'tool-call-cancelled',
  'tool-call-refused',
  'upstream-failed',
  'bypass-suspected',
  'stage-failed',
  'settings-changed',
] as const;

/** The kind of incident that an entry belongs to; undefined: none of its own. */
export function incidentKindOf(entry: JournalEntry): IncidentKind | undefined {
  switch (entry.type) {
    case 'loop-detected':
    case 'circuit-opened':
    case 'circuit-closed':
      return 'loop';
    case 'tool-call-answered':
      return entry.pattern.startsWith('EI/DUPLICATE_CALL') ? 'loop' : undefined;
    case 'guidance-sent':
      return /^EI\/(?:DUPLICATE_CALL|MODEL_STUCK_LOOP)\//.test(entry.pattern) ? 'loop' : undefined;
    case 'tool-call-cancelled':
      return 'cancelled';
    case 'tool-call-refused':
      return 'refused';
    case 'upstream-failed':
      return 'upstream';
    case 'bypass-suspected':
      return 'bypass';
    default:
      return entry.level === 'alert' ? 'other' : undefined;
  }
}
