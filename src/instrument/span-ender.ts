/** Ends spans: at once, or in portions while the triad shuts down. */
export interface SpanEnder {
  end(endSpan: () => void): void;
  /** From now on spans wait for `drain`. */
  hold(): void;
  /** Ends what waits, a portion at a time with a flush of the processors in between; later spans end at once. */
  drain(): Promise<void>;
}

/** Below the batch size of the SDK's batch processor, whose queue drops what does not fit. */
const portionSize = 500;

/**
 * Ending thousands of spans in one turn overflows the batch processor's queue and loses most of them, so a
 * shutdown ends them in portions. `flush` waits until the processors have room again.
 */
export function createSpanEnder(flush: () => Promise<void>): SpanEnder {
  let waiting: (() => void)[] | undefined;
  return {
    end(endSpan) {
      if (waiting === undefined) endSpan();
      else waiting.push(endSpan);
    },
    hold() {
      waiting ??= [];
    },
    async drain() {
      while (waiting !== undefined && waiting.length > 0) {
        for (const endSpan of waiting.splice(0, portionSize)) endSpan();
        if (waiting.length > 0) await flush();
      }
      waiting = undefined;
    },
  };
}
