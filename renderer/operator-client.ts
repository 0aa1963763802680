import type { CallAnswer, CallBody, CallName } from '../shared/ipc/contract.ts';
import type { ConsoleCommand, DesktopBridge } from '../shared/ipc/desktop-bridge.ts';
import type { CallError } from '../shared/ipc/channel.ts';
import type { JournalEntry } from '../shared/journal-entry.ts';
import { fail, ok, type Result } from '../shared/result.ts';
import { consoleId } from './console-id.ts';
import { type ServedFiles, servedFiles } from './served-files.ts';

declare global {
  interface Window {
    readonly operator?: DesktopBridge | undefined;
  }
}

export type FeedState = 'connecting' | 'open' | 'lost' | 'signed-out';

export interface FeedListener {
  onEntries(entries: readonly JournalEntry[]): void;
  onState(state: FeedState): void;
}

/** The operator API as the console uses it. Nothing else in the renderer knows which transport serves it. */
export interface OperatorClient {
  readonly host: 'desktop' | 'served';
  call<N extends CallName>(name: N, body: CallBody<N>): Promise<Result<CallAnswer<N>, CallError>>;
  /** Entries after `after()`, then live; asks for the position again whenever it has to reconnect. */
  follow(after: () => number, listener: FeedListener): () => void;
  /** Which session is on screen: the desktop notifies nobody of what they look at. */
  shows(session: string | undefined): void;
  onCommand(listener: (command: ConsoleCommand) => void): () => void;
  /** Files to and from the gateway's machine; undefined where that is this one. */
  readonly files: ServedFiles | undefined;
}

/** `window.operator` in the desktop host, HTTP with a session cookie in a browser. */
export async function connectOperator(): Promise<OperatorClient> {
  const bridge = window.operator;
  if (bridge !== undefined) return desktopClient(bridge);
  await tradeToken();
  return servedClient();
}

function desktopClient(bridge: DesktopBridge): OperatorClient {
  return {
    host: 'desktop',
    async call<N extends CallName>(name: N, body: CallBody<N>) {
      try {
        const result = await bridge.call(name, body);
        return result.ok ? ok(result.answer as CallAnswer<N>) : fail(result.error);
      } catch (cause) {
        return fail(unreachable(cause));
      }
    },
    follow(after, listener) {
      listener.onState('open');
      return bridge.subscribe(after(), (batch) => listener.onEntries(batch.entries), consoleId);
    },
    shows: (session) => bridge.shows(session),
    onCommand: (listener) => bridge.onCommand(listener),
    files: undefined,
  };
}

/** The token comes in the fragment, which no server sees and no history keeps once it is replaced (interfaces 4.3). */
async function tradeToken(): Promise<void> {
  const fragment = location.hash.slice(1);
  const token = new URLSearchParams(fragment).get('token') ?? (/^[\w.~-]{16,}$/.test(fragment) ? fragment : undefined);
  if (token === undefined) return;
  history.replaceState(null, '', location.pathname + location.search);
  await fetch('/api/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) }).catch(
    () => undefined,
  );
}

function servedClient(): OperatorClient {
  return {
    host: 'served',
    async call<N extends CallName>(name: N, body: CallBody<N>) {
      try {
        const response = await fetch(`/api/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
          credentials: 'same-origin',
        });
        const answer: unknown = await response.json().catch(() => undefined);
        return response.ok ? ok(answer as CallAnswer<N>) : fail(errorOf(answer, response.status));
      } catch (cause) {
        return fail(unreachable(cause));
      }
    },
    follow: followEvents,
    shows: () => undefined,
    onCommand: () => () => undefined,
    files: servedFiles(
      (status, answer) => (status === 200 ? ok(answer as CallAnswer<'import/open'>) : fail(errorOf(answer, status))),
      () => unreachable(undefined),
    ),
  };
}

/** SSE with our own reconnect: the browser's gives up for good on an HTTP error, and its `Last-Event-ID` knows no refill. */
function followEvents(after: () => number, listener: FeedListener): () => void {
  let source: EventSource | undefined;
  let timer: number | undefined;
  let attempt = 0;
  let ended = false;
  const open = (): void => {
    listener.onState(attempt === 0 ? 'connecting' : 'lost');
    source = new EventSource(`/api/feed?after=${after()}&console=${consoleId}`);
    source.onopen = () => {
      attempt = 0;
      listener.onState('open');
    };
    source.addEventListener('entry', (event) => {
      const entry = entryOf(event.data);
      if (entry !== undefined) listener.onEntries([entry]);
    });
    source.onerror = () => {
      source?.close();
      if (ended) return;
      listener.onState('lost');
      attempt += 1;
      timer = window.setTimeout(() => void probe(), Math.min(5_000, 250 * 2 ** Math.min(attempt, 5)));
    };
  };
  /** EventSource hides the status: one plain call tells a lost session from a lost server. */
  const probe = async (): Promise<void> => {
    const response = await fetch('/api/about/get', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).catch(
      () => undefined,
    );
    if (ended) return;
    if (response?.status === 401 || response?.status === 403) return listener.onState('signed-out');
    open();
  };
  open();
  return () => {
    ended = true;
    window.clearTimeout(timer);
    source?.close();
  };
}

function entryOf(data: unknown): JournalEntry | undefined {
  try {
    const value: unknown = JSON.parse(String(data));
    return typeof value === 'object' && value !== null && 'seq' in value && 'type' in value ? (value as JournalEntry) : undefined;
  } catch {
    return undefined;
  }
}

function errorOf(answer: unknown, status: number): CallError {
  const inner = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : answer;
  if (typeof inner === 'object' && inner !== null && 'code' in inner && 'message' in inner) return inner as CallError;
  if (status === 401 || status === 403)
    return {
      code: 'signed-out',
      message: 'This page is not signed in. Next: open the address that signalbox serve printed, with its token.',
    };
  return { code: 'http', message: `The console answered ${status}. Next: look at its log.` };
}

const unreachable = (cause: unknown): CallError => ({
  code: 'unreachable',
  message: `The gateway did not answer (${cause instanceof Error ? cause.message : 'no reply'}). Next: see whether Signalbox still runs; this page reconnects by itself.`,
});
