import type { ConsoleState, ConsoleStore } from './console-store.ts';

/** Looks at a session of a recording from outside, in place of the session and turn of the journal that were looked at. */
export function selectImport(store: Pick<ConsoleStore, 'getState' | 'setState'>, recording: string, session: string): void {
  const { selectedSession, selectedTurn } = store.getState();
  store.setState({ selectedImport: { recording, session, over: `${selectedSession ?? ''}\n${selectedTurn ?? ''}` } });
}

/** The imported session that is looked at; undefined as soon as another session or turn of the journal was chosen, wherever that was done. */
export const selectShownImport = ({ selectedImport, selectedSession, selectedTurn }: ConsoleState): ConsoleState['selectedImport'] =>
  selectedImport?.over === `${selectedSession ?? ''}\n${selectedTurn ?? ''}` ? selectedImport : undefined;
