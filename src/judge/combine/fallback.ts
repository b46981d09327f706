import { checkOptions, numberFrom, refuseOption } from "../../core/check-options.ts";
import type { Judge, JudgeContext, JudgeSet } from "../../core/judge.ts";
import { unscoredReasons, type UnscoredReason } from "../../core/outcome.ts";
import { combinedJudge } from "./combined-judge.ts";
import { checkSet, checkThresholds, combine } from "./judge-set.ts";

/** Options of {@link fallback}. */
export interface FallbackOptions {
  /**
   * The reasons for which the second judge is asked; at least one.
   * @default judge_error, judge_timeout, judge_invalid_output, rate_limited, circuit_open, over_budget, too_long
   */
  readonly on?: readonly UnscoredReason[];
  /**
   * The share of the time left until the deadline that the first judge may take, above 0 and at most 1; the rest is the
   * second one's. With 1, a first judge that hangs leaves it none.
   * @default 0.8
   */
  readonly timeShare?: number;
}

/** Reasons that say the judge failed, not that there is nothing to judge. */
const defaultReasons: readonly UnscoredReason[] = [
  "judge_error",
  "judge_timeout",
  "judge_invalid_output",
  "rate_limited",
  "circuit_open",
  "over_budget",
  "too_long",
];

const defaultTimeShare = 0.8;

/**
 * Judges with `first`, and with `second` where the first gives no score for one of the reasons named. The result is that
 * of the judge asked last, under its own id. A metric that only one of the sets has is judged by that one alone.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`; also when the sets have no metric in common.
 */
export function fallback(first: JudgeSet, second: JudgeSet, options: FallbackOptions = {}): JudgeSet {
  checkOptions(
    options,
    {
      on: { rule: "an array of at least one reason", holds: (value) => Array.isArray(value) && value.length > 0 },
      timeShare: {
        rule: "a number above 0 and at most 1",
        holds: (value) => value !== 0 && numberFrom(0, 1).holds(value),
      },
    },
    ["fallback"],
  );
  checkReasons(options.on ?? []);
  const sets = [checkSet(first, ["fallback", "first"]), checkSet(second, ["fallback", "second"])] as const;
  const [firsts, seconds] = sets;
  if (![...firsts.keys()].some((metric) => seconds.has(metric)))
    refuseOption(
      ["fallback", "second"],
      `a judge set that has a metric of the first (${[...firsts.keys()].join(", ")})`,
      second,
    );
  checkThresholds(sets, ["fallback"]);
  const reasons = new Set(options.on ?? defaultReasons);
  const timeShare = options.timeShare ?? defaultTimeShare;
  return combine(new Set([...firsts.keys(), ...seconds.keys()]), (metric) => {
    const [one, other] = [firsts.get(metric), seconds.get(metric)];
    return one === undefined || other === undefined ? (one ?? other) : fallbackJudge(one, other, reasons, timeShare);
  });
}

function fallbackJudge(first: Judge, second: Judge, reasons: ReadonlySet<UnscoredReason>, timeShare: number): Judge {
  return combinedJudge({
    name: "fallback",
    members: [first, second],
    async judge(interaction, context) {
      const result = await context.delegate(first, interaction, timeOf(context, timeShare));
      const { outcome } = result;
      if (!("reason" in outcome) || !reasons.has(outcome.reason) || context.signal.aborted) return result;
      return context.delegate(second, interaction);
    },
  });
}

function timeOf({ deadlineMs, clock }: JudgeContext, share: number): { readonly timeoutMs?: number } {
  if (deadlineMs === undefined || share === 1) return {};
  return { timeoutMs: Math.max(0, deadlineMs - clock.monotonicMs()) * share };
}

function checkReasons(reasons: readonly unknown[]): void {
  const known: readonly unknown[] = unscoredReasons;
  for (const [index, reason] of reasons.entries()) {
    if (!known.includes(reason))
      refuseOption(["fallback", "on", index], `a reason (${unscoredReasons.join(", ")})`, reason);
  }
}
