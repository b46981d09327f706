import type { Chunk } from "../../core/chunk.ts";
import { groundingChunks, type Interaction } from "../../core/interaction.ts";
import { classifySentences } from "../../text/claims.ts";
import { maskCitations } from "../../text/citations.ts";
import { maskLabels } from "../../text/labels.ts";
import { looseKeys, numbersIn, type NumberMention } from "../../text/numbers.ts";
import { sentencesOf, type Sentence } from "../../text/sentences.ts";
import { tokenize, type Token } from "../../text/tokens.ts";
import { subjectOf } from "./query-subject.ts";
import type { Pacer } from "./pacer.ts";
import type { Nearness, Representation } from "./representation.ts";
import { closeness, closenessOf, createVocabulary, noTerm, type Vocabulary } from "./vocabulary.ts";

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
  /** Term codes in order, `noTerm` for other words. */
  readonly terms: Int32Array;
}

/** A text, read through the vocabulary. */
export interface AnalysedText {
  readonly sentences: readonly AnalysedSentence[];
  /** Normal forms of the numbers in it, each with what it counts; `""` where that cannot be told. */
  readonly numbers: ReadonlyMap<string, ReadonlySet<string>>;
  /** How near the text is to the query, in [0, 1]. */
  readonly nearness: number;
}

/** A chunk, read. */
export interface AnalysedChunk extends AnalysedText {
  readonly chunk: Chunk;
}

/** The answer, read. */
export interface AnalysedAnswer {
  readonly claims: readonly AnalysedClaim[];
  /** Whether a sentence of it declines to answer. */
  readonly hasRefusal: boolean;
  /** All of it but the refusals, read as a chunk is. */
  readonly statements: AnalysedText;
}

/** The query, read, without the words that ask. */
export interface AnalysedQuery {
  readonly tokens: readonly Token[];
  readonly terms: readonly number[];
  /** Starts measuring how near a text is to the query. */
  readonly measure: () => Nearness;
}

/** Everything the three judges read, made once an interaction. */
export interface Analysis {
  readonly vocabulary: Vocabulary;
  readonly query: AnalysedQuery;
  readonly answer: AnalysedAnswer;
  /** What was retrieved. */
  readonly retrieved: readonly AnalysedChunk[];
  /** What the answer must be grounded in; the same list when the generator was given what was retrieved. */
  readonly grounding: readonly AnalysedChunk[];
}

/** Reads an interaction in small steps. */
export async function analyse(
  interaction: Interaction,
  representation: Representation,
  pace: Pacer,
): Promise<Analysis> {
  const vocabulary = createVocabulary(representation);
  const query = analyseQuery(interaction.query ?? "", vocabulary, representation);
  const answer = await analyseAnswer(interaction.answer ?? "", vocabulary, query, pace);
  const known = new Map<string, AnalysedChunk>();
  const read = async (chunk: Chunk): Promise<AnalysedChunk> => ({
    ...(await analyseText(chunk.text, sentencesOf(chunk.text), vocabulary, query, pace)),
    chunk,
  });
  const retrieved = await analyseChunks(interaction.chunks, known, read, pace);
  const given = groundingChunks(interaction);
  const grounding = given === interaction.chunks ? retrieved : await analyseChunks(given, known, read, pace);
  return { vocabulary, query, answer, retrieved, grounding };
}

function analyseQuery(text: string, vocabulary: Vocabulary, representation: Representation): AnalysedQuery {
  const tokens = subjectOf(tokenize(text));
  return {
    tokens,
    terms: [...new Set(tokens.map((token) => vocabulary.add(token)))],
    measure: representation.nearnessTo(tokens),
  };
}

async function analyseAnswer(
  answer: string,
  vocabulary: Vocabulary,
  query: AnalysedQuery,
  pace: Pacer,
): Promise<AnalysedAnswer> {
  const claims: AnalysedClaim[] = [];
  const statements: Sentence[] = [];
  let hasRefusal = false;
  for (const sentence of classifySentences(answer)) {
    const paused = pace();
    if (paused !== undefined) await paused;
    if (sentence.role === "refusal") hasRefusal = true;
    else statements.push(sentence);
    if (sentence.role !== "claim") continue;
    const claim = analyseClaim(answer.slice(sentence.start, sentence.end), vocabulary);
    // Without a word there is nothing to weigh.
    if (claim.tokens.length > 0) claims.push(claim);
  }
  return { claims, hasRefusal, statements: await analyseText(answer, statements, vocabulary, query, pace) };
}

function analyseClaim(text: string, vocabulary: Vocabulary): AnalysedClaim {
  const plain = maskLabels(maskCitations(text));
  const tokens = tokenize(plain);
  return {
    text,
    plain,
    tokens,
    terms: Int32Array.from(tokens, (token) => vocabulary.add(token)),
    numbers: numbersIn(plain, tokens),
  };
}

async function analyseChunks(
  chunks: readonly Chunk[],
  known: Map<string, AnalysedChunk>,
  read: (chunk: Chunk) => Promise<AnalysedChunk>,
  pace: Pacer,
): Promise<AnalysedChunk[]> {
  const analysed: AnalysedChunk[] = [];
  for (const chunk of chunks) {
    const paused = pace();
    if (paused !== undefined) await paused;
    const before = known.get(chunk.text);
    const found = before === undefined ? await read(chunk) : { ...before, chunk };
    known.set(chunk.text, found);
    analysed.push(found);
  }
  return analysed;
}

async function analyseText(
  text: string,
  spans: Iterable<Sentence>,
  vocabulary: Vocabulary,
  query: AnalysedQuery,
  pace: Pacer,
): Promise<AnalysedText> {
  const sentences: AnalysedSentence[] = [];
  const numbers = new Map<string, Set<string>>();
  let read = 0;
  const nearness = query.measure();
  for (const { start, end } of spans) {
    const paused = pace();
    if (paused !== undefined) await paused;
    const tokens = tokenize(text, start, end);
    if (tokens.length === 0) continue;
    nearness.add(tokens);
    sentences.push({ start, end, terms: termsOf(text, tokens, vocabulary) });
    addNumbers(numbers, text, tokens);
    // The numbers of a list are found too: "step 2".
    if (start - read > 1) addNumbers(numbers, text, tokenize(text, Math.max(read, start - longestMarker), start));
    read = end;
  }
  return { sentences, numbers, nearness: nearness.value() };
}

/** Characters before a sentence that may hold its list marker. */
const longestMarker = 12;

function addNumbers(numbers: Map<string, Set<string>>, text: string, tokens: readonly Token[]): void {
  const add = (key: string, unit: string): void => {
    const found = numbers.get(key);
    if (found === undefined) numbers.set(key, new Set([unit]));
    else found.add(unit);
  };
  for (const { keys, unit } of numbersIn(text, tokens)) for (const key of keys) add(key, unit?.name ?? "");
  for (const key of looseKeys(tokens)) add(key, "");
}

const compound = /\p{Ll}{3}(?=\p{Lu}\p{Ll}{2})/u;
const shortestCompound = 7;

// Names such as outdoorSeating in data are read as their words, unless they are terms as they stand.
function termsOf(text: string, tokens: readonly Token[], vocabulary: Vocabulary): Int32Array {
  const terms: number[] = [];
  for (const token of tokens) {
    const term = vocabulary.find(token);
    const unknown = term === noTerm || closenessOf(term) === closeness.relative;
    if (unknown && token.kind === "word" && token.end - token.start >= shortestCompound) {
      const surface = text.slice(token.start, token.end);
      if (compound.test(surface)) {
        for (const part of tokenize(surface.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 "))) terms.push(vocabulary.find(part));
        continue;
      }
    }
    terms.push(term);
  }
  return Int32Array.from(terms);
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
  const made =
    found === undefined
      ? analyse(interaction, representation, pace)
      : // The judge that began it may have been given less time than this one.
        found.catch(() => analyse(interaction, representation, pace));
  context.shared.set(analysisKey, made);
  return made;
}
