import { checkOptions, integerFrom, refuseOption, type OptionCheck, type OptionChecks } from "../core/check-options.ts";
import type { Embedder } from "../judge/embedder.ts";
import { clientMethod, type OpenaiEmbeddingClient } from "./client.ts";
import { failureOf } from "./failures.ts";
import { modelCheck, parametersCheck, pricesCheck } from "./option-checks.ts";
import { priceOf, usageOf, type TokenPrices } from "./prices.ts";
import { readEmbeddings } from "./read-embeddings.ts";
import { readTokens } from "./read-tokens.ts";
import { isRecord } from "../core/violation.ts";
import { send } from "./send.ts";

/** Options of {@link openaiEmbedder}. */
export interface OpenaiEmbedderOptions {
  /** The model's name (with Azure, the deployment's), e.g. `text-embedding-3-small`. */
  readonly model: string;
  /** The length that vectors are to have, 1 to 65,536, for models that can shorten theirs. Vectors of another length are refused. */
  readonly dimensions?: number;
  /** Texts in one call, 1 to 2,048. @default 128 */
  readonly maxBatch?: number;
  /** Set before queries, for models that are trained so, e.g. `query: `. @default "" */
  readonly queryPrefix?: string;
  /** Set before passages, for models that are trained so, e.g. `passage: `. @default "" */
  readonly passagePrefix?: string;
  /** Prices by model name; must have this model's. Without them the cost of embedding is not recorded. */
  readonly prices?: TokenPrices;
  /** Further members of every request's body. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** How large the body of an answer may be, in bytes: 2,048 vectors of 3,072 numbers of ten digits. */
const maxBodyBytes = 80_000_000;

const prefixCheck: OptionCheck = {
  rule: "a string of at most 1,000 characters",
  holds: (value) => typeof value === "string" && value.length <= 1_000,
};

const checks: OptionChecks<OpenaiEmbedderOptions> = {
  model: modelCheck,
  dimensions: integerFrom(1, 65_536),
  maxBatch: integerFrom(1, 2_048),
  queryPrefix: prefixCheck,
  passagePrefix: prefixCheck,
  prices: pricesCheck,
  parameters: parametersCheck(["model", "input", "dimensions", "encoding_format"]),
};

/**
 * An embedder behind an `openai` client: OpenAI, Azure, or any server that speaks its embeddings (vLLM, Ollama,
 * LiteLLM). Each call is one attempt with the client's own retries off, ended by its signal.
 *
 * @param client a client of `openai` 5, 6 or 7.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`
 */
export function openaiEmbedder(client: OpenaiEmbeddingClient, options: OpenaiEmbedderOptions): Embedder {
  const path = ["embeddings", "create"];
  if (clientMethod(client, path) === undefined) {
    refuseOption(["openaiEmbedder", "client"], "a client of the openai package (with `embeddings.create`)", client);
  }
  checkOptions(options, checks, ["openaiEmbedder"]);
  const { model, dimensions, maxBatch = 128, queryPrefix = "", passagePrefix = "", prices, parameters } = options;
  if (model === undefined) refuseOption(["openaiEmbedder", "model"], modelCheck.rule, model);
  const price = priceOf(prices, model, ["openaiEmbedder", "prices"], ["inputUsdPerMillion"]);
  return {
    model,
    maxBatch,
    async embed(texts, { signal, kind }) {
      const prefix = kind === "query" ? queryPrefix : passagePrefix;
      const body = {
        model,
        input: texts.map((text) => prefix + text),
        // Not every server knows base64, which the client asks for on its own.
        encoding_format: "float",
        ...(dimensions !== undefined && { dimensions }),
        ...parameters,
      };
      try {
        const create = clientMethod(client, path);
        const answer = await send((call) => create?.(body, call), { signal, maxBytes: maxBodyBytes });
        const vectors = readEmbeddings(answer, texts.length, dimensions);
        return { vectors, usage: usageOf(readTokens(isRecord(answer) ? answer["usage"] : undefined), price) };
      } catch (error) {
        throw failureOf(error, client);
      }
    },
  };
}
