import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The `q`-quantile of the values, nearest rank. */
export function quantileOf(values: readonly number[], q: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

/** Rounds for printing. */
export function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

let collectGarbage: (() => void) | undefined;

/** Heap or resident bytes after full collections, once the span processors have let go of what they exported. */
export async function bytesAfterCollection(kind: "heapUsed" | "rss"): Promise<number> {
  if (collectGarbage === undefined) {
    setFlagsFromString("--expose-gc");
    collectGarbage = runInNewContext("gc") as () => void;
  }
  for (let pass = 0; pass < 20; pass++) {
    collectGarbage();
    await sleep(10);
  }
  return process.memoryUsage()[kind];
}
