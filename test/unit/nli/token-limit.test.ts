import { describe, expect, it } from "vitest";
import type { ModelFolder, ModelJson } from "../../../src/nli/model-folder.ts";
import { readTokenLimit } from "../../../src/nli/token-limit.ts";

function folderWith(files: Readonly<Record<string, ModelJson>>): ModelFolder {
  return {
    path: "model",
    has: (file) => file in files,
    readJson: (file) => files[file],
    readModules: () => [],
    refuse: (rule) => {
      throw new Error(rule);
    },
  };
}

const limitOf = (config: ModelJson, files: Readonly<Record<string, ModelJson>> = {}, maxTokens?: number) =>
  readTokenLimit(config, folderWith(files), maxTokens);

describe("the limit of tokens", () => {
  it.each([
    ["a BERT model has as many as positions", { model_type: "bert", max_position_embeddings: 512 }, 512],
    [
      "RoBERTa counts positions from its padding on",
      { model_type: "roberta", max_position_embeddings: 258, pad_token_id: 1 },
      256,
    ],
    ["XLM-RoBERTa too", { model_type: "xlm-roberta", max_position_embeddings: 258, pad_token_id: 1 }, 256],
    ["and MPNet, whose file may not name its padding", { model_type: "mpnet", max_position_embeddings: 258 }, 256],
    [
      "a longer model is used as far as 512 unless asked for",
      { model_type: "modernbert", max_position_embeddings: 8_192 },
      512,
    ],
  ])("%s", (_, config, limit) => {
    expect(limitOf(config)).toBe(limit);
  });

  it("is the least that the files say, without a tokenizer's idea of infinity", () => {
    const config = { max_position_embeddings: 512 };
    expect(limitOf(config, { "tokenizer_config.json": { model_max_length: 128 } })).toBe(128);
    expect(limitOf(config, { "tokenizer_config.json": { model_max_length: 1e30 } })).toBe(512);
    expect(limitOf(config, { "sentence_bert_config.json": { max_seq_length: 256 } })).toBe(256);
    expect(limitOf({}, { "tokenizer_config.json": { model_max_length: 256 } })).toBe(256);
  });

  it("can be set lower, and higher than 512 where the model can", () => {
    const config = { model_type: "modernbert", max_position_embeddings: 8_192 };
    expect(limitOf(config, {}, 100)).toBe(100);
    expect(limitOf(config, {}, 2_000)).toBe(2_000);
    expect(() => limitOf(config, {}, 8_193)).toThrow(/`maxTokens` to be at most 8192.*got `8193`/);
  });

  it("must be set where no file says it", () => {
    expect(() => limitOf({})).toThrow(/`maxTokens` to be given/);
    expect(limitOf({}, {}, 300)).toBe(300);
  });
});
