import { describe, expect, it } from "vitest";
import { openaiEmbedder, openaiJudgeModel } from "../../../src/openai/index.ts";

const client = { chat: { completions: { create: () => undefined } }, embeddings: { create: () => undefined } };

describe("openaiJudgeModel refuses", () => {
  it.each([
    [{}, /^Expected `model` to be a string of 1 to 256 characters, got `undefined` \(undefined\)$/],
    [{ model: "" }, /`model`/],
    [{ model: "m", modle: "m" }, /^Unknown option `modle`: did you mean `model`\?$/],
    [{ model: "m", temperature: 3 }, /^Expected `temperature` to be a number from 0 to 2, got `3` \(number\)$/],
    [{ model: "m", contextTokens: 10 }, /`contextTokens` to be an integer from 1024 to 10000000/],
    [{ model: "m", structuredOutput: "xml" }, /`structuredOutput` to be "schema" or "json" or "text", got/],
    [{ model: "m", parameters: { stream: true } }, /`parameters` to be an object without .*`stream`/],
    [{ model: "m", prices: {} }, /^Expected `prices.m` to be the model's price \(an object\), got `undefined`/],
    [{ model: "m", prices: { m: { inputUsdPerMillion: 1 } } }, /`prices.m.outputUsdPerMillion` to be a number from 0/],
    [
      { model: "m", prices: { m: { inputUsdPerMillion: -1, outputUsdPerMillion: 1 } } },
      /`prices.m.inputUsdPerMillion`/,
    ],
    [{ model: "constructor", prices: {} }, /`prices.constructor`/],
  ])("%j", (options, message) => {
    expect(() => openaiJudgeModel(client, options as never)).toThrow(
      expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message: expect.stringMatching(message) }),
    );
  });

  it.each([undefined, null, {}, { chat: {} }, { chat: { completions: { create: "create" } } }])(
    "the client %j",
    (given) => {
      expect(() => openaiJudgeModel(given as never, { model: "m" })).toThrow(
        /`client` to be a client of the openai package/,
      );
    },
  );
});

describe("openaiEmbedder refuses", () => {
  it.each([
    [{}, /`model`/],
    [{ model: "m", dimensions: 0 }, /`dimensions` to be an integer from 1 to 65536/],
    [{ model: "m", maxBatch: 5_000 }, /`maxBatch` to be an integer from 1 to 2048/],
    [{ model: "m", queryPrefix: 1 }, /`queryPrefix` to be a string/],
    [{ model: "m", parameters: { input: "x" } }, /`parameters` to be an object without/],
    [{ model: "m", prices: { m: {} } }, /`prices.m.inputUsdPerMillion`/],
  ])("%j", (options, message) => {
    expect(() => openaiEmbedder(client, options as never)).toThrow(message);
  });

  it("what is no client", () => {
    expect(() => openaiEmbedder({} as never, { model: "m" })).toThrow(/`client` to be a client of the openai package/);
  });
});
