import type { Interaction } from "../../src/core/interaction.ts";
import type { Judge, JudgeContext, JudgeResult, JudgeSet } from "../../src/core/judge.ts";
import type { MetricId } from "../../src/core/metric.ts";
import type { UnscoredReason } from "../../src/core/outcome.ts";

/** What a judge of a test says: a score, a reason, more than that, or an error it rejects with. */
export type Say = number | UnscoredReason | (Partial<JudgeResult> & Pick<JudgeResult, "outcome">) | Error;

type Saying = Say | ((interaction: Interaction, context: JudgeContext) => Say | Promise<Say>);

/** A judge `name/1` of a metric that answers as told, and its members if it asks any. */
export function answeringJudge(
  name: string,
  saying: Saying,
  changes: Partial<Judge> & { readonly metric?: MetricId } = {},
): Judge & { readonly asked: Interaction[] } {
  const asked: Interaction[] = [];
  return {
    metric: "groundedness",
    name,
    version: "1",
    thresholds: { warning: 0.8, page: 0.7 },
    asked,
    async judge(interaction, context) {
      asked.push(interaction);
      const said = typeof saying === "function" ? await saying(interaction, context) : saying;
      if (said instanceof Error) throw said;
      const judge = `${name}/1`;
      if (typeof said === "number") return { outcome: { score: said }, judge };
      return typeof said === "string" ? { outcome: { reason: said }, judge } : { judge, ...said };
    },
    ...changes,
  };
}

/** A set with one judge. */
export function setOf(...judges: readonly Judge[]): JudgeSet {
  return Object.fromEntries(judges.map((judge) => [judge.metric, judge]));
}

/** Resolves when the context's signal is aborted, with nothing to say for it. */
export function untilAborted({ signal }: JudgeContext): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Waits on the context's clock. */
export function waits(context: JudgeContext, ms: number): Promise<void> {
  return new Promise((resolve) => void context.clock.schedule(resolve, ms));
}
