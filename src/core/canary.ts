import type { Chunk } from "./chunk.ts";
import { overallQuality } from "./evaluation.ts";
import { verdictCountsOf, type JudgeResult } from "./judge.ts";
import type { MetricId } from "./metric.ts";
import type { UnscoredReason } from "./outcome.ts";
import type { Thresholds } from "./thresholds.ts";

/**
 * What a canary's score should be. `high`: at or above the warning threshold in force for the judge that scored, and no
 * claim contradicted; `low`: not so. Or bounds of one's own in [0, 1], both inclusive.
 */
export type CanaryExpectation = "high" | "low" | { readonly atLeast?: number; readonly atMost?: number };

/** An interaction with a known answer. */
export interface CanaryCase {
  /** Names the case in warnings: 1 to 64 letters, digits or `_ . : / @ + -`. */
  readonly id: string;
  readonly query: string;
  /** What was retrieved and given to the generator; a text alone is a chunk. */
  readonly chunks: readonly (Chunk | string)[];
  readonly answer: string;
  /** The intent class it is judged in, for judges and thresholds that depend on it. @default "unknown" */
  readonly intentClass?: string;
  /** What is expected, by metric; at least one. Metrics that the triad does not judge are left out. */
  readonly expect: Readonly<Partial<Record<MetricId, CanaryExpectation>>>;
}

/** The canaries of a triad. Made by `canaries(options)`. */
export interface Canaries {
  /** Milliseconds from the end of one round to the beginning of the next. */
  readonly everyMs: number;
  readonly cases: readonly CanaryCase[];
}

/** The reasons that say the judge could not judge; whether it judges well is then not known. */
const outOfService: ReadonlySet<UnscoredReason> = new Set<UnscoredReason>([
  "judge_error",
  "judge_timeout",
  "judge_invalid_output",
  "rate_limited",
  "circuit_open",
  "over_budget",
  "queue_full",
  "shutdown",
]);

/**
 * Whether a canary's result is what was expected; `undefined` when the judge failed, which is what coverage and its
 * alert are for. A judge that finds nothing to score, say a refusal, where there is a known answer has judged wrongly.
 */
export function isAsExpected(
  expected: CanaryExpectation,
  result: JudgeResult,
  thresholds: Thresholds,
): boolean | undefined {
  const { outcome } = result;
  if ("reason" in outcome) return outOfService.has(outcome.reason) ? undefined : false;
  if (typeof expected === "object") {
    const { atLeast = 0, atMost = 1 } = expected;
    return outcome.score >= atLeast && outcome.score <= atMost;
  }
  const quality = overallQuality({ canary: { outcome, thresholds, verdicts: verdictCountsOf(result.detail) } });
  return (quality === "pass") === (expected === "high");
}
