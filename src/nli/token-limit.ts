import { refuseOption } from "../core/check-options.ts";
import type { ModelFolder, ModelJson } from "./model-folder.ts";

/** Models whose positions are counted from the padding token's id on, which takes that many from the limit. */
const positionsAfterPadding: ReadonlySet<unknown> = new Set([
  "roberta",
  "xlm-roberta",
  "xlm-roberta-xl",
  "camembert",
  "data2vec-text",
  "mpnet",
]);

/** Tokenizers that know no limit say a number such as 1e30. */
const largestLimit = 1_000_000;

/** Tokens a run has at most unless more is asked for: attention takes memory as the square of them. */
const usualTokens = 512;

/**
 * Tokens that the model may be given at once, the special ones included: `maxTokens`, else 512; never more than its
 * files say (config.json, tokenizer_config.json, sentence_bert_config.json).
 */
export function readTokenLimit(config: ModelJson, folder: ModelFolder, maxTokens?: number): number {
  const limits = [
    positionsOf(config),
    folder.readJson("tokenizer_config.json")?.["model_max_length"],
    folder.readJson("sentence_bert_config.json")?.["max_seq_length"],
  ].filter(isLimit);
  if (limits.length === 0) {
    return maxTokens ?? refuseOption(["maxTokens"], "given, as the files of the model name no limit", maxTokens);
  }
  const limit = Math.min(...limits);
  if (maxTokens !== undefined && maxTokens > limit) {
    refuseOption(["maxTokens"], `at most ${limit}, the limit of the model`, maxTokens);
  }
  return maxTokens ?? Math.min(limit, usualTokens);
}

function positionsOf(config: ModelJson): unknown {
  const positions = config["max_position_embeddings"];
  if (!isLimit(positions) || !positionsAfterPadding.has(config["model_type"])) return positions;
  const padding = config["pad_token_id"];
  return positions - 1 - (typeof padding === "number" ? padding : 1);
}

function isLimit(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value <= largestLimit;
}
