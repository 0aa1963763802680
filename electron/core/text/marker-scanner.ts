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

export interface MarkerMatch<T> {
  /** Whole markers here, longest first; markers of one length in the order in which they were given. */
  readonly hits: readonly MarkerHit<T>[];
  /** True when the text ends while a (longer) marker is still possible here. */
  readonly partial: boolean;
}

/** All markers as one trie, so that a place costs at most the length of the longest marker, however many there are. */
export interface MarkerScanner<T> {
  /** False for a code unit with which no marker begins: the common case, answered without looking further. */
  begins(unit: number): boolean;
  /** What stands at `at`; `end` is where the text known so far ends. */
  match(text: string, at: number, end: number): MarkerMatch<T>;
}

interface Node<T> {
  next: Map<number, Node<T>> | undefined;
  values: T[] | undefined;
}

/** Builds the trie once; matching allocates only where something stands. */
export function createMarkerScanner<T>(markers: readonly Marker<T>[]): MarkerScanner<T> {
  const root: Node<T> = { next: undefined, values: undefined };
  const first = new Uint8Array(0x10000);
  for (const { text, value } of markers) {
    if (text === '') continue;
    first[text.charCodeAt(0)] = 1;
    insert(root, text, value);
  }
  return {
    begins: (unit) => first[unit] === 1,
    match: (text, at, end) => walk(root, text, at, end),
  };
}

function insert<T>(root: Node<T>, text: string, value: T): void {
  let node = root;
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    node.next ??= new Map();
    let child = node.next.get(unit);
    if (child === undefined) {
      child = { next: undefined, values: undefined };
      node.next.set(unit, child);
    }
    node = child;
  }
  node.values ??= [];
  node.values.push(value);
}

function walk<T>(root: Node<T>, text: string, at: number, end: number): MarkerMatch<T> {
  let node: Node<T> | undefined = root;
  let hits: MarkerHit<T>[] | undefined;
  let place = at;
  for (; place < end; place += 1) {
    node = node.next?.get(text.charCodeAt(place));
    if (node === undefined) break;
    if (node.values === undefined) continue;
    hits = [...node.values.map((value) => ({ length: place + 1 - at, value })), ...(hits ?? [])];
  }
  const partial = node?.next !== undefined && place === end;
  if (hits === undefined) return partial ? PARTIAL : NOTHING;
  return { hits, partial };
}

const NOTHING: MarkerMatch<never> = { hits: [], partial: false };
const PARTIAL: MarkerMatch<never> = { hits: [], partial: true };
