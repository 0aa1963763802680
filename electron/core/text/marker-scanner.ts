/** A literal to look for and what stands for it. Literals are matched by code unit and never normalised (contract 2.4). */
export interface Marker<T> {
  readonly text: string;
  readonly value: T;
}

/** A marker that stands whole at the place that was asked about. */
export interface MarkerHit<T> {
  readonly length: number;
  readonly value: T;
}

interface MarkerMatch<T> {
  /** Whole markers here, longest first; markers of one length in the order in which they were given. */
  readonly hits: readonly MarkerHit<T>[];
  /** True when the text ends while a (longer) marker is still possible here. */
  readonly partial: boolean;
}

/** All markers as one trie, so that a place costs at most the length of the longest marker, however many there are. */
export interface MarkerScanner<T> {
  /** False for a code unit with which no marker begins: the common case, answered without looking further. */
  begins(unit: number): boolean;
  /** False for two code units with which no marker begins; now and then true although none does. */
  mayBegin(unit: number, next: number): boolean;
  /** What stands at `at`; `end` is where the text known so far ends. */
  match(text: string, at: number, end: number): MarkerMatch<T>;
}

interface Node<T> {
  next: Map<number, Node<T>> | undefined;
  values: T[] | undefined;
  /** The answers at this node, made once: what stands when the walk ends here, and the same where the text ends here. */
  here: MarkerMatch<T>;
  atEnd: MarkerMatch<T>;
}

/** Builds the trie once; matching allocates nothing. */
export function createMarkerScanner<T>(markers: readonly Marker<T>[]): MarkerScanner<T> {
  const root = emptyNode<T>();
  const first = new Uint8Array(0x10000);
  const pairs = new Uint8Array(0x10000);
  for (const { text, value } of markers) {
    if (text === '') continue;
    first[text.charCodeAt(0)] = 1;
    if (text.length > 1) pairs[pairKey(text.charCodeAt(0), text.charCodeAt(1))] = 1;
    else pairs.fill(1);
    insert(root, text, value);
  }
  answer(root);
  return {
    begins: (unit) => first[unit] === 1,
    mayBegin: (unit, next) => first[unit] === 1 && pairs[pairKey(unit, next)] === 1,
    match: (text, at, end) => walk(root, text, at, end),
  };
}

const pairKey = (unit: number, next: number): number => (unit * 251 + next) & 0xffff;

function insert<T>(root: Node<T>, text: string, value: T): void {
  let node = root;
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    node.next ??= new Map();
    let child = node.next.get(unit);
    if (child === undefined) {
      child = emptyNode<T>();
      node.next.set(unit, child);
    }
    node = child;
  }
  node.values ??= [];
  node.values.push(value);
}

const emptyNode = <T>(): Node<T> => ({ next: undefined, values: undefined, here: NOTHING, atEnd: NOTHING });

/** Fills in the answers: the markers on the way to a node, longest first. Not recursive: a tool's name may be thousands of characters long. */
function answer<T>(root: Node<T>): void {
  const left: { readonly node: Node<T>; readonly length: number; readonly before: readonly MarkerHit<T>[] }[] = [
    { node: root, length: 0, before: [] },
  ];
  for (let step = left.pop(); step !== undefined; step = left.pop()) {
    const { node, length, before } = step;
    const hits = node.values === undefined ? before : [...node.values.map((value) => ({ length, value })), ...before];
    node.here = hits.length === 0 ? NOTHING : { hits, partial: false };
    node.atEnd = node.next === undefined ? node.here : { hits, partial: true };
    for (const child of node.next?.values() ?? []) left.push({ node: child, length: length + 1, before: hits });
  }
}

function walk<T>(root: Node<T>, text: string, at: number, end: number): MarkerMatch<T> {
  let node = root;
  for (let place = at; place < end; place += 1) {
    const child = node.next?.get(text.charCodeAt(place));
    if (child === undefined) return node.here;
    node = child;
  }
  return node.atEnd;
}

const NOTHING: MarkerMatch<never> = { hits: [], partial: false };
