/** Ends spans: at once, or in portions while the triad shuts down. */
export interface SpanEnder {
  end(endSpan: () => void): void;
  /** From now on spans end in portions. */
  endInPortions(): void;
  /** Resolves when every span given so far has ended. */
  settled(): Promise<void>;
}

/** Below the batch size of the SDK's batch processor, whose queue drops what does not fit. */
const portionSize = 500;

/**
 * Ending thousands of spans in one turn overflows the batch processor's queue and loses most of them, so a
 * shutdown ends them in portions. `flush` resolves when the processors have room again.
 */
export function createSpanEnder(flush: () => Promise<void>): SpanEnder {
  const waiting: (() => void)[] = [];
  let inPortions = false;
  let pump: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const portion = waiting.splice(0, portionSize);
      for (const endSpan of portion) endSpan();
      if (portion.length === portionSize) await flush();
    }
    pump = undefined;
  }

  return {
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
