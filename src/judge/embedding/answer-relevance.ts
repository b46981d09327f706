import { scored, unscored } from "../../core/outcome.ts";
import { classifySentences } from "../../text/claims.ts";
import { createPacer, type Pacer } from "../embedded/pacer.ts";
import { interactionVectors } from "./interaction-vectors.ts";
import { vectorsRefused, type EmbeddingJudging } from "./judgement.ts";
import { cosine } from "./unit-vector.ts";

/**
 * The score of the cosine of query and answer. Sentences that decline to answer are left out, because they repeat the query; an
 * answer with nothing else to say is `refusal`.
 */
export const judgeAnswerRelevance: EmbeddingJudging = async (interaction, settings, request) => {
  const { query, queryVector, answer } = interaction;
  const { vectors, reuseVectors, scoreOf } = settings;
  const text = await statementsOf(answer ?? "", createPacer(request));
  if (text === undefined) return { outcome: unscored("refusal") };
  const compared = await interactionVectors(
    { text: query ?? "", vector: reuseVectors ? queryVector : undefined },
    [{ text }],
    vectors,
    request,
  );
  const [vector] = compared?.passages ?? [];
  if (compared === undefined || vector === undefined) return { outcome: unscored("empty_answer") };
  return {
    outcome: scored(scoreOf(cosine(compared.query, vector))),
    warnings: compared.refused ? [vectorsRefused] : [],
  };
};

/** The answer without its refusals; as it is when there is none, `undefined` when no claim remains besides them. */
async function statementsOf(answer: string, pace: Pacer): Promise<string | undefined> {
  const statements: string[] = [];
  let hasRefusal = false;
  let hasClaim = false;
  for (const { role, start, end } of classifySentences(answer)) {
    const paused = pace();
    if (paused !== undefined) await paused;
    if (role === "refusal") hasRefusal = true;
    else statements.push(answer.slice(start, end));
    if (role === "claim") hasClaim = true;
  }
  if (!hasRefusal) return answer;
  return hasClaim ? statements.join("\n") : undefined;
}
