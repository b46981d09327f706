/** Ends spans: at once, or in portions while the triad shuts down. */
export interface SpanEnder {
  end(endSpan: () => void): void;
  /** From now on spans end in portions. */
  endInPortions(): void;
  /** Resolves when every span given so far has ended. */
  settled(): Promise<void>;
  /** Waits until the processors have room again; not at all once they did not come to it in time. */
  makeRoom(): Promise<void>;
}

/** Below the batch size of the SDK's batch processor, whose queue drops what does not fit. */
export const portionSize = 500;

/**
 * Ending thousands of spans in one turn overflows the batch processor's queue and loses most of them, so a
 * shutdown ends them in portions. `flush` resolves when the processors have room again, with `false` when it gave up.
 */
export function createSpanEnder(flush: () => Promise<boolean>): SpanEnder {
  const waiting: (() => void)[] = [];
  let inPortions = false;
  let pump: Promise<void> | undefined;
  let stuck = false;

  async function makeRoom(): Promise<void> {
    // An exporter that hangs is waited for once, not once a portion.
    if (!stuck) stuck = !(await flush());
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const portion = waiting.splice(0, portionSize);
      for (const endSpan of portion) endSpan();
      if (portion.length === portionSize) await makeRoom();
    }
    pump = undefined;
  }

  return {
    makeRoom,
    end(endSpan) {
      if (!inPortions) return endSpan();
      waiting.push(endSpan);
      pump ??= Promise.resolve().then(run);
      return undefined;
    },
    endInPortions() {
      inPortions = true;
    },
    async settled() {
      while (pump !== undefined) await pump;
    },
  };
}
