/** Lets a bounded number of tasks run at once; the others wait, in order. */
export interface Slots {
  run<T>(task: () => Promise<T>): Promise<T>;
}

/** `count` slots. */
export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    async run(task) {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => void waiting.push(resolve));
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free++;
        else next();
      }
    },
  };
}
