import { faultWords, loopKindWords, shortCause, shortRefusal } from './alert-words.ts';
import { inertLine } from './inert-text.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { Settings } from './settings.ts';

/** Where the operator looks. `onScreen` is the session that the console shows; undefined where it shows many or none. */
export interface Attention {
  readonly focused: boolean;
  readonly onScreen: string | undefined;
}

/** A notification in plain words; `entry` is what a click opens. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  readonly sound: boolean;
  readonly opens: { readonly place: 'approvals' | 'alerts'; readonly id: string };
  /** What may be done without opening the console, where the OS offers buttons. */
  readonly verdicts: readonly ('approve' | 'reject')[];
}

export type NotificationDecision =
  | { readonly type: 'none' }
  | { readonly type: 'toast'; readonly notice: Notice }
  | { readonly type: 'os'; readonly notice: Notice };

export type NotifySettings = Pick<Settings, 'notify.approvals' | 'notify.alerts' | 'notify.sound' | 'notify.details'>;

/**
 * Who is told of an entry, and how (design 6): the OS when the window is not focused, a toast when it is, nothing when that session is
 * on screen. Tool and arguments only with `notify.details`: a lock screen shows them to anybody. Text of the model is inert here too.
 */
export function decideNotification(entry: JournalEntry, attention: Attention, settings: NotifySettings): NotificationDecision {
  const notice = noticeOf(entry, settings);
  if (notice === undefined) return { type: 'none' };
  if (!attention.focused) return { type: 'os', notice };
  return entry.session !== '' && attention.onScreen === entry.session ? { type: 'none' } : { type: 'toast', notice };
}

/**
 * At most `most` notices within `perMs`: more at once help nobody, the count stands on badge and title. The answer says whether the
 * notice at `now` (milliseconds) may be shown, and counts it.
 */
export function createNoticeBudget(most = 3, perMs = 5_000): (now: number) => boolean {
  let spent: readonly number[] = [];
  return (now) => {
    spent = spent.filter((at) => now - at < perMs);
    if (spent.length >= most) return false;
    spent = [...spent, now];
    return true;
  };
}

const maxDetail = 120;

function noticeOf(entry: JournalEntry, settings: NotifySettings): Notice | undefined {
  const details = settings['notify.details'];
  const sound = settings['notify.sound'];
  if (entry.type === 'tool-call-held') {
    if (!settings['notify.approvals']) return undefined;
    const { name, arguments: args } = entry.call;
    const whole = `${inertLine(name)} ${inertLine(args)}`;
    const body = details ? cut(whole) : 'Open the console to decide.';
    // Nobody approves what is not before their eyes: the whole call, with one reading and nothing that approving would change.
    const seen = details && body === whole && entry.approval.readings === undefined && entry.approval.fixes.length === 0;
    return {
      title: 'A call waits for you',
      body,
      sound,
      opens: { place: 'approvals', id: entry.approval.id },
      verdicts: seen ? ['approve', 'reject'] : ['reject'],
    };
  }
  if (entry.level !== 'alert' || !settings['notify.alerts']) return undefined;
  return {
    title: alertTitle(entry),
    body: details ? cut(inertLine(alertDetail(entry))) : 'Open the console to see it.',
    sound,
    opens: { place: 'alerts', id: String(entry.seq) },
    verdicts: [],
  };
}

const cut = (text: string): string => (text.length > maxDetail ? `${text.slice(0, maxDetail - 1)}…` : text);

function alertTitle(entry: JournalEntry): string {
  switch (entry.type) {
    case 'loop-detected':
    case 'circuit-opened':
      return 'An agent is stuck';
    case 'tool-call-cancelled':
      return 'A call was cancelled';
    case 'tool-call-refused':
      return 'A call was refused';
    case 'upstream-failed':
      return 'The model endpoint failed';
    case 'settings-changed':
      return 'Settings wait for your confirmation';
    case 'bypass-suspected':
      return 'An agent may be passing by';
    default:
      return 'Signalbox needs a look';
  }
}

function alertDetail(entry: JournalEntry): string {
  switch (entry.type) {
    case 'loop-detected':
      return `${loopKindWords(entry.kind)}, ${entry.count} times`;
    case 'circuit-opened':
      return entry.fingerprint === 'isolated'
        ? 'isolated by you'
        : `${entry.tool}, ${faultWords(entry.pattern)}, ${entry.occurrences} times`;
    case 'tool-call-cancelled':
      return `${entry.call.name}, ${shortCause(entry.cause)}`;
    case 'upstream-failed':
      return entry.upstream === '' ? shortCause(entry.cause) : `${entry.upstream}, ${shortCause(entry.cause)}`;
    case 'tool-call-refused':
      return entry.call === undefined ? shortRefusal(entry.reason) : `${entry.call.name}, ${shortRefusal(entry.reason)}`;
    case 'settings-changed':
      return entry.keys.join(', ');
    case 'bypass-suspected':
    case 'limit-reached':
    case 'stage-failed':
      return entry.detail;
    default:
      return entry.type;
  }
}
