import { copyText } from '../../components/copy-text.ts';
import { inertLine } from '../../components/inert-text.ts';
import type { MenuItem } from '../../components/context-menu.tsx';
import type { ConsoleStore } from '../../store/console-store.ts';
import type { CallRecord } from '../../store/journal-view.ts';
import { pinKey } from '../../store/pin-key.ts';
import { pinOfCall, togglePin } from '../../store/pins.ts';

const word = (field: string, value: string): string => `${field}:${/[\s"]/.test(value) ? JSON.stringify(value) : value}`;

/** What can be done with a call of the list: open, copy, and narrow the list to its like or without it. */
export function callMenu(store: ConsoleStore, call: CallRecord): readonly MenuItem[] {
  const copy = (text: string): void => copyText(store, text);
  const filter = (...words: readonly string[]): void => store.prefer({ filter: words.filter(Boolean).join(' ') });
  const { filter: now } = store.getState().preferences;
  const tool = inertLine(call.name, 30);
  return [
    {
      label: 'Open the turn',
      act: () => {
        store.setState({ selectedSession: call.session, selectedTurn: call.turn });
        store.go('sessions');
      },
    },
    ...(call.approval !== undefined && call.state === 'held'
      ? [{ label: 'Open the approval', act: () => store.open('approvals', call.approval ?? '') }]
      : []),
    {
      label: store.getState().pins.has(pinKey('call', call.id)) ? 'Unpin' : 'Pin',
      act: () => void togglePin(store, pinOfCall(call)),
    },
    'line',
    { label: 'Copy the arguments', act: () => copy(call.arguments) },
    { label: 'Copy the call as JSON', act: () => copy(JSON.stringify(call, null, 2)) },
    { label: 'Copy the call id', act: () => copy(call.callId) },
    'line',
    { label: `Only ${tool}`, act: () => filter(now, word('tool', call.name)) },
    { label: `Without ${tool}`, act: () => filter(now, `-${word('tool', call.name)}`) },
    { label: 'Only this session', act: () => filter(now, word('session', call.session)) },
    { label: 'Only this state', act: () => filter(now, word('state', call.state)) },
    { label: 'No filter', act: () => filter(), disabled: now === '' },
  ];
}
