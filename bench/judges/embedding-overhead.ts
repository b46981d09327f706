import { embeddingJudges, scoreInteraction, type Interaction } from "rag-triad";
import { compare, type Overhead, type Prepared } from "./compare.ts";
import type { Instant } from "./instant.ts";

const { signal } = new AbortController();

/** The embedding judges with an empty cache, against one call of the embedder and a cosine for each text. */
export function embeddingOverhead(all: readonly Prepared[], instant: Instant): Promise<Overhead> {
  const { embedder } = instant;
  let judges = embeddingJudges({ embedder });
  return compare(all, instant, {
    prepare: () => void (judges = embeddingJudges({ embedder })),
    judged: ({ interaction }) => scoreInteraction({ interaction, judges }),
    async byHand({ interaction }) {
      const { vectors } = await embedder.embed(embeddedTexts(interaction), { signal, kind: "passage" });
      const [query = []] = vectors;
      return vectors.map((vector) => cosine(query, vector));
    },
  });
}

/** The texts that the embedding judges need vectors of. */
export function embeddedTexts({ query, answer, chunks }: Interaction): readonly string[] {
  return [query, answer, ...chunks.map(({ text }) => text)].filter((text) => text !== null);
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, squareA, squareB] = [0, 0, 0];
  for (let index = 0; index < a.length; index++) {
    const [x = 0, y = 0] = [a[index], b[index]];
    dot += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  return dot / Math.sqrt(squareA * squareB);
}
