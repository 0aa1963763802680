/** Changes are kept apart up to this many: a new version copies them, not the whole map. */
const mergeAt = 1_024;

/**
 * A map whose versions never change, and whose next version costs what changed instead of what there is. What was written last lies in
 * a small layer over a large one that versions share; a full layer is merged, and only then is anything dropped. Keys keep the order in
 * which they first came.
 */
export class LayeredMap<K, V extends object | string | number> implements ReadonlyMap<K, V> {
  readonly size: number;
  readonly #base: ReadonlyMap<K, V>;
  readonly #fresh: ReadonlyMap<K, V>;

  constructor(base: ReadonlyMap<K, V> = new Map(), fresh: ReadonlyMap<K, V> = new Map()) {
    this.#base = base;
    this.#fresh = fresh;
    let added = 0;
    for (const key of fresh.keys()) if (!base.has(key)) added += 1;
    this.size = base.size + added;
  }

  /** The next version. `trim` may delete from the merged map: it is asked once in a thousand changes. */
  with(changes: ReadonlyMap<K, V>, trim: (merged: Map<K, V>) => void = () => undefined): LayeredMap<K, V> {
    const fresh = new Map(this.#fresh);
    for (const [key, value] of changes) fresh.set(key, value);
    if (fresh.size < mergeAt) return new LayeredMap(this.#base, fresh);
    const merged = new Map(this.#base);
    for (const [key, value] of fresh) merged.set(key, value);
    trim(merged);
    return new LayeredMap(merged);
  }

  get(key: K): V | undefined {
    return this.#fresh.get(key) ?? this.#base.get(key);
  }

  has(key: K): boolean {
    return this.#fresh.has(key) || this.#base.has(key);
  }

  *entries(): MapIterator<[K, V]> {
    for (const [key, value] of this.#base) yield [key, this.#fresh.get(key) ?? value];
    for (const [key, value] of this.#fresh) if (!this.#base.has(key)) yield [key, value];
    return undefined;
  }

  *keys(): MapIterator<K> {
    for (const [key] of this.entries()) yield key;
    return undefined;
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
    return undefined;
  }

  forEach(each: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.entries()) each(value, key, this);
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }
}
