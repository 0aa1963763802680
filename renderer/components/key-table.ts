import { modName } from './rail-places.ts';

/** One key of the console: which keys act, what they do, and where that is said. */
export interface KeyRow {
  /** `event.key`, or `mod+` and the lower-case key for Ctrl/Cmd. */
  readonly keys: readonly string[];
  /** As it is written for the operator, where the first key alone does not say it. */
  readonly shown?: readonly string[] | undefined;
  readonly group: KeyGroup;
  readonly what: string;
  /** False: the palette does not offer it. Moving is done by hand, and a verdict is given on the card that is before one's eyes. */
  readonly palette?: false | undefined;
  /** Acts again while the key is held down. */
  readonly repeat?: true | undefined;
}

export const keyGroups = ['Everywhere', 'Lists', 'Live', 'Sessions', 'An approval card', 'An incident', 'Fields and panes'] as const;
type KeyGroup = (typeof keyGroups)[number];

/** Every key of the console, and the only place that names one: handlers, the help and the palette read it from here. */
export const keyTable = {
  palette: { keys: ['mod+k'], group: 'Everywhere', what: 'go to, filter or run a command', palette: false },
  place: {
    keys: ['mod+1', 'mod+2', 'mod+3', 'mod+4', 'mod+5', 'mod+6', 'mod+7'],
    shown: [`${modName} 1 … ${modName} 7`],
    group: 'Everywhere',
    what: 'the places of the rail',
    palette: false,
  },
  help: { keys: ['?'], group: 'Everywhere', what: 'this list', palette: false },
  filter: { keys: ['/'], group: 'Everywhere', what: 'filter, or find' },
  leave: { keys: ['Escape'], shown: ['Esc'], group: 'Everywhere', what: 'close, leave', palette: false },
  next: { keys: ['j'], group: 'Lists', what: 'next', palette: false, repeat: true },
  previous: { keys: ['k'], group: 'Lists', what: 'previous', palette: false, repeat: true },
  first: { keys: ['g'], group: 'Lists', what: 'first' },
  last: { keys: ['G'], group: 'Lists', what: 'last; in Live it follows' },
  down: { keys: ['ArrowDown'], shown: ['↓'], group: 'Lists', what: 'next, in Live', palette: false, repeat: true },
  up: { keys: ['ArrowUp'], shown: ['↑'], group: 'Lists', what: 'previous, in Live', palette: false, repeat: true },
  open: { keys: ['o', 'O'], shown: ['O'], group: 'Lists', what: 'open the turn' },
  enter: { keys: ['Enter'], group: 'Lists', what: 'open what is selected', palette: false },
  pin: { keys: ['b'], shown: ['B'], group: 'Lists', what: 'pin, or let go: call, incident, turn' },
  pause: { keys: ['p'], shown: ['P'], group: 'Live', what: 'pause, and go on' },
  pinned: { keys: ['s'], shown: ['S'], group: 'Live', what: 'only pinned calls, or all' },
  nextTurn: { keys: [']'], group: 'Sessions', what: 'next turn', palette: false, repeat: true },
  previousTurn: { keys: ['['], group: 'Sessions', what: 'previous turn', palette: false, repeat: true },
  pinSession: { keys: ['B'], shown: ['Shift B'], group: 'Sessions', what: 'pin the session, or let go' },
  approve: { keys: ['a'], shown: ['A'], group: 'An approval card', what: 'approve', palette: false },
  override: { keys: ['e'], shown: ['E'], group: 'An approval card', what: 'override: edit the arguments', palette: false },
  reject: { keys: ['r'], shown: ['R'], group: 'An approval card', what: 'reject with a reason the model reads', palette: false },
  text: { keys: ['t'], shown: ['T'], group: 'An approval card', what: 'pass as text', palette: false },
  reading: {
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    shown: ['1 … 9'],
    group: 'An approval card',
    what: 'choose a reading',
    palette: false,
  },
  send: {
    keys: ['mod+enter'],
    shown: [`${modName} Enter`],
    group: 'An approval card',
    what: 'send, from a field or the editor',
    palette: false,
  },
  isolate: { keys: ['i'], shown: ['I'], group: 'An incident', what: 'isolate the session; asks once' },
  closeCircuit: { keys: ['c'], shown: ['C'], group: 'An incident', what: 'close the circuit' },
  exportIncident: { keys: ['x'], shown: ['X'], group: 'An incident', what: 'export it' },
} as const satisfies { readonly [action: string]: KeyRow };

export type KeyAction = keyof typeof keyTable;

/** Keys that a field, an editor or a pane has for itself, as long as the focus is in it. */
export const localKeys: readonly KeyRow[] = [
  { keys: ['Alt-Enter'], shown: ['Alt Enter'], group: 'An approval card', what: 'in the editor: take the value that is proposed' },
  { keys: ['Mod-Enter'], shown: [`${modName} Enter`], group: 'Fields and panes', what: 'send what is written' },
  { keys: ['Enter'], group: 'Fields and panes', what: 'in a field: take the word or value over' },
  { keys: [' '], shown: ['Space'], group: 'Fields and panes', what: 'end a filter word; press or choose what has the focus' },
  { keys: ['Backspace'], group: 'Fields and panes', what: 'at the start of the filter: take the last word back' },
  { keys: ['Escape'], shown: ['Esc'], group: 'Fields and panes', what: 'leave the field' },
  {
    keys: ['ArrowDown', 'ArrowUp', 'Home', 'End'],
    shown: ['↓ ↑ Home End'],
    group: 'Fields and panes',
    what: 'in the list of turns: choose one',
  },
  { keys: ['ArrowLeft', 'ArrowRight'], shown: ['← →'], group: 'Fields and panes', what: 'on the line between panes: move it' },
  { keys: ['ContextMenu'], shown: ['Shift F10'], group: 'Fields and panes', what: 'the menu of a row: copy, filter, pin, open' },
  { keys: ['Tab'], group: 'Fields and panes', what: 'to the next control: nothing needs a mouse' },
];

/** How a row's keys are written. */
export const shownKeys = ({ keys, shown }: KeyRow): readonly string[] =>
  shown ?? keys.map((key) => (key.startsWith('mod+') ? `${modName} ${key.slice(4).toUpperCase()}` : key));
