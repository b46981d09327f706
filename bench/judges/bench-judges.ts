import { triadMetrics } from "rag-triad";
import { round } from "../measure.ts";
import type { Overhead } from "./compare.ts";
import { embeddedTexts, embeddingOverhead } from "./embedding-overhead.ts";
import { createInstant } from "./instant.ts";
import { llmHttpOverhead, llmOverhead } from "./llm-overhead.ts";
import { typicalRequests } from "../workload.ts";
import { demoInteractions, interactionOf } from "./interactions.ts";
import type { PairMeasurement } from "../../scripts/models/measure-pairs.ts";
import { measureNliPairs } from "./nli-pairs.ts";
import { recordCalls } from "./recorded-calls.ts";
import { measureTokenUse, totalUse, type CallUse, type TokenUse } from "./token-use.ts";
import { examplePrices, usdPerMillionRequests, type UsdPerMillionRequests } from "./usd.ts";

/** What is measured. */
export interface JudgeBenchOptions {
  /** The folder of the NLI model. @default a tiny one, made for it */
  readonly nliModel?: string | undefined;
  /** Requests of the overhead, each judged in every round. @default 60 */
  readonly requests?: number;
}

/** The figures. */
export interface JudgeBench {
  readonly overhead: Readonly<Record<"llm" | "llmHttp" | "embedding", Overhead>>;
  readonly nli: PairMeasurement & { readonly model: string };
  readonly tokens: Readonly<Record<"demo" | "typical", TokenUse>>;
  /** At the example's prices. */
  readonly usdPerMillionRequests: Readonly<Record<"demo" | "typical", UsdPerMillionRequests>>;
  readonly node: string;
}

/** Measures what judges cost apart from their model's own time, and what they ask of it; says it, and gives it as data. */
export async function benchJudges(
  say: (line: string) => void,
  { nliModel, requests = 60 }: JudgeBenchOptions = {},
): Promise<JudgeBench> {
  const typical = typicalRequests(requests).map(interactionOf);
  const all = await Promise.all(
    typical.map(async (interaction) => ({ interaction, calls: await recordCalls(interaction) })),
  );
  const instant = createInstant(
    all.map(({ calls }) => calls),
    typical.flatMap(embeddedTexts),
  );
  const overhead = {
    llm: await llmOverhead(all, instant),
    llmHttp: await llmHttpOverhead(all, instant),
    embedding: await embeddingOverhead(all, instant),
  };
  sayOverhead("LLM judges, model answers at once", overhead.llm, say);
  sayOverhead("LLM judges, server answers at once over HTTP", overhead.llmHttp, say);
  sayOverhead("embedding judges, embedder answers at once", overhead.embedding, say);
  const pairs = await measureNliPairs(nliModel);
  say(
    `NLI, model ${pairs.model}${nliModel === undefined ? " (made up to measure what is around it; yours: --nli-model <folder>)" : ""}, ${pairs.tokens} tokens a pair: ${pairs.pairsPerCpuSecond} pairs a second and thread of CPU time, ${pairs.pairsPerSecond} by the clock`,
  );
  const tokens = { demo: await measureTokenUse(await demoInteractions()), typical: await measureTokenUse(typical) };
  for (const [name, use] of Object.entries(tokens)) sayTokens(name, use, say);
  const usd = { demo: usdPerMillionRequests(tokens.demo), typical: usdPerMillionRequests(tokens.typical) };
  const { input, output, embedding } = examplePrices;
  say(`USD per million requests, at USD ${input} in, ${output} out and ${embedding} embedded per million tokens:`);
  for (const [name, { llm, embedding: embedded }] of Object.entries(usd)) {
    say(
      `  ${name}: LLM judges ${round(llm, 0)}; embedding judges ${round(embedded.all, 0)}, ${round(embedded.answer, 0)} with the retriever's vectors`,
    );
  }
  return {
    overhead: rounded(overhead),
    nli: pairs,
    tokens: rounded(tokens),
    usdPerMillionRequests: rounded(usd),
    node: process.version,
  };
}

function sayOverhead(
  what: string,
  { judgedMs, byHandMs, addedMs, ratio }: Overhead,
  say: (line: string) => void,
): void {
  say(
    `${what}: ${round(judgedMs)} ms of CPU an interaction, ${round(byHandMs)} ms for the same calls by hand: ${round(addedMs)} ms more, × ${round(ratio)}`,
  );
}

function sayTokens(name: string, use: TokenUse, say: (line: string) => void): void {
  const shown = ({ calls, inputTokens, outputTokens }: CallUse): string =>
    `${round(inputTokens, 0)} + ${round(outputTokens, 0)} in ${round(calls)} calls`;
  const parts = triadMetrics.map((metric) => `${metric} ${shown(use.byMetric[metric])}`);
  say(
    `LLM tokens in + out an interaction, ${use.interactions} of ${name}: ${shown(totalUse(use))} (${parts.join(", ")}), and ${round(use.embeddedTokens, 0)} embedded`,
  );
  const { allTokens, answerTokens } = use.embedding;
  say(`embedding judges: ${round(allTokens, 0)} tokens, ${round(answerTokens, 0)} with the retriever's vectors`);
}

/** The same with every number rounded for printing. */
function rounded<T extends object>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === "number" ? round(inner, 3) : inner)),
  ) as T;
}
