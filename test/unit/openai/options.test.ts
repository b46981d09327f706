import { describe, expect, it } from "vitest";
import { openaiEmbedder, openaiJudgeModel } from "../../../src/openai/index.ts";

const client = { chat: { completions: { create: () => undefined } }, embeddings: { create: () => undefined } };

describe("openaiJudgeModel refuses", () => {
  it.each([
    [{}, /^Expected `openaiJudgeModel.model` to be a string of 1 to 256 characters, got nothing \(it is missing\)$/],
    [{ model: "" }, /`openaiJudgeModel.model`/],
    [{ model: "m", modle: "m" }, /^Unknown key `openaiJudgeModel.modle`: did you mean `model`\?$/],
    [
      { model: "m", temperature: 3 },
      /^Expected `openaiJudgeModel.temperature` to be a number from 0 to 2, got `3` \(number\)$/,
    ],
    [{ model: "m", contextTokens: 10 }, /`openaiJudgeModel.contextTokens` to be an integer from 1024 to 10000000/],
    [
      { model: "m", structuredOutput: "xml" },
      /`openaiJudgeModel.structuredOutput` to be "schema" or "json" or "text", got/,
    ],
    [{ model: "m", parameters: { stream: true } }, /`openaiJudgeModel.parameters` to be an object without .*`stream`/],
    [
      { model: "m", prices: {} },
      /^Expected `openaiJudgeModel.prices.m` to be the model's price \(an object\), got nothing/,
    ],
    [
      { model: "m", prices: { m: { inputUsdPerMillion: 1 } } },
      /`openaiJudgeModel.prices.m.outputUsdPerMillion` to be a number from 0/,
    ],
    [
      { model: "m", prices: { m: { inputUsdPerMillion: -1, outputUsdPerMillion: 1 } } },
      /`openaiJudgeModel.prices.m.inputUsdPerMillion`/,
    ],
    [{ model: "constructor", prices: {} }, /`openaiJudgeModel.prices.constructor`/],
  ])("%j", (options, message) => {
    expect(() => openaiJudgeModel(client, options as never)).toThrow(
      expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message: expect.stringMatching(message) }),
    );
  });

  it.each([undefined, null, {}, { chat: {} }, { chat: { completions: { create: "create" } } }])(
    "the client %j",
    (given) => {
      expect(() => openaiJudgeModel(given as never, { model: "m" })).toThrow(
        /`openaiJudgeModel.client` to be a client of the openai package/,
      );
    },
  );
});

describe("openaiEmbedder refuses", () => {
  it.each([
    [{}, /`openaiEmbedder.model`/],
    [{ model: "m", dimensions: 0 }, /`openaiEmbedder.dimensions` to be an integer from 1 to 65536/],
    [{ model: "m", maxBatch: 5_000 }, /`openaiEmbedder.maxBatch` to be an integer from 1 to 2048/],
    [{ model: "m", queryPrefix: 1 }, /`openaiEmbedder.queryPrefix` to be a string/],
    [{ model: "m", parameters: { input: "x" } }, /`openaiEmbedder.parameters` to be an object without/],
    [{ model: "m", prices: { m: {} } }, /`openaiEmbedder.prices.m.inputUsdPerMillion`/],
  ])("%j", (options, message) => {
    expect(() => openaiEmbedder(client, options as never)).toThrow(message);
  });

  it("what is no client", () => {
    expect(() => openaiEmbedder({} as never, { model: "m" })).toThrow(
      /`openaiEmbedder.client` to be a client of the openai package/,
    );
  });
});
