import type { Chunk } from "../../core/chunk.ts";
import { groundingChunks, type Interaction } from "../../core/interaction.ts";
import { classifySentences } from "../../text/claims.ts";
import { maskCitations } from "../../text/citations.ts";
import { numberKeys, numbersIn, type NumberMention } from "../../text/numbers.ts";
import { sentencesOf } from "../../text/sentences.ts";
import { tokenize, type Token } from "../../text/tokens.ts";
import type { Pacer } from "./pacer.ts";
import type { Representation } from "./representation.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";

/** A claim of the answer, read. */
export interface AnalysedClaim {
  readonly text: string;
  /** The text without citations and URLs; same length. */
  readonly plain: string;
  readonly tokens: readonly Token[];
  /** The term of each token. */
  readonly terms: Int32Array;
  readonly numbers: readonly NumberMention[];
}

/** A sentence of a chunk, read through the vocabulary. */
export interface AnalysedSentence {
  readonly start: number;
  readonly end: number;
  /** Term numbers in order, `noTerm` for other words. */
  readonly terms: Int32Array;
}

/** A chunk, read. */
export interface AnalysedChunk {
  readonly chunk: Chunk;
  readonly sentences: readonly AnalysedSentence[];
  /** Normal forms of the numbers in it. */
  readonly numbers: ReadonlySet<string>;
}

/** The answer, read. */
export interface AnalysedAnswer {
  readonly claims: readonly AnalysedClaim[];
  readonly hasRefusal: boolean;
}

/** Everything the three judges read, made once an interaction. */
export interface Analysis {
  readonly vocabulary: Vocabulary;
  readonly query: readonly Token[];
  readonly answer: AnalysedAnswer;
  /** What was retrieved. */
  readonly retrieved: readonly AnalysedChunk[];
  /** What the answer must be grounded in; the same list when the generator was given what was retrieved. */
  readonly grounding: readonly AnalysedChunk[];
}

/** Reads an interaction in small steps. */
export async function analyse(interaction: Interaction, representation: Representation, pace: Pacer): Promise<Analysis> {
  const vocabulary = createVocabulary(representation);
  const query = tokenize(interaction.query ?? "");
  for (const token of query) vocabulary.add(token);
  const answer = await analyseAnswer(interaction.answer ?? "", vocabulary, pace);
  const known = new Map<string, AnalysedChunk>();
  const retrieved = await analyseChunks(interaction.chunks, vocabulary, known, pace);
  const given = groundingChunks(interaction);
  const grounding = given === interaction.chunks ? retrieved : await analyseChunks(given, vocabulary, known, pace);
  return { vocabulary, query, answer, retrieved, grounding };
}

async function analyseAnswer(answer: string, vocabulary: Vocabulary, pace: Pacer): Promise<AnalysedAnswer> {
  const claims: AnalysedClaim[] = [];
  let hasRefusal = false;
  for (const sentence of classifySentences(answer)) {
    const paused = pace();
    if (paused !== undefined) await paused;
    if (sentence.role === "refusal") hasRefusal = true;
    if (sentence.role === "claim") claims.push(analyseClaim(answer.slice(sentence.start, sentence.end), vocabulary));
  }
  return { claims, hasRefusal };
}

function analyseClaim(text: string, vocabulary: Vocabulary): AnalysedClaim {
  const plain = maskCitations(text);
  const tokens = tokenize(plain);
  return { text, plain, tokens, terms: Int32Array.from(tokens, (token) => vocabulary.add(token)), numbers: numbersIn(plain, tokens) };
}

async function analyseChunks(
  chunks: readonly Chunk[],
  vocabulary: Vocabulary,
  known: Map<string, AnalysedChunk>,
  pace: Pacer,
): Promise<AnalysedChunk[]> {
  const analysed: AnalysedChunk[] = [];
  for (const chunk of chunks) {
    const before = known.get(chunk.text);
    const found = before === undefined ? await analyseChunk(chunk, vocabulary, pace) : { ...before, chunk };
    known.set(chunk.text, found);
    analysed.push(found);
  }
  return analysed;
}

async function analyseChunk(chunk: Chunk, vocabulary: Vocabulary, pace: Pacer): Promise<AnalysedChunk> {
  const sentences: AnalysedSentence[] = [];
  const numbers = new Set<string>();
  for (const { start, end } of sentencesOf(chunk.text)) {
    const paused = pace();
    if (paused !== undefined) await paused;
    const tokens = tokenize(chunk.text, start, end);
    if (tokens.length === 0) continue;
    sentences.push({ start, end, terms: Int32Array.from(tokens, (token) => vocabulary.find(token)) });
    for (const key of numberKeys(numbersIn(chunk.text, tokens))) numbers.add(key);
  }
  return { chunk, sentences, numbers };
}

const analysisKey = Symbol("embedded analysis");

/** The interaction's analysis: the first judge that asks makes it, the others share it. */
export function sharedAnalysis(
  interaction: Interaction,
  representation: Representation,
  context: { readonly shared: Map<symbol, unknown> },
  pace: Pacer,
): Promise<Analysis> {
  const found = context.shared.get(analysisKey) as Promise<Analysis> | undefined;
  if (found !== undefined) return found;
  const made = analyse(interaction, representation, pace);
  context.shared.set(analysisKey, made);
  return made;
}
