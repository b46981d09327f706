import { triadMetrics, type Interaction, type TriadMetric } from "rag-triad";
import { embeddedTexts } from "./embedding-overhead.ts";
import { recordCalls, type ModelCall } from "./recorded-calls.ts";

/** Means over interactions. */
export interface TokenUse {
  readonly interactions: number;
  readonly byMetric: Readonly<Record<TriadMetric, CallUse>>;
  /** What answer relevance has embedded: the query, and those generated. */
  readonly embeddedTokens: number;
  /** What the embedding judges have embedded when the retriever gives no vectors, and when it gives those of query and chunks. */
  readonly embedding: { readonly allTokens: number; readonly answerTokens: number };
}

/** What one metric takes of the model for one interaction. */
export interface CallUse {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const metricOfSchema: Readonly<Record<string, TriadMetric>> = {
  context_sentences: "context_relevance",
  groundedness: "groundedness",
  queries: "answer_relevance",
};

/**
 * Counts what the LLM judges' own prompts take for interactions. The replies are those of a model that
 * counts words: the same JSON, with sentences of the same texts in it, and no reasoning.
 */
export async function measureTokenUse(interactions: readonly Interaction[]): Promise<TokenUse> {
  const calls: ModelCall[] = [];
  const embedded: string[] = [];
  for (const interaction of interactions) {
    const recorded = await recordCalls(interaction);
    calls.push(...recorded.model);
    embedded.push(...recorded.embedder.flat());
  }
  const meanTokens = (texts: readonly string[]): number => approximateTokens(texts.join("")) / interactions.length;
  const useOf = (metric: TriadMetric): CallUse => {
    const own = calls.filter(({ request }) => metricOfSchema[request.schema?.name ?? ""] === metric);
    const mean = (f: (call: ModelCall) => number): number =>
      own.reduce((sum, call) => sum + f(call), 0) / interactions.length;
    return {
      calls: mean(() => 1),
      inputTokens: mean(({ request }) => approximateTokens(textOf(request))),
      outputTokens: mean(({ reply }) => approximateTokens(reply)),
    };
  };
  return {
    interactions: interactions.length,
    byMetric: Object.fromEntries(triadMetrics.map((metric) => [metric, useOf(metric)])) as TokenUse["byMetric"],
    embeddedTokens: meanTokens(embedded),
    embedding: {
      allTokens: meanTokens(interactions.flatMap(embeddedTexts)),
      answerTokens: meanTokens(interactions.map(({ answer }) => answer ?? "")),
    },
  };
}

/** Everything that one call sends: instructions, data, and the schema that the server turns into tokens, too. */
export function textOf({ instructions, input, schema }: ModelCall["request"]): string {
  return `${instructions}\n${input}\n${JSON.stringify(schema?.schema ?? {})}`;
}

/**
 * Tokens of a text, about: 3.85 ASCII characters or 1.05 others make one. Fitted to o200k_base on these very texts, whose
 * sums differ by less than 5 %.
 */
export function approximateTokens(text: string): number {
  const others = text.replace(/[\0-\x7f]/g, "").length;
  return (text.length - others) / 3.85 + others / 1.05;
}

/** The sum over the triad. */
export function totalUse({ byMetric }: TokenUse): CallUse {
  const sum = (name: keyof CallUse): number =>
    triadMetrics.reduce((total, metric) => total + byMetric[metric][name], 0);
  return { calls: sum("calls"), inputTokens: sum("inputTokens"), outputTokens: sum("outputTokens") };
}
