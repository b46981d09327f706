import { readFileSync, readdirSync } from "node:fs";

/** One recorded request: what the retriever finds and what the generator answers. */
export interface BenchRequest {
  readonly query: string;
  readonly chunks: readonly { readonly id: string; readonly text: string; readonly score: number }[];
  readonly answer: string;
}

const corpus = new URL("../examples/demo/corpus/", import.meta.url);

/**
 * Typical requests made from the demo's pages: a query of about 20 words, 5 chunks of about 200 words, an answer of
 * 6 sentences taken from the chunks.
 */
export function typicalRequests(count: number): readonly BenchRequest[] {
  const words = readdirSync(corpus)
    .filter((name) => name.endsWith(".md") && !name.includes("zh"))
    .sort()
    .flatMap((name) => readFileSync(new URL(name, corpus), "utf8").split(/\s+/u));
  const sentences = words.join(" ").match(/[A-Z][^.!?]{30,200}[.!?]/gu) ?? [];
  return Array.from({ length: count }, (_, index) => {
    const start = (index * 37) % Math.max(1, words.length - 1_200);
    const chunks = Array.from({ length: 5 }, (_unused, rank) => ({
      id: `page-${start}-${rank}`,
      text: words.slice(start + rank * 200, start + (rank + 1) * 200).join(" "),
      score: 1 / (rank + 1),
    }));
    const first = (index * 11) % Math.max(1, sentences.length - 6);
    return {
      query: words.slice(start, start + 20).join(" "),
      chunks,
      answer: sentences.slice(first, first + 6).join(" "),
    };
  });
}

/** The item at `index`, around the end. */
export function cyclic<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError("There is nothing to cycle through");
  return item;
}
