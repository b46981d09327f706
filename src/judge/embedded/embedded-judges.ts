import type { Interaction } from "../../core/interaction.ts";
import { judgeId, type Judge, type JudgeContext, type JudgeModule, type JudgeSet } from "../../core/judge.ts";
import type { TriadMetric } from "../../core/metric.ts";
import type { Thresholds } from "../../core/thresholds.ts";
import { sharedAnalysis, type Analysis } from "./analysis.ts";
import { judgeGroundedness, type Judgement } from "./groundedness.ts";
import { createHashedRepresentation } from "./hashed-representation.ts";
import { createPacer, type Pacer } from "./pacer.ts";
import { judgeAnswerRelevance, judgeContextRelevance } from "./relevance.ts";
import { embeddedThresholds } from "./thresholds.ts";

/** Options of {@link embeddedJudges}. Plain JSON, so that a worker thread can be given them. */
export interface EmbeddedJudgesOptions {
  /** Thresholds in place of the judge's own, by metric. */
  readonly thresholds?: Partial<Record<TriadMetric, Thresholds>>;
}

const name = "embedded";
const version = "1";

/**
 * The default judges: lexical, in process, on the CPU, with nothing to download; English and other spaced scripts by
 * words, Chinese and other unspaced scripts by characters. They share one reading of each interaction.
 */
export function embeddedJudges(options: EmbeddedJudgesOptions = {}): JudgeSet {
  const representation = createHashedRepresentation();
  // In a CommonJS bundle there is no URL, hence no module that a worker could load: the empty one says so.
  const url: string | undefined = import.meta.url;
  const worker: JudgeModule = { module: url ?? "", factory: "embeddedJudges", options };
  const create = (metric: TriadMetric, judgeIt: (analysis: Analysis, pace: Pacer) => Promise<Judgement>): Judge => ({
    metric,
    name,
    version,
    thresholds: options.thresholds?.[metric] ?? embeddedThresholds[metric],
    worker,
    async judge(interaction: Interaction, context: JudgeContext) {
      const pace = createPacer(context);
      const analysis = await sharedAnalysis(interaction, representation, context, pace);
      const judgement = await judgeIt(analysis, pace);
      return { ...judgement, judge: judgeId({ name, version }) };
    },
  });
  return {
    context_relevance: create("context_relevance", (analysis, pace) => judgeContextRelevance(analysis, pace)),
    groundedness: create("groundedness", (analysis, pace) => judgeGroundedness(analysis, pace)),
    answer_relevance: create("answer_relevance", async (analysis) => judgeAnswerRelevance(analysis)),
  };
}
