import { judgeId, type Judge, type JudgeModule } from "../../core/judge.ts";
import type { Thresholds } from "../../core/thresholds.ts";
import { sharedAnalysis } from "../embedded/analysis.ts";
import { createHashedRepresentation } from "../embedded/hashed-representation.ts";
import { createPacer } from "../embedded/pacer.ts";
import type { EntailmentModel } from "./entailment-model.ts";
import { judgeByEntailment } from "./groundedness.ts";
import type { EntailmentSettings } from "./settings.ts";

/** What {@link createEntailmentJudge} needs. */
export interface EntailmentJudgeOptions {
  readonly version: string;
  readonly thresholds: Thresholds;
  readonly settings: EntailmentSettings;
  /** Gives the model; asked for each interaction that has claims and a context. */
  readonly load: () => Promise<EntailmentModel>;
  readonly worker?: JudgeModule;
}

const name = "nli";

/** Creates the judge of groundedness by natural language inference. It reads interactions as the embedded judges do, and once for all of them. */
export function createEntailmentJudge({ version, thresholds, settings, load, worker }: EntailmentJudgeOptions): Judge {
  const representation = createHashedRepresentation();
  return {
    metric: "groundedness",
    name,
    version,
    thresholds,
    ...(worker !== undefined && { worker }),
    async judge(interaction, context) {
      const pace = createPacer(context);
      const analysis = await sharedAnalysis(interaction, representation, context, pace);
      // A run of the model cannot be interrupted: on a thread that also serves requests it is as short as can be.
      const paced = context.pause === undefined ? settings : { ...settings, maxBatchTokens: 1 };
      const judgement = await judgeByEntailment(analysis, load, paced, pace);
      return { ...judgement, judge: judgeId({ name, version }) };
    },
  };
}
