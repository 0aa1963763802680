import { Ban, CloudOff, type LucideIcon, Repeat, Settings, ShieldAlert, TriangleAlert, Unplug } from 'lucide-react';
import { faultWords, loopKindWords, shortCause } from '../../../shared/alert-words.ts';
import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { inertLine } from '../../components/inert-text.ts';
import { saidMessage } from '../../components/said-message.ts';

export interface AlertLook {
  readonly icon: LucideIcon;
  readonly hue: string;
  readonly title: string;
  /** Why, in a few words. */
  readonly why: string;
}

/** What an alert entry says, in the vocabulary's words. */
export function describeAlert(entry: JournalEntry): AlertLook {
  switch (entry.type) {
    case 'loop-detected':
      return {
        icon: Repeat,
        hue: 'stuck',
        title: `Stuck loop: ${loopKindWords(entry.kind)}, ${entry.count} times`,
        why: entry.action === 'end' ? 'turn ended' : entry.action === 'block' ? 'blocked' : 'guided',
      };
    case 'circuit-opened':
      return {
        icon: Repeat,
        hue: 'stuck',
        title: `Circuit open: ${inertLine(entry.tool, 40)}, ${entry.occurrences} times`,
        why: faultWords(entry.pattern),
      };
    case 'tool-call-cancelled':
      return {
        icon: Unplug,
        hue: 'cancelled',
        title: `Cancelled: ${inertLine(entry.call.name, 40)}`,
        why: shortCause(entry.cause),
      };
    case 'tool-call-refused':
      return {
        icon: Ban,
        hue: 'refused',
        title: `Refused: ${entry.reason}`,
        why: inertLine(entry.call?.name ?? entry.format, 80),
      };
    case 'upstream-failed':
      return {
        icon: CloudOff,
        hue: 'refused',
        title: upstreamTitle(entry.status, entry.pattern),
        why: entry.status >= 400 ? inertLine(saidMessage(entry.detail), 120) : shortCause(entry.cause),
      };
    case 'turn-ended':
      return {
        icon: CloudOff,
        hue: 'refused',
        title: `Turn ended: ${entry.error?.code ?? entry.outcome}`,
        why: inertLine(saidMessage(entry.error?.message ?? entry.finish), 120),
      };
    case 'bypass-suspected':
      return { icon: ShieldAlert, hue: '', title: 'Bypass suspected', why: inertLine(entry.detail, 120) };
    case 'stage-failed':
      return { icon: TriangleAlert, hue: '', title: `Stage failed: ${entry.stage}`, why: inertLine(entry.detail, 120) };
    case 'settings-changed':
      return {
        icon: Settings,
        hue: '',
        title: entry.pending ? 'Settings changed by file, not in effect' : 'Settings changed',
        why: entry.keys.join(', '),
      };
    case 'secret-redacted':
      return { icon: ShieldAlert, hue: '', title: `Secret ${secretWords(entry.masked)}: ${entry.kinds.join(', ')}`, why: entry.where };
    case 'approval-settled':
    case 'circuit-closed':
    case 'fault-classified':
    case 'guidance-sent':
    case 'history-repaired':
    case 'leak-passed':
    case 'limit-reached':
    case 'reask-sent':
    case 'steer-sent':
    case 'stream-normalised':
    case 'tool-call-answered':
    case 'tool-call-delivered':
    case 'tool-call-healed':
    case 'tool-call-held':
    case 'tool-call-recovered':
    case 'tool-call-seen':
    case 'tool-result-seen':
    case 'turn-started':
    case 'upstream-retried':
    default:
      // Also a type of a newer gateway: it is shown by its own name.
      return { icon: TriangleAlert, hue: '', title: entry.type.replace(/-/g, ' '), why: '' };
  }
}

const upstreamTitle = (status: number, pattern: string | undefined): string =>
  pattern !== undefined ? `Upstream fault: ${faultWords(pattern)}` : status >= 400 ? `Upstream fault: ${status}` : 'Upstream fault';

/** What happened to a secret: blanked for the journal alone, or found in tool output on its way to the model. */
const secretWords = (masked: boolean | undefined): string =>
  masked === undefined ? 'redacted' : masked ? 'masked towards the model' : 'sent to the model';
