import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallAnswer, CallBody } from '../../shared/ipc/contract.ts';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { FeedState, OperatorClient } from '../operator-client.ts';
import { applyEntries } from './apply-entry.ts';
import { emptyView, type JournalView } from './journal-view.ts';
import type { Pins } from './pin-key.ts';
import { loadPreferences, type Preferences, savePreferences } from './preferences.ts';

export type Place = 'live' | 'approvals' | 'alerts' | 'sessions' | 'insights' | 'rules' | 'settings';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'info' | 'problem';
  /** What a press on it opens. */
  readonly opens?: { readonly place: Place; readonly id: string } | undefined;
}

/** All that the console knows. `view` is folded from the journal; the rest is what this window looks at. */
export interface ConsoleState {
  readonly view: JournalView;
  readonly feed: FeedState;
  readonly missing: number;
  readonly about: CallAnswer<'about/get'> | undefined;
  readonly preferences: Preferences;
  readonly place: Place;
  readonly selectedCall: string | undefined;
  readonly selectedApproval: string | undefined;
  readonly selectedSession: string | undefined;
  /** A session of a recording from outside that is looked at in place of one of the journal's. */
  readonly selectedImport: { readonly recording: string; readonly session: string; readonly over: string } | undefined;
  readonly selectedTurn: string | undefined;
  /** Id of an incident, or the number of an entry in it, as a notification names it. */
  readonly selectedIncident: string | undefined;
  readonly pins: Pins;
  /** How many parts of the place are asked for and not there yet. */
  readonly awaited: number;
  readonly overlay: 'palette' | 'help' | 'export' | undefined;
  /** What the export dialog hands over; undefined: the whole journal. */
  readonly handOver: { readonly scope: CallBody<'export/create'>['scope']; readonly title: string } | undefined;
  readonly toasts: readonly Toast[];
}

export interface ConsoleStore extends StoreApi<ConsoleState> {
  readonly client: OperatorClient;
  apply(entries: readonly JournalEntry[]): void;
  /** Told of each batch of entries after it is in the view. */
  onEntries(listener: (entries: readonly JournalEntry[]) => void): () => void;
  go(place: Place): void;
  /** Goes to a place and opens one thing there. */
  open(place: Place, id: string): void;
  prefer(change: Partial<Preferences>): void;
  toast(text: string, tone?: Toast['tone'], opens?: Toast['opens']): void;
  dismissToast(id: number): void;
}

const places: readonly Place[] = ['live', 'approvals', 'alerts', 'sessions', 'insights', 'rules', 'settings'];
export const isPlace = (value: string): value is Place => (places as readonly string[]).includes(value);

export function createConsoleStore(client: OperatorClient): ConsoleStore {
  const preferences = loadPreferences();
  const store = createStore<ConsoleState>(() => ({
    view: emptyView,
    feed: 'connecting',
    missing: 0,
    about: undefined,
    preferences,
    place: isPlace(preferences.place) ? preferences.place : 'live',
    selectedCall: undefined,
    selectedApproval: undefined,
    selectedSession: undefined,
    selectedImport: undefined,
    selectedTurn: undefined,
    selectedIncident: undefined,
    pins: new Map(),
    awaited: 0,
    overlay: undefined,
    handOver: undefined,
    toasts: [],
  }));
  let toastId = 0;
  const dismissToast = (id: number): void => store.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) }));
  const prefer = (change: Partial<Preferences>): void => {
    const next = { ...store.getState().preferences, ...change };
    store.setState({ preferences: next });
    savePreferences(next);
  };
  const listeners = new Set<(entries: readonly JournalEntry[]) => void>();
  const go = (place: Place): void => {
    store.setState({ place, overlay: undefined });
    prefer({ place });
  };
  return {
    ...store,
    client,
    apply: (entries) => {
      store.setState((state) => ({ view: applyEntries(state.view, entries) }));
      for (const listener of listeners) listener(entries);
    },
    onEntries: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    go,
    open: (place, id) => {
      go(place);
      if (place === 'approvals') store.setState({ selectedApproval: id });
      if (place === 'live') store.setState({ selectedCall: id });
      if (place === 'alerts') store.setState({ selectedIncident: id });
      if (place === 'sessions') store.setState({ selectedSession: id, selectedTurn: undefined });
    },
    prefer,
    toast: (text, tone = 'info', opens) => {
      toastId += 1;
      const id = toastId;
      store.setState((state) => ({ toasts: [...state.toasts.slice(-3), { id, text, tone, opens }] }));
      window.setTimeout(() => dismissToast(id), tone === 'problem' ? 8_000 : opens === undefined ? 3_000 : 5_000);
    },
    dismissToast,
  };
}

export const ConsoleContext = createContext<ConsoleStore | undefined>(undefined);

export function useConsole(): ConsoleStore {
  const store = useContext(ConsoleContext);
  if (store === undefined) throw new Error('a component stands outside of the console');
  return store;
}

export const useConsoleState = <T>(select: (state: ConsoleState) => T): T => useStore(useConsole(), select);
