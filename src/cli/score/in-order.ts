/** How much may be under way at once. */
export interface WindowLimits<Item> {
  readonly maxItems: number;
  /** Of all items under way together; a heavier item goes alone. */
  readonly maxWeight: number;
  weightOf(item: Item): number;
}

/** What to do with the items of a source. */
export interface InOrderSteps<Item, Result> {
  /** Starts work on an item; many run at once. */
  work(item: Item): Promise<Result>;
  /** Takes the results one at a time, in the items' order; the next item waits for it when the window is full. */
  emit(result: Result): Promise<void>;
  /** Ends the source early, because a step failed: its iteration must then come to an end. */
  cancel(): void;
}

interface Slot<Result> {
  readonly result: Promise<Result>;
  readonly weight: number;
}

/**
 * Works on the items of a source concurrently and emits the results in order, each as soon as it and all before it
 * are there, with a bounded window between the two. Rejects with the first failure of a step, else of the source;
 * after a failure of the source, the items that it gave before are still emitted.
 */
export async function runInOrder<Item, Result>(
  source: AsyncIterable<Item>,
  steps: InOrderSteps<Item, Result>,
  limits: WindowLimits<Item>,
): Promise<void> {
  const slots: Slot<Result>[] = [];
  const room = createBell();
  const arrival = createBell();
  let weight = 0;
  let sourceOpen = true;
  let stepsFailed = false;

  async function feed(): Promise<void> {
    try {
      for await (const item of source) {
        const itemWeight = limits.weightOf(item);
        while (
          !stepsFailed &&
          slots.length > 0 &&
          (slots.length >= limits.maxItems || weight + itemWeight > limits.maxWeight)
        ) {
          await room.next();
        }
        if (stepsFailed) return;
        const result = steps.work(item);
        // It is awaited when its turn comes; until then a rejection must not count as unhandled.
        result.catch(() => {});
        slots.push({ result, weight: itemWeight });
        weight += itemWeight;
        arrival.ring();
      }
    } finally {
      sourceOpen = false;
      arrival.ring();
    }
  }

  async function drain(): Promise<void> {
    try {
      for (;;) {
        const slot = slots[0];
        if (slot === undefined) {
          if (!sourceOpen) return;
          await arrival.next();
          continue;
        }
        await steps.emit(await slot.result);
        slots.shift();
        weight -= slot.weight;
        room.ring();
      }
    } catch (error) {
      stepsFailed = true;
      room.ring();
      steps.cancel();
      throw error;
    }
  }

  const [drained, fed] = await Promise.allSettled([drain(), feed()]);
  if (drained.status === "rejected") throw drained.reason;
  if (fed.status === "rejected") throw fed.reason;
}

/** Lets one side wait until the other rings. */
function createBell(): { ring(): void; next(): Promise<void> } {
  let wake: (() => void) | undefined;
  return {
    ring() {
      wake?.();
      wake = undefined;
    },
    next: () =>
      new Promise((resolve) => {
        wake = resolve;
      }),
  };
}
