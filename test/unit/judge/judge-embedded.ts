import type { Interaction } from "../../../src/core/interaction.ts";
import type { Judge, JudgeContext, JudgeResult } from "../../../src/core/judge.ts";
import type { TriadMetric } from "../../../src/core/metric.ts";
import { embeddedJudges } from "../../../src/judge/embedded/embedded-judges.ts";
import { aJudgeContext } from "../../helpers/judge-context.ts";

const judges = embeddedJudges();

/** An interaction of texts. */
export function interactionOf(query: string | null, contexts: readonly string[], answer: string | null): Interaction {
  const chunks = contexts.map((text, index) => ({ id: `c${index}`, text, rank: index }));
  return { id: "i", query, retrieval: "succeeded", chunks, answer };
}

/** The embedded judge of a metric. */
export function judgeOf(metric: TriadMetric): Judge {
  const judge = judges[metric];
  if (judge === undefined) throw new Error(`No judge for ${metric}`);
  return judge;
}

/** Judges one metric with nothing shared and nothing aborted, unless said otherwise. */
export function judge(
  metric: TriadMetric,
  interaction: Interaction,
  context: Partial<JudgeContext> = {},
): Promise<JudgeResult> {
  return judgeOf(metric).judge(interaction, aJudgeContext(context));
}

/** The groundedness of an answer in contexts. */
export async function groundedness(contexts: readonly string[], answer: string): Promise<number> {
  return scoreOf(await judge("groundedness", interactionOf("Q", contexts, answer)));
}

/** The score, which must be there. */
export function scoreOf(result: JudgeResult): number {
  if (!("score" in result.outcome)) throw new Error(`Unscored: ${result.outcome.reason}`);
  return result.outcome.score;
}
