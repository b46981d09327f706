import { termsOf } from "./terms.ts";

/** A passage with its score; higher is better, and scores of two queries cannot be compared. */
export interface SearchHit<T> {
  readonly item: T;
  readonly score: number;
}

/** A BM25 index. */
export interface Bm25Index<T> {
  /** The best `limit` passages that share a term with the query, best first. */
  search(query: string, limit: number): SearchHit<T>[];
  /** `ln(1 + (N - n + 0.5) / (n + 0.5))`, as Lucene has it: never negative, largest for a term that no passage holds. */
  idf(term: string): number;
}

/** Indexes passages for Okapi BM25 (Robertson and Zaragoza 2009) with Lucene's defaults, k1 = 1.2 and b = 0.75. */
export function createBm25<T extends { readonly text: string }>(
  items: readonly T[],
  { k1 = 1.2, b = 0.75 } = {},
): Bm25Index<T> {
  const postings = new Map<string, Map<number, number>>();
  const lengths = items.map(({ text }, position) => {
    const terms = termsOf(text);
    for (const term of terms) {
      const counts = postings.get(term) ?? new Map<number, number>();
      counts.set(position, (counts.get(position) ?? 0) + 1);
      postings.set(term, counts);
    }
    return terms.length;
  });
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);

  function idf(term: string): number {
    const holders = postings.get(term)?.size ?? 0;
    return Math.log(1 + (items.length - holders + 0.5) / (holders + 0.5));
  }

  function search(query: string, limit: number): SearchHit<T>[] {
    const scores = new Map<number, number>();
    for (const term of new Set(termsOf(query))) {
      for (const [position, count] of postings.get(term) ?? []) {
        const norm = k1 * (1 - b + (b * (lengths[position] ?? 0)) / averageLength);
        scores.set(position, (scores.get(position) ?? 0) + (idf(term) * count * (k1 + 1)) / (count + norm));
      }
    }
    return [...scores]
      .sort(([leftPosition, left], [rightPosition, right]) => right - left || leftPosition - rightPosition)
      .slice(0, limit)
      .flatMap(([position, score]) => items.slice(position, position + 1).map((item) => ({ item, score })));
  }

  return { search, idf };
}
