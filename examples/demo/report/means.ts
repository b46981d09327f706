import { createScoreCounts } from "./score-counts.ts";
import { rounded } from "./rounded.ts";

/** The outcomes of a request's three metrics: a score, or the reason why there is none. */
export interface Outcomes {
  readonly context_relevance: number | string;
  readonly groundedness: number | string;
  readonly answer_relevance: number | string;
}

/** The mean scores of some requests; `null` where nothing was scored. */
export interface MeanScores {
  readonly contextRelevance: number | null;
  readonly groundedness: number | null;
  readonly answerRelevance: number | null;
}

/** Mean scores in the making. */
export interface Means {
  add(outcomes: Outcomes): void;
  report(): MeanScores & { readonly requests: number };
}

/** Means of nothing yet. */
export function createMeans(): Means {
  const scores = {
    context_relevance: createScoreCounts(),
    groundedness: createScoreCounts(),
    answer_relevance: createScoreCounts(),
  };
  let requests = 0;
  return {
    add(outcomes) {
      requests++;
      for (const metric of ["context_relevance", "groundedness", "answer_relevance"] as const) {
        const outcome = outcomes[metric];
        if (typeof outcome === "number") scores[metric].add(outcome);
      }
    },
    report: () => ({
      requests,
      contextRelevance: rounded(scores.context_relevance.mean()),
      groundedness: rounded(scores.groundedness.mean()),
      answerRelevance: rounded(scores.answer_relevance.mean()),
    }),
  };
}
