import { totalUse, type TokenUse } from "./token-use.ts";

/** USD per million tokens: those of the README's table, `gpt-5-mini` and `text-embedding-3-small` in November 2026. */
export const examplePrices = { input: 0.25, output: 2, embedding: 0.02 } as const;

/** What a million requests cost. With prices per million tokens that is tokens a request × price. */
export interface UsdPerMillionRequests {
  readonly llm: number;
  /** The embedding judges, when the retriever gives no vectors, and when it gives those of query and chunks. */
  readonly embedding: { readonly all: number; readonly answer: number };
}

/** The bill of tokens, in USD per million requests: of whole tokens, as they are printed. */
export function usdPerMillionRequests(use: TokenUse, prices = examplePrices): UsdPerMillionRequests {
  const { inputTokens, outputTokens } = totalUse(use);
  const embedded = (tokens: number): number => Math.round(tokens) * prices.embedding;
  return {
    llm:
      Math.round(inputTokens) * prices.input + Math.round(outputTokens) * prices.output + embedded(use.embeddedTokens),
    embedding: { all: embedded(use.embedding.allTokens), answer: embedded(use.embedding.answerTokens) },
  };
}
