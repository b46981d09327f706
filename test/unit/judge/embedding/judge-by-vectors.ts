import type { Chunk } from "../../../../src/core/chunk.ts";
import type { Interaction } from "../../../../src/core/interaction.ts";
import type { JudgeContext, JudgeNotes, JudgeResult, JudgeWarning } from "../../../../src/core/judge.ts";
import { sumOfUsage } from "../../../../src/core/usage.ts";
import { embeddingJudges } from "../../../../src/judge/embedding/embedding-judges.ts";
import type { EmbeddingJudgesOptions, EmbeddingMetric } from "../../../../src/judge/embedding/options.ts";
import { createScriptedEmbedder, vectorAtCosine, type ScriptedVector } from "../../../../src/testing/index.ts";
import { aJudgeContext } from "../../../helpers/judge-context.ts";

/** An interaction whose query is "query"; chunks are given as texts or as they are. */
export function anInteraction(
  chunks: readonly (string | Partial<Chunk>)[],
  changes: Partial<Interaction> = {},
): Interaction {
  return {
    id: "id-1",
    query: "query",
    retrieval: "succeeded",
    chunks: chunks.map((chunk, index) => ({
      id: String(index),
      text: "",
      ...(typeof chunk === "string" ? { text: chunk } : chunk),
    })),
    answer: "answer",
    ...changes,
  };
}

/** An embedder that puts the query at [1, 0], and each text that is a number at that cosine from it. */
export function numericEmbedder(
  more: Readonly<Record<string, ScriptedVector>> = {},
): ReturnType<typeof createScriptedEmbedder> {
  return createScriptedEmbedder({
    vectors: (text) => more[text] ?? (text === "query" ? [1, 0] : vectorAtCosine(Number(text))),
  });
}

/** What a judge said, and noted. */
export interface Judged {
  readonly result: JudgeResult;
  readonly notes: readonly JudgeNotes[];
  readonly usage: JudgeNotes["usage"];
  readonly warnings: readonly JudgeWarning["code"][];
}

/** Asks one of the embedding judges made with the options. */
export async function judgeWith(
  options: EmbeddingJudgesOptions,
  metric: EmbeddingMetric,
  interaction: Interaction,
): Promise<Judged> {
  return judgeBy(embeddingJudges(options), metric, interaction);
}

/** Asks a judge of the set. */
export async function judgeBy(
  judges: ReturnType<typeof embeddingJudges>,
  metric: EmbeddingMetric,
  interaction: Interaction,
  context: Partial<JudgeContext> = {},
): Promise<Judged> {
  const notes: JudgeNotes[] = [];
  const judge = judges[metric];
  if (judge === undefined) throw new Error(`no judge of ${metric}`);
  const result = await judge.judge(interaction, aJudgeContext({ note: (note) => void notes.push(note), ...context }));
  const noted = notes.flatMap(({ warnings }) => warnings ?? []);
  return {
    result,
    notes,
    usage: sumOfUsage(notes.map(({ usage }) => usage)),
    warnings: [...(result.warnings ?? []), ...noted].map(({ code }) => code),
  };
}
