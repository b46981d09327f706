import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { tinyEmbeddingFiles, tinyNliFiles, type ModelFiles } from "../../../scripts/models/make-tiny-models.ts";
import { tokenizerJson } from "../../../scripts/models/tiny-tokenizer.ts";
import { checkNliModel, nliJudge, onnxEmbedder, type NliJudgeOptions } from "../../../src/nli/index.ts";
import { loadEntailmentModel } from "../../../src/nli/load-entailment-model.ts";
import { loadTokenizers, type HuggingFaceTokenizer, type PeerLoader, type Tokenizers } from "../../../src/nli/peers.ts";
import { createModelFolders } from "../../helpers/model-folders.ts";

const folders = createModelFolders();
afterAll(() => folders.remove());

const config = (changes: object): string =>
  JSON.stringify({ max_position_embeddings: 64, id2label: { 0: "entailment", 1: "neutral" }, ...changes });
const labelled = (...labels: readonly string[]): string => config({ id2label: { ...labels } });

let count = 0;
function nli(changes: Parameters<typeof folders.write>[2] = {}, files: ModelFiles = tinyNliFiles()): string {
  return folders.write(`nli-${++count}`, files, changes);
}

function errorOf(make: () => unknown): { readonly code?: string; readonly message: string } {
  try {
    make();
  } catch (error) {
    return error as { readonly code?: string; readonly message: string };
  }
  throw new Error("Nothing was refused");
}

describe("nliJudge at set-up", () => {
  it("makes a judge of groundedness that names its model", () => {
    const modelPath = folders.write("nli-deberta-v3-small", tinyNliFiles());
    expect(nliJudge({ modelPath })).toEqual({
      groundedness: {
        metric: "groundedness",
        name: "nli",
        version: "1+nli-deberta-v3-small",
        thresholds: { warning: 0.8, page: 0.7 },
        worker: { module: expect.stringMatching(/nli-judge\.ts$/), factory: "nliJudge", options: { modelPath } },
        judge: expect.any(Function),
      },
    });
    for (const url of [pathToFileURL(modelPath), pathToFileURL(modelPath).href]) {
      expect(nliJudge({ modelPath: url }).groundedness?.worker?.options).toEqual({ modelPath });
    }
  });

  it("resolves a relative path once, so that a worker need not", () => {
    const modelPath = nli();
    const relative = join(
      "..",
      ...process
        .cwd()
        .split("/")
        .slice(2)
        .map(() => ".."),
      modelPath,
    );
    expect(nliJudge({ modelPath: relative }).groundedness?.worker?.options).toEqual({ modelPath });
  });

  it("finds the weights where exports put them, full precision first", () => {
    const weights = tinyNliFiles()["onnx/model.onnx"];
    const versionOf = (files: Readonly<Record<string, string | Uint8Array | undefined>>, options = {}) => {
      const modelPath = nli({ "onnx/model.onnx": undefined, ...files });
      return nliJudge({ modelPath, ...options }).groundedness?.version.replace(/nli-\d+/, "nli");
    };
    expect(versionOf({ "model.onnx": weights })).toBe("1+nli");
    expect(versionOf({ "onnx/model_quantized.onnx": weights })).toBe("1+nli:model_quantized");
    expect(versionOf({ "onnx/model_int8.onnx": weights })).toBe("1+nli:model_int8");
    expect(versionOf({ "onnx/model_quantized.onnx": weights, "onnx/model.onnx": weights })).toBe("1+nli");
    const chosen = { modelFile: "onnx/model_q4.onnx" };
    expect(versionOf({ "onnx/model_q4.onnx": weights, "onnx/model.onnx": weights }, chosen)).toBe("1+nli:model_q4");
  });

  const wrong: readonly (readonly [what: string, make: () => NliJudgeOptions, message: RegExp])[] = [
    [
      "no folder",
      () => ({ modelPath: "/nowhere/model" }),
      /`modelPath` to be a folder that is there.*got `"\/nowhere\/model"` \(string\)/,
    ],
    [
      "a file for a folder",
      () => ({ modelPath: join(nli(), "config.json") }),
      /`modelPath` to be a folder that is there/,
    ],
    ["no config.json", () => ({ modelPath: nli({ "config.json": undefined }) }), /with the file config\.json/],
    [
      "a config.json that is no JSON",
      () => ({ modelPath: nli({ "config.json": "{" }) }),
      /whose config\.json is a JSON object/,
    ],
    ["no tokenizer.json", () => ({ modelPath: nli({ "tokenizer.json": undefined }) }), /with the file tokenizer\.json/],
    [
      "no weights",
      () => ({ modelPath: nli({ "onnx/model.onnx": undefined }) }),
      /with a file such as onnx\/model\.onnx/,
    ],
    [
      "weights that are not there",
      () => ({ modelPath: nli(), modelFile: "onnx/none.onnx" }),
      /`modelFile` to be a file in .*got `"onnx\/none\.onnx"`/,
    ],
    [
      "labels without names",
      () => ({ modelPath: nli({ "config.json": labelled("LABEL_0", "LABEL_1") }) }),
      /"LABEL_0", "LABEL_1".*`labels`/,
    ],
    [
      "no label of entailment",
      () => ({ modelPath: nli({ "config.json": labelled("negative", "positive") }) }),
      /one label "entailment"/,
    ],
    [
      "the opposite of it alone",
      () => ({ modelPath: nli({ "config.json": labelled("not_entailment", "neutral") }) }),
      /one label "entailment"/,
    ],
    [
      "two of it",
      () => ({ modelPath: nli({ "config.json": labelled("entailment", "ENTAILMENT") }) }),
      /"entailment", "ENTAILMENT"/,
    ],
    [
      "no labels at all",
      () => ({ modelPath: nli({ "config.json": config({ id2label: undefined }) }) }),
      /id2label with two labels or more/,
    ],
    [
      "indices with a gap",
      () => ({ modelPath: nli({ "config.json": config({ id2label: { 0: "entailment", 2: "neutral" } }) }) }),
      /by index from 0/,
    ],
    [
      "labels that the model has not",
      () => ({ modelPath: nli(), labels: { entailment: 3 } }),
      /`labels\.entailment` to be an index from 0 to 2.*got `3`/,
    ],
    [
      "one index for two labels",
      () => ({ modelPath: nli(), labels: { entailment: 1, contradiction: 1 } }),
      /`labels\.contradiction` to be another index/,
    ],
    [
      "no limit of tokens",
      () => ({ modelPath: nli({ "config.json": config({ max_position_embeddings: undefined }) }) }),
      /`maxTokens` to be given/,
    ],
    [
      "more tokens than the model takes",
      () => ({ modelPath: nli(), maxTokens: 65 }),
      /`maxTokens` to be at most 64.*got `65`/,
    ],
  ];

  it.each(wrong)("refuses %s", (_, make, message) => {
    const error = errorOf(() => nliJudge(make()));
    expect(error.code).toBe("ERR_RAG_TRIAD_OPTION");
    expect(error.message).toMatch(message);
  });
});

describe("an NLI model when it is loaded", () => {
  const json = tokenizerJson() as Readonly<Record<string, unknown>>;
  const tokenizer = (changes: object): string => JSON.stringify({ ...json, ...changes });
  const [begin, end] = ["[CLS]", "[SEP]"].map((id) => ({ SpecialToken: { id, type_id: 0 } }));
  const single = { type: "TemplateProcessing", single: [begin, { Sequence: { id: "A", type_id: 0 } }, end] };

  const wrong: readonly (readonly [
    what: string,
    files: Readonly<Record<string, string | Uint8Array>>,
    message: RegExp,
  ])[] = [
    [
      "weights that are none",
      { "onnx/model.onnx": "no model" },
      /whose onnx\/model\.onnx onnxruntime can read \(it says: .*Protobuf parsing failed/,
    ],
    [
      "another model's weights",
      { "onnx/model.onnx": tinyEmbeddingFiles()["onnx/model.onnx"] ?? "" },
      /as config\.json has labels, 3/,
    ],
    [
      "fewer outputs than labels",
      { "config.json": labelled("entailment", "neutral", "contradiction", "other") },
      /labels, 4 \(it gives 3\)/,
    ],
    ["a tokenizer.json that is no JSON", { "tokenizer.json": "[" }, /whose tokenizer\.json is a JSON object/],
    [
      "a tokenizer of an unknown kind",
      { "tokenizer.json": tokenizer({ model: { type: "Riddle" } }) },
      /huggingface\/tokenizers can read/,
    ],
    [
      "a tokenizer that runs pairs together",
      { "tokenizer.json": tokenizer({ post_processor: null }) },
      /special tokens between two texts/,
    ],
    [
      "a tokenizer that leaves out the second text",
      { "tokenizer.json": tokenizer({ post_processor: { ...single, pair: single.single } }) },
      /special tokens between two texts/,
    ],
  ];

  it.each(wrong)("refuses %s", async (_, files, message) => {
    await expect(loadEntailmentModel({ path: nli(files) })).rejects.toMatchObject({
      code: "ERR_RAG_TRIAD_OPTION",
      message: expect.stringMatching(message),
    });
  });

  it("can be tried at start-up", async () => {
    await expect(checkNliModel({ modelPath: nli() })).resolves.toBeUndefined();
    const broken = { modelPath: nli({ "onnx/model.onnx": "no model" }) };
    await expect(checkNliModel(broken)).rejects.toThrow(/onnxruntime can read \(it says: /);
    await expect(checkNliModel({ modelPath: "" })).rejects.toMatchObject({ code: "ERR_RAG_TRIAD_OPTION" });
  });

  it("refuses a tokenizer that cuts, as a later version of the package might", async () => {
    const { Tokenizer } = await loadTokenizers();
    class Cutting implements HuggingFaceTokenizer {
      readonly #whole: HuggingFaceTokenizer;
      constructor(...given: ConstructorParameters<Tokenizers["Tokenizer"]>) {
        this.#whole = new Tokenizer(...given);
      }
      encode(...given: Parameters<HuggingFaceTokenizer["encode"]>) {
        return { ids: this.#whole.encode(...given).ids.slice(0, 60) };
      }
    }
    const loader: PeerLoader = {
      resolve: () => undefined,
      load: (name) =>
        name === "onnxruntime-node" ? import("onnxruntime-node") : Promise.resolve({ Tokenizer: Cutting }),
    };
    await expect(loadEntailmentModel({ path: nli(), loader })).rejects.toThrow(/a tokenizer that does not cut texts/);
  });

  it("refuses inputs that it does not know", async () => {
    const weights = tinyNliFiles()["onnx/model.onnx"];
    const renamed = Buffer.from(weights ?? "")
      .toString("latin1")
      .replaceAll("token_type_ids", "token_kind_ids");
    const path = nli({ "onnx/model.onnx": Buffer.from(renamed, "latin1") });
    await expect(loadEntailmentModel({ path })).rejects.toThrow(/it takes token_kind_ids: int64/);
  });

  it("can be told what its labels are", async () => {
    const path = nli({ "config.json": labelled("LABEL_0", "LABEL_1", "LABEL_2") });
    const model = await loadEntailmentModel({ path, labels: { entailment: 1, contradiction: 2 } });
    const [answer] = await model.classify([model.encode("The shop opens at nine.", "The shop opens.")]);
    expect(answer?.entailment).toBeGreaterThan(0.9);
  });
});

describe("onnxEmbedder at set-up", () => {
  const embedding = (changes: Parameters<typeof folders.write>[2] = {}) =>
    folders.write(`embedding-${++count}`, tinyEmbeddingFiles(), changes);
  const pooling = (modes: object): string => JSON.stringify({ word_embedding_dimension: 8, ...modes });

  it("names its model", async () => {
    const embedder = onnxEmbedder({ modelPath: folders.write("all-MiniLM-L6-v2", tinyEmbeddingFiles()) });
    expect(embedder).toMatchObject({ model: "all-MiniLM-L6-v2", maxBatch: 64 });
    await embedder.close();
  });

  it.each([
    ["no folder", () => ({ modelPath: "/nowhere" }), /`modelPath` to be a folder that is there/],
    [
      "another pooling",
      () => ({ modelPath: embedding({ "1_Pooling/config.json": pooling({ pooling_mode_max_tokens: true }) }) }),
      /has pooling_mode_max_tokens/,
    ],
    [
      "two poolings",
      () => ({
        modelPath: embedding({
          "1_Pooling/config.json": pooling({ pooling_mode_max_tokens: true, pooling_mode_mean_tokens: true }),
        }),
      }),
      /asks for the mean or the first token/,
    ],
    [
      "a layer that the file has not",
      () => ({ modelPath: embedding({ "modules.json": '[{"type":"sentence_transformers.models.Dense"}]' }) }),
      /without a Dense module/,
    ],
    [
      "a modules.json that is no list",
      () => ({ modelPath: embedding({ "modules.json": "{}" }) }),
      /modules\.json is a JSON array/,
    ],
    [
      "no tokenizer.json",
      () => ({ modelPath: embedding({ "tokenizer.json": undefined }) }),
      /with the file tokenizer\.json/,
    ],
  ])("refuses %s", (_, make, message) => {
    const error = errorOf(() => onnxEmbedder(make()));
    expect(error.code).toBe("ERR_RAG_TRIAD_OPTION");
    expect(error.message).toMatch(message);
  });
});
