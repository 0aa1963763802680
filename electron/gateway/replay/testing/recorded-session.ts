import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultSettings, type Settings } from '../../../../shared/settings.ts';
import type { Dialect, Verdict } from '../../../../shared/vocabulary.ts';
import type { Journal } from '../../../journal/journal-service.ts';
import { openPrivateState } from '../../../journal/private-state.ts';
import { claimed, openedJournal, temporaryFolder } from '../../../journal/testing/entries.ts';
import { createApprovalDesk, systemClock } from '../../../operator/approval-desk.ts';
import { createPresence } from '../../../operator/presence.ts';
import { createRuleBook } from '../../../operator/rule-book.ts';
import { MemorySettings } from '../../../operator/testing/desk.ts';
import { createCoreLane, createCoreRequestStage } from '../../core-lane.ts';
import { createGateway } from '../../gateway-server.ts';
import { ask } from '../../testing/test-gateway.ts';

/** One request of the scripted agent, and what the upstream answers: the first reply, then one per re-ask. */
export interface ScriptedTurn {
  readonly dialect: Dialect;
  readonly session: string;
  readonly body: unknown;
  readonly replies: readonly ScriptedAnswer[];
  /** What the operator does with each held call; without it nobody is at the desk. */
  readonly verdict?: { readonly verdict: Verdict; readonly arguments?: unknown; readonly reason?: string } | undefined;
}

export type ScriptedAnswer =
  | { readonly sse: readonly string[]; readonly reset?: boolean }
  | { readonly json: unknown; readonly status?: number };

const paths: Readonly<Record<Dialect, string>> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  'anthropic-messages': '/v1/messages',
};

export interface RecordedSession {
  readonly journal: Journal & { readonly end: () => Promise<void> };
  readonly path: string;
  close(): Promise<void>;
}

/** Plays turns through the real gateway, desk and journal over real sockets, and leaves the journal open. */
export async function recordSession(turns: readonly ScriptedTurn[], settings: Partial<Settings> = {}): Promise<RecordedSession> {
  const folder = temporaryFolder();
  const journal = await openedJournal(folder.path);
  const stateFolder = temporaryFolder();
  const state = openPrivateState({ folder: claimed(stateFolder.path) });
  let answers: ScriptedAnswer[] = [];
  const upstream = createServer((request, response) => {
    request.resume().on('end', () => {
      const answer = answers.shift();
      if (answer === undefined) return void response.writeHead(500).end('{"error":{"message":"no further reply"}}');
      if ('json' in answer) {
        return void response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.json));
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const piece of answer.sse) response.write(piece);
      if (answer.reset === true) setTimeout(() => response.socket?.resetAndDestroy(), 20);
      else response.end();
    });
  });
  await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`;
  const store = new MemorySettings({ ...defaultSettings, ...settings, upstreams: { main: { url } } });
  const presence = createPresence({ now: systemClock.now, presenceMs: () => store.current()['approval.presenceMs'] });
  const desk = createApprovalDesk({
    clock: systemClock,
    journal,
    settings: store,
    presence,
    rules: createRuleBook(store),
    newId: randomUUID,
  });
  const gateway = createGateway({
    listen: { host: '127.0.0.1', port: 0 },
    ports: { settings: () => store.current(), desk, switches: () => ({ hold: false, loops: true, recovery: true }) },
    journal,
    createLane: createCoreLane,
    prepareRequest: createCoreRequestStage({ decisions: state, steers: { of: () => [], sent: () => undefined } }),
    decisions: state,
    environment: {},
  });
  const started = await gateway.start();
  if (!started.ok) throw new Error(started.error.message);
  for (const turn of turns) {
    answers = [...turn.replies];
    const seat = turn.verdict === undefined ? undefined : presence.open('console');
    const stop = journal.subscribe((entries) => {
      for (const entry of entries)
        if (entry.type === 'tool-call-held' && turn.verdict !== undefined) desk.settle({ id: entry.approval.id, ...turn.verdict } as never);
    });
    await ask(`${started.value.url}${paths[turn.dialect]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signalbox-session': turn.session },
      body: JSON.stringify(turn.body),
    });
    stop();
    seat?.close();
  }
  await journal.flush();
  return {
    journal,
    path: folder.path,
    close: async () => {
      await gateway.stop();
      await journal.end();
      state.close();
      upstream.closeAllConnections();
      upstream.close();
      folder.remove();
      stateFolder.remove();
    },
  };
}
