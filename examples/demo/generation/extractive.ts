import type { CorpusChunk } from "../retrieval/corpus.ts";
import { termsOf } from "../retrieval/terms.ts";
import { languageOf, type Draft } from "./draft.ts";

/** The passages that an answer is drafted from. */
export type AnswerSource = Pick<CorpusChunk, "id" | "title" | "heading" | "sentences">;

/** Below this share of the query's weight in the best passage there is nothing that fits, and the answer is a refusal. */
const leastCoverage = 0.45;
const mostSentences = 3;
/** A further sentence must be worth this share of the best one. */
const leastShareOfBest = 0.6;

const refusals = {
  en: "I don't know: the documents do not say anything about this.",
  zh: "无法回答：文档中没有提到相关内容。",
} as const;

/**
 * Drafts an answer from the passages: the sentences that hold most of the query's terms, weighted by `idf`, each with
 * the id of its passage. Passages in the query's language are preferred. Terms of the heading count half, since a sentence is read below its heading. When even the best
 * passage holds less than 45 % of the query's weight, the draft is a refusal in the query's language.
 */
export function draftAnswer(query: string, sources: readonly AnswerSource[], idf: (term: string) => number): Draft {
  const language = languageOf(query);
  const weights = new Map(termsOf(query).map((term) => [term, idf(term)]));
  const readable = sources.filter((source) => languageOf(source.sentences.join(" ")) === language);
  const candidates = (readable.length > 0 ? readable : sources).flatMap((source, rank) => {
    const heading = new Set(termsOf(`${source.title} ${source.heading}`));
    return source.sentences.map((text) => {
      const terms = new Set(termsOf(text));
      const covered = weightOf(weights, (term) => (terms.has(term) ? 1 : heading.has(term) ? 0.5 : 0));
      return { text, chunkId: source.id, worth: covered / (1 + 0.05 * rank) };
    });
  });
  const total = weightOf(weights, () => 1);
  const fits = sources.some((source) => {
    const terms = new Set(termsOf(`${source.title} ${source.heading} ${source.sentences.join(" ")}`));
    return total > 0 && weightOf(weights, (term) => (terms.has(term) ? 1 : 0)) >= leastCoverage * total;
  });
  candidates.sort((left, right) => right.worth - left.worth);
  const best = candidates[0]?.worth ?? 0;
  if (!fits || best === 0) return { language, refusal: true, sentences: [{ text: refusals[language] }] };
  const chosen = candidates.filter(({ worth }) => worth >= leastShareOfBest * best).slice(0, mostSentences);
  return { language, refusal: false, sentences: chosen.map(({ text, chunkId }) => ({ text, chunkId })) };
}

function weightOf(weights: ReadonlyMap<string, number>, share: (term: string) => number): number {
  let sum = 0;
  for (const [term, weight] of weights) sum += weight * share(term);
  return sum;
}
