import type { Interaction } from "../../../core/interaction.ts";
import type { JudgedChunk } from "../../../core/claim.ts";
import type { JudgeContext } from "../../../core/judge.ts";
import { roundScore, scored, unscored } from "../../../core/outcome.ts";
import { hasWord } from "../../../text/characters.ts";
import { createEnvelope, noteRemoved } from "../envelope.ts";
import { fiveGrades, readGrade, scoreOfGrade } from "../grades.ts";
import type { Judgement, LlmSettings } from "../llm-settings.ts";
import type { JsonValue } from "../parse-json.ts";
import { foldText } from "../quotes/fold-text.ts";
import type { ReadableChunk } from "../quotes/readable-chunk.ts";
import { readContext } from "../read-context.ts";
import { askChunks, type ChunkRequest } from "./ask-chunks.ts";
import { contextGradeSchema, contextSentencesSchema } from "./prompt.ts";

/** A graded chunk at or above it counts as relevant: a part of the answer is in it. */
const relevantGrade = 0.5;

type Request = Pick<ChunkRequest<never>, "access" | "context" | "envelope" | "query">;

/**
 * The share of each chunk's sentences that are needed to answer the query, averaged over the chunks. The model copies the
 * sentences; what is not in the chunk, or speaks to the judge, does not count. A chunk with any is a relevant one.
 */
export async function judgeContextBySentences(
  interaction: Interaction,
  context: JudgeContext,
  settings: LlmSettings,
): Promise<Judgement> {
  return judgeChunks(interaction, context, settings, async (chunks, request) => {
    const found = await askChunks(chunks, {
      ...request,
      prompt: settings.prompts.contextSentences.text,
      schema: contextSentencesSchema,
      replyShare: 1,
      read: (entry) => readTexts(entry["sentences"]),
    });
    let fabricated = 0;
    const scores = chunks.map((chunk, at) => {
      const needed = new Set<number>();
      for (const quote of found.get(at)?.flat() ?? []) {
        // A line of signs alone says nothing.
        if (foldText(quote) === "") continue;
        const sentences = chunk.find(quote);
        if (sentences === undefined) fabricated++;
        else if (isMostOf(quote, sentences, chunk))
          for (const sentence of sentences) if (!chunk.isDemanded(sentence)) needed.add(sentence);
      }
      const total = chunk.sentences.filter(({ start, end }) => hasWord(chunk.text.slice(start, end))).length;
      return total === 0 ? 0 : Math.min(1, needed.size / total);
    });
    if (fabricated > 0) context.note({ findings: { fabricated_quote: fabricated } });
    return { scores, isRelevant: (score) => score > 0 };
  });
}

/** How much each chunk helps to answer the query, as the model grades it, averaged over the chunks: (grade − 1) ÷ 4. */
export async function judgeContextByGrade(
  interaction: Interaction,
  context: JudgeContext,
  settings: LlmSettings,
): Promise<Judgement> {
  return judgeChunks(interaction, context, settings, async (chunks, request) => {
    const found = await askChunks(chunks, {
      ...request,
      prompt: settings.prompts.contextGrade.text,
      schema: contextGradeSchema,
      replyShare: 0.75,
      read: (entry) => readGrade(entry["grade"], fiveGrades),
    });
    // Of a chunk in several windows the best part counts: the answer is in it.
    const scores = chunks.map((_, at) =>
      scoreOfGrade(Math.max(fiveGrades.lowest, ...(found.get(at) ?? [])), fiveGrades),
    );
    return { scores, isRelevant: (score) => score >= relevantGrade };
  });
}

/** A word or two out of a sentence do not stand for it. */
function isMostOf(quote: string, sentences: readonly number[], { text, sentences: spans }: ReadableChunk): boolean {
  const whole = sentences.map((number) => text.slice(spans[number]?.start ?? 0, spans[number]?.end ?? 0)).join(" ");
  return foldText(quote).length * 2 >= foldText(whole).length;
}

interface ChunkScores {
  /** One a chunk, in the chunks' order. */
  readonly scores: readonly number[];
  readonly isRelevant: (score: number) => boolean;
}

async function judgeChunks(
  interaction: Interaction,
  context: JudgeContext,
  settings: LlmSettings,
  score: (chunks: readonly ReadableChunk[], request: Request) => Promise<ChunkScores>,
): Promise<Judgement> {
  if (interaction.chunks.length === 0) return { outcome: unscored("no_context") };
  const envelope = createEnvelope(context.random);
  const chunks = await readContext(interaction.chunks, envelope, context);
  const query = envelope.wrap("query", envelope.clean(interaction.query ?? "").trim());
  noteRemoved(envelope, context);
  const { scores, isRelevant } = await score(chunks, { access: settings, context, envelope, query });
  const judged: JudgedChunk[] = chunks.map(({ id }, at) => ({ id, score: roundScore(scores[at] ?? 0) }));
  return {
    outcome: scored(scores.reduce((sum, value) => sum + value, 0) / scores.length),
    detail: { chunks: judged, relevantChunkRatio: scores.filter(isRelevant).length / scores.length },
  };
}

function readTexts(value: JsonValue | undefined): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = (value as readonly unknown[]).filter((text): text is string => typeof text === "string");
  return texts.length === value.length ? texts : undefined;
}
