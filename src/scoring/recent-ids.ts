/** Remembers the last ids it was given. */
export interface RecentIds {
  has(id: string): boolean;
  add(id: string): void;
}

/** Creates a memory that holds at least the last `capacity` ids, and at most twice as many. */
export function createRecentIds(capacity: number): RecentIds {
  let present = new Set<string>();
  let past: ReadonlySet<string> = new Set();
  return {
    has: (id) => present.has(id) || past.has(id),
    add(id) {
      present.add(id);
      if (present.size < capacity) return;
      past = present;
      present = new Set();
    },
  };
}
