import type { Scorer } from "./scorer.ts";
import type { ScoreOptions } from "./score-options.ts";

export function startScorer(options: Pick<ScoreOptions, "judge" | "workers">): Scorer {
  throw new Error(options.judge);
}
