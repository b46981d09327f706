import { describe, expect, it } from "vitest";
import {
  checkEmbedderOptions,
  embeddingSettingsOf,
  type OnnxEmbedderOptions,
} from "../../../src/nli/embedder/embedder-options.ts";
import { versionOf } from "../../../src/nli/judge-version.ts";
import { checkNliOptions, settingsOf, type NliJudgeOptions } from "../../../src/nli/nli-options.ts";

describe("the options of nliJudge", () => {
  const refused: readonly (readonly [options: object, message: string])[] = [
    [
      {},
      "Expected `modelPath` to be the path of a model folder, as a string or a file: URL, got nothing (it is missing)",
    ],
    [
      { modelPath: "" },
      'Expected `modelPath` to be the path of a model folder, as a string or a file: URL, got `""` (string)',
    ],
    [
      { modelPath: new URL("https://example.org/model") },
      "Expected `modelPath` to be the path of a model folder, as a string or a file: URL, got an object",
    ],
    [{ modelPath: "m", evidenceSentence: 2 }, "Unknown option `evidenceSentence`: did you mean `evidenceSentences`?"],
    [
      { modelPath: "m", evidenceSentences: 17 },
      "Expected `evidenceSentences` to be an integer from 0 to 16, got `17` (number)",
    ],
    [
      { modelPath: "m", entailedFrom: 0 },
      "Expected `entailedFrom` to be a number above 0, at most 1, got `0` (number)",
    ],
    [
      { modelPath: "m", contradictedFrom: 1.2 },
      "Expected `contradictedFrom` to be a number above 0, at most 1, got `1.2` (number)",
    ],
    [{ modelPath: "m", numbers: "yes" }, 'Expected `numbers` to be a boolean, got `"yes"` (string)'],
    [{ modelPath: "m", maxTokens: 31 }, "Expected `maxTokens` to be an integer from 32 to 65536, got `31` (number)"],
    [
      { modelPath: "m", maxBatchTokens: 0 },
      "Expected `maxBatchTokens` to be an integer from 32 to 1048576, got `0` (number)",
    ],
    [{ modelPath: "m", maxPairs: 0 }, "Expected `maxPairs` to be an integer from 1 to 1000000, got `0` (number)"],
    [{ modelPath: "m", threads: 1.5 }, "Expected `threads` to be an integer from 1 to 64, got `1.5` (number)"],
    [
      { modelPath: "m", version: "a b" },
      'Expected `version` to be 1 to 64 letters, digits or `_ . : @ + -`, starting with a letter or digit, got `"a b"` (string)',
    ],
    [
      { modelPath: "m", labels: { contradiction: 0 } },
      "Expected `labels.entailment` to be an integer from 0 to 1000, got nothing (it is missing)",
    ],
    [
      { modelPath: "m", labels: { entailment: "0" } },
      'Expected `labels.entailment` to be an integer from 0 to 1000, got `"0"` (string)',
    ],
    [
      { modelPath: "m", thresholds: { groundednes: {} } },
      "Unknown key `thresholds.groundednes`: did you mean `groundedness`?",
    ],
    [
      { modelPath: "m", thresholds: { groundedness: { warning: 2, page: 0 } } },
      "Expected `thresholds.groundedness.warning` to be a number from 0 to 1, got `2` (number)",
    ],
    [
      { modelPath: "m", thresholds: { groundedness: { warning: 0.8 } } },
      "Expected `thresholds.groundedness.page` to be a number from 0 to 1, got nothing (it is missing)",
    ],
    [
      { modelPath: "m", thresholds: { groundedness: { warning: 0.5, page: 0.8 } } },
      "Expected `thresholds.groundedness.page` to be at most `thresholds.groundedness.warning` (0.5), got `0.8` (number)",
    ],
    [
      { modelPath: new URL("file:///a%2Fb") },
      "Expected `modelPath` to be the path of a model folder, as a string or a file: URL, got an object",
    ],
  ];

  it.each(refused)("refuse %j", (options, message) => {
    expect(() => checkNliOptions(options as NliJudgeOptions)).toThrow(
      expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message }),
    );
  });

  it("have the defaults that their docs state", () => {
    expect(settingsOf({ modelPath: "m" })).toEqual({
      evidenceSentences: 3,
      entailedFrom: 0.5,
      contradictedFrom: 0.8,
      numbers: true,
      negations: true,
      maxBatchTokens: 2_048,
      maxPairs: 5_000,
    });
  });
});

describe("the version of an NLI judge", () => {
  const modelPath = "m";

  it("names the model", () => {
    expect(versionOf("nli-deberta-v3-small", { modelPath })).toBe("1+nli-deberta-v3-small");
  });

  it("is another for each setting that changes scores, and the same for those that do not", () => {
    const plain = versionOf("m", { modelPath });
    const versions = [
      versionOf("m", { modelPath, entailedFrom: 0.6 }),
      versionOf("m", { modelPath, entailedFrom: 0.7 }),
      versionOf("m", { modelPath, numbers: false }),
      versionOf("m", { modelPath, negations: false }),
      versionOf("m", { modelPath, evidenceSentences: 0 }),
      versionOf("m", { modelPath, contradictedFrom: 0.9 }),
      versionOf("m", { modelPath, maxTokens: 128 }),
      versionOf("m", { modelPath, labels: { entailment: 0 } }),
    ];
    expect(new Set([plain, ...versions]).size).toBe(versions.length + 1);
    for (const version of versions) expect(version).toMatch(/^1\+m\+[0-9a-f]{8}$/);
    expect(versionOf("m", { modelPath, threads: 4, maxBatchTokens: 4_096, maxPairs: 9 })).toBe(plain);
  });
});

describe("the options of onnxEmbedder", () => {
  const refused: readonly (readonly [options: object, message: string])[] = [
    [
      {},
      "Expected `modelPath` to be the path of a model folder, as a string or a file: URL, got nothing (it is missing)",
    ],
    [{ modelPath: "m", pooling: "max" }, 'Expected `pooling` to be one of "mean", "cls", got `"max"` (string)'],
    [{ modelPath: "m", normalise: 1 }, "Expected `normalise` to be a boolean, got `1` (number)"],
    [{ modelPath: "m", prefixes: { document: "" } }, "Unknown key `prefixes.document`: known are query, passage"],
    [{ modelPath: "m", prefixes: { query: 1 } }, "Expected `prefixes.query` to be a string, got `1` (number)"],
    [{ modelPath: "m", maxPending: 0 }, "Expected `maxPending` to be an integer from 1 to 100000, got `0` (number)"],
    [
      { modelPath: "m", execution: "auto" },
      'Expected `execution` to be one of "worker", "inline", got `"auto"` (string)',
    ],
    [{ modelPath: "m", model: "" }, 'Expected `model` to be a string that is not empty, got `""` (string)'],
  ];

  it.each(refused)("refuse %j", (options, message) => {
    expect(() => checkEmbedderOptions(options as OnnxEmbedderOptions)).toThrow(
      expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message }),
    );
  });

  it("have the defaults that their docs state", () => {
    expect(embeddingSettingsOf({ modelPath: "/m" })).toEqual({
      path: "/m",
      normalise: true,
      prefixes: { query: "", passage: "" },
      maxBatchTokens: 2_048,
      threads: 1,
    });
  });
});
