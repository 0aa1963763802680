import type { PinRow } from '../../shared/ipc/contract.ts';
import { inertLine } from '../../shared/inert-text.ts';
import type { ConsoleStore } from './console-store.ts';
import type { CallRecord, SessionRecord } from './journal-view.ts';
import { type Pins, pinKey } from './pin-key.ts';

/** Asks the journal for the pins; asked again when the operator comes back to the window, since another console may have set some. */
export async function loadPins(store: ConsoleStore): Promise<void> {
  const answer = await store.client.call('pins/list', {});
  if (answer.ok) store.setState({ pins: pinsOf(answer.value.pins) });
}

/** Pins what is not pinned, lets go of what is. */
export async function togglePin(store: ConsoleStore, pin: PinRow): Promise<void> {
  const pinned = !store.getState().pins.has(pinKey(pin.kind, pin.id));
  const answer = await store.client.call('pins/set', { pin, pinned });
  if (!answer.ok) return store.toast(answer.error.message, 'problem');
  if ('error' in answer.value) return store.toast(answer.value.error.message, 'problem');
  store.setState({ pins: pinsOf(answer.value.pins) });
  store.toast(pinned ? `Pinned: the ${pin.kind} stays in the journal.` : 'Not pinned any more: it goes with its age.');
}

const pinsOf = (rows: readonly PinRow[]): Pins => new Map(rows.map((row) => [pinKey(row.kind, row.id), row]));

const lengthOfLabel = 160;

export const pinOfCall = (call: CallRecord): PinRow => ({
  kind: 'call',
  id: call.id,
  session: call.session,
  turn: call.turn,
  label: inertLine(`${call.name} ${call.arguments}`, lengthOfLabel),
  since: call.at,
  until: call.at,
});

export const pinOfTurn = (turn: { readonly turn: string; readonly session: string; readonly at: number }, label: string): PinRow => ({
  kind: 'turn',
  id: turn.turn,
  session: turn.session,
  turn: turn.turn,
  label: inertLine(label, lengthOfLabel),
  since: turn.at,
  until: turn.at,
});

export const pinOfSession = ({ session, agent, firstAt, lastAt }: SessionRecord): PinRow => ({
  kind: 'session',
  id: session,
  session,
  turn: '',
  label: inertLine(agent, lengthOfLabel),
  since: firstAt,
  until: lastAt,
});
