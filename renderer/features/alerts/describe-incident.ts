import { Ban, CloudOff, type LucideIcon, Repeat, ShieldAlert, TriangleAlert, Unplug } from 'lucide-react';
import { closedBy, faultWords, loopKindWords, shortCause } from '../../../shared/alert-words.ts';
import type { IncidentRow } from '../../../shared/ipc/contract.ts';
import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { plural } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { describeAlert } from './describe-alert.ts';

export interface IncidentLook {
  readonly icon: LucideIcon;
  readonly hue: string;
  readonly title: string;
  /** Why, or what was done, in a few words. */
  readonly why: string;
}

/** What an incident says, in the vocabulary's words. */
export function describeIncident(incident: IncidentRow): IncidentLook {
  const { kind, tool, count, entries } = incident;
  const name = tool === '' ? '' : inertLine(tool, 40);
  switch (kind) {
    case 'loop': {
      const title = name === '' ? `Stuck loop, ${plural(count, 'time')}` : `Stuck loop: ${name}, ${plural(count, 'time')}`;
      return {
        icon: Repeat,
        hue: 'stuck',
        title: incident.fingerprint === 'isolated' ? 'Isolated by you' : title,
        why: [loopKindOf(entries), loopStateOf(incident)].filter(Boolean).join(', '),
      };
    }
    case 'cancelled':
      return {
        icon: Unplug,
        hue: 'cancelled',
        title: `${plural(count, 'call')} cancelled`,
        why: causeOf(entries.find((entry) => entry.type === 'tool-call-cancelled')),
      };
    case 'refused':
      return {
        icon: Ban,
        hue: 'refused',
        title: entries[0] === undefined ? 'Refused' : describeAlert(entries[0]).title,
        why: whyOf(entries[0]),
      };
    case 'upstream':
      return {
        icon: CloudOff,
        hue: 'refused',
        title: entries[0] === undefined ? 'Upstream fault' : describeAlert(entries[0]).title,
        why: whyOf(entries[0]),
      };
    case 'bypass':
      return { icon: ShieldAlert, hue: '', title: 'Bypass suspected', why: whyOf(entries[0]) };
    case 'other':
      return {
        icon: TriangleAlert,
        hue: '',
        title: entries[0] === undefined ? 'Alert' : describeAlert(entries[0]).title,
        why: whyOf(entries[0]),
      };
  }
}

const causeOf = (entry: JournalEntry | undefined): string => (entry?.type === 'tool-call-cancelled' ? shortCause(entry.cause) : '');
const whyOf = (entry: JournalEntry | undefined): string => (entry === undefined ? '' : describeAlert(entry).why);

/** What repeats, in words. */
function loopKindOf(entries: readonly JournalEntry[]): string {
  const seen = entries.findLast((entry) => entry.type === 'loop-detected');
  if (seen?.type === 'loop-detected') return loopKindWords(seen.kind);
  const opened = entries.findLast((entry) => entry.type === 'circuit-opened');
  return opened?.type === 'circuit-opened' ? faultWords(opened.pattern) : '';
}

/** Where the loop stands now; that it is open is said by the group it stands in, and by the chip beside its title. */
function loopStateOf({ state, entries }: IncidentRow): string {
  if (entries.some((entry) => entry.type === 'loop-detected' && entry.action === 'end')) return 'turn ended';
  const closed = entries.findLast((entry) => entry.type === 'circuit-closed');
  if (closed?.type === 'circuit-closed') return `closed by ${closedBy(closed.cause)}`;
  if (entries.some((entry) => entry.type === 'tool-call-answered')) return 'answered here';
  return state === 'open' ? '' : 'guided';
}
