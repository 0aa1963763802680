import type { EntryBody, NewEntry } from '../../shared/journal-entry.ts';
import type { LeftTurn } from './left-turns.ts';

const WHY = 'Signalbox ended before the reply did';

/**
 * The entries that end a turn which a killed program left: what was held is withdrawn, each call without a last state is cancelled (wire 3.5:
 * exactly one), and the turn is over. Without them the console shows it as running for ever.
 */
export function closeLeftTurn({ session, thread, turn, entries }: LeftTurn, now: number): readonly NewEntry[] {
  const place = { session, thread, turn };
  const held = new Map<string, EntryBody & { readonly type: 'tool-call-held' }>();
  const open = new Map<string, EntryBody & { readonly type: 'tool-call-seen' }>();
  let running = 0;
  let delivered = 0;
  let reasks = 0;
  for (const entry of entries) {
    if (entry.type === 'tool-call-held') held.set(entry.approval.id, entry);
    if (entry.type === 'approval-settled') held.delete(entry.id);
    if (entry.type === 'tool-call-seen') open.set(entry.call.key, entry);
    if (entry.type === 'turn-started') running += 1;
    if (entry.type === 'turn-ended') running -= 1;
    if (entry.type === 'reask-sent') reasks += 1;
    if (entry.type !== 'tool-call-delivered') continue;
    open.delete(entry.call.key);
    if (entry.state === 'delivered' || entry.state === 'recovered' || entry.state === 'healed') delivered += 1;
  }
  const waiting = new Set([...held.values()].map(({ call }) => call.key));
  const began = entries[0]?.at ?? now;
  return [
    ...[...held.values()].map(
      ({ call, approval }): NewEntry => ({
        ...place,
        level: 'info',
        type: 'approval-settled',
        id: approval.id,
        verdict: 'withdrawn',
        by: 'shutdown',
        status: { state: 'withdrawn', at: now },
        call,
        format: approval.format,
      }),
    ),
    ...[...open.values()].flatMap(({ call }): readonly NewEntry[] => [
      { ...place, level: waiting.has(call.key) ? 'info' : 'alert', type: 'tool-call-cancelled', call, cause: WHY },
      { ...place, level: 'info', type: 'tool-call-delivered', call, state: waiting.has(call.key) ? 'withdrawn' : 'cancelled' },
    ]),
    ...Array.from(
      { length: Math.max(1, running) },
      (): NewEntry => ({
        ...place,
        level: 'info',
        type: 'turn-ended',
        outcome: 'cut',
        status: 0,
        finish: 'missing',
        calls: delivered,
        reasks,
        durationMs: (entries.at(-1)?.at ?? began) - began,
        usage: {},
        requestBytes: 0,
        responseBytes: 0,
        error: { code: 'program-ended', message: `${WHY}: it was killed, or the machine stopped. The agent's connection broke with it.` },
      }),
    ),
  ];
}
