/** A cache that forgets what was not asked for the longest when it is full. */
export interface LruCache<V> {
  get(key: string): V | undefined;
  /** Keeps the value, unless it is larger than the whole cache may be. */
  set(key: string, value: V): void;
  clear(): void;
  /** Bytes kept, by {@link LruCacheOptions.bytesOf}; never more than the bound. */
  readonly bytes: number;
}

/** Options of {@link createLruCache}. */
export interface LruCacheOptions<V> {
  /** The bound; 0 keeps nothing. */
  readonly maxBytes: number;
  readonly bytesOf: (key: string, value: V) => number;
}

/**
 * Creates a cache with a bound in bytes. Its keys are whole texts, not hashes of them: it never gives one text what
 * belongs to another.
 */
export function createLruCache<V>({ maxBytes, bytesOf }: LruCacheOptions<V>): LruCache<V> {
  // A map keeps the order of insertion: the first entry is the one not asked for the longest.
  const entries = new Map<string, { readonly value: V; readonly bytes: number }>();
  let total = 0;

  function remove(key: string): void {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value) {
      remove(key);
      const bytes = bytesOf(key, value);
      if (bytes > maxBytes) return;
      for (const oldest of entries.keys()) {
        if (total + bytes <= maxBytes) break;
        remove(oldest);
      }
      entries.set(detached(key), { value, bytes });
      total += bytes;
    },
    clear() {
      entries.clear();
      total = 0;
    },
    get bytes() {
      return total;
    },
  };
}

/** The text as a string of its own: one that was cut out of a page keeps the whole page in memory. */
function detached(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
