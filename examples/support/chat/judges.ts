import {
  canaries,
  embeddedJudges,
  fallback,
  judgePolicy,
  llmJudges,
  shadow,
  type Canaries,
  type JudgeSet,
} from "rag-triad";
import { openaiEmbedder, openaiJudgeModel } from "rag-triad/openai";
import type { OpenaiConnection } from "./connect-openai.ts";

/** The LLM judges score; the embedded ones step in where they cannot, and are compared with them on every request. */
export function chatJudges({ client, judgeModel, embeddingModel }: OpenaiConnection): JudgeSet {
  // Examples, in USD per million tokens. Yours are on your provider's page; without prices there can be no budget.
  const prices = {
    [judgeModel]: { inputUsdPerMillion: 0.25, cachedInputUsdPerMillion: 0.025, outputUsdPerMillion: 2 },
    [embeddingModel]: { inputUsdPerMillion: 0.02 },
  };
  const llm = llmJudges({
    model: openaiJudgeModel(client, { model: judgeModel, prices }),
    embedder: openaiEmbedder(client, { model: embeddingModel, prices }),
    // One policy for all that call this service: they share its limits, its circuit and its money.
    policy: judgePolicy({ budget: { softUsd: 8, hardUsd: 10 } }),
  });
  const embedded = embeddedJudges();
  return shadow({ primary: fallback(llm, embedded), shadow: embedded, ratio: 1 });
}

/** Answers whose quality is known, sent through the same judges: a judge that is up, fast and wrong is seen by them. */
export function chatCanaries(everyMs: number): Canaries {
  const query = "What does a day ticket cost?";
  const chunks = ["A day ticket costs 12 euros. Children under 14 years pay nothing."];
  return canaries({
    everyMs,
    cases: [
      { id: "price-right", query, chunks, answer: "A day ticket costs 12 euros.", expect: { groundedness: "high" } },
      { id: "price-wrong", query, chunks, answer: "A day ticket costs 20 euros.", expect: { groundedness: "low" } },
    ],
  });
}
