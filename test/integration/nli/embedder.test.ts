import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { tinyEmbeddingFiles } from "../../../scripts/models/make-tiny-models.ts";
import { idOf } from "../../../scripts/models/tiny-tokenizer.ts";
import { threadStarter } from "../../../src/nli/embedder/embed-thread.ts";
import { embeddingSettingsOf } from "../../../src/nli/embedder/embedder-options.ts";
import { onnxEmbedder, type OnnxEmbedder, type OnnxEmbedderOptions } from "../../../src/nli/index.ts";
import { createModelFolders } from "../../helpers/model-folders.ts";

const folders = createModelFolders();
const open: OnnxEmbedder[] = [];
afterEach(() => Promise.all(open.splice(0).map((embedder) => embedder.close())));
afterAll(() => folders.remove());

const modelPath = folders.write("tiny", tinyEmbeddingFiles());
const { signal } = new AbortController();

function create(options: Partial<OnnxEmbedderOptions> = {}): OnnxEmbedder {
  const embedder = onnxEmbedder({ modelPath, ...options });
  open.push(embedder);
  return embedder;
}

async function vectorOf(embedder: OnnxEmbedder, text: string, kind: "query" | "passage" = "passage") {
  const { vectors } = await embedder.embed([text], { signal, kind });
  return [...(vectors[0] ?? [])];
}

/** What stands at the places of these tokens. The model's vector of a token is 1 at its own place. */
const at = (vector: readonly number[], ...tokens: readonly string[]) => tokens.map((token) => vector[idOf(token)] ?? 0);

describe.each(["worker", "inline"] as const)("an embedder (%s)", (execution) => {
  it("gives the vectors worked out by hand", async () => {
    // [CLS] the shop opens . [SEP]: the mean of six one-hot vectors, each 1/6; of length √6/6.
    const raw = await vectorOf(create({ execution, normalise: false }), "The shop opens.");
    for (const value of at(raw, "[CLS]", "the", "shop", "opens", ".", "[SEP]")) expect(value).toBeCloseTo(1 / 6, 6);
    expect(at(raw, "closes", "[PAD]")).toEqual([0, 0]);
    const unit = await vectorOf(create({ execution }), "The shop opens.");
    for (const value of at(unit, "the", "shop", "opens")) expect(value).toBeCloseTo(1 / Math.sqrt(6), 6);
  });

  it("gives one vector a text in their order, whatever their lengths", async () => {
    const texts = ["Roses.", "The refund window lasts thirty days.", "garden", "", "The shop opens at nine in Paris."];
    const embedder = create({ execution, maxBatchTokens: 32 });
    const { vectors } = await embedder.embed(texts, { signal, kind: "passage" });
    expect(vectors).toHaveLength(5);
    for (const [index, text] of texts.entries()) {
      const alone = await vectorOf(embedder, text);
      for (const [place, value] of alone.entries()) expect(vectors[index]?.[place]).toBeCloseTo(value, 6);
    }
    expect((await embedder.embed([], { signal, kind: "query" })).vectors).toEqual([]);
  });

  it("embeds a text that is too long in parts, and nothing of it is lost", async () => {
    const long = `${"Roses grow in the garden. ".repeat(60)}The battery of the phone is in Paris.`;
    const vector = await vectorOf(create({ execution }), long);
    for (const value of at(vector, "roses", "battery", "phone", "paris")) expect(value).toBeGreaterThan(0);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
    const endless = await vectorOf(create({ execution }), "garden".repeat(2_000));
    expect(Math.hypot(...endless)).toBeCloseTo(1, 6);
  });

  it("counts each part by its tokens", async () => {
    // 61 times garden and a full stop fill a part of 64 tokens; [CLS] shop . [SEP] is a part of 4, a unit vector of four halves.
    const parts = `${"garden ".repeat(60)}garden. Shop.`;
    const vector = await vectorOf(create({ execution, normalise: false }), parts);
    expect(at(vector, "shop")).toEqual([expect.closeTo((4 / 68) * 0.5, 6)]);
  });

  it("puts the prefix for queries or passages before each text, and each part of one", async () => {
    const embedder = create({ execution, prefixes: { query: "paris: ", passage: "london: " }, normalise: false });
    expect(at(await vectorOf(embedder, "shop", "query"), "paris", "london")).toEqual([expect.closeTo(1 / 5, 6), 0]);
    expect(at(await vectorOf(embedder, "shop", "passage"), "paris", "london")).toEqual([0, expect.closeTo(1 / 5, 6)]);
    const [share = 0] = at(await vectorOf(embedder, "shop ".repeat(200), "query"), "paris");
    expect(share).toBeGreaterThan(1 / 64);
  });

  it("refuses a prefix that leaves no room", async () => {
    const embedder = create({ execution, prefixes: { query: "garden ".repeat(62) } });
    await expect(vectorOf(embedder, "shop ".repeat(100), "query")).rejects.toMatchObject({ reason: "too_long" });
  });
});

describe("pooling", () => {
  const pooling = (mode: string): string => JSON.stringify({ [mode]: true, pooling_mode_max_tokens: false });
  const first = [1, 0] as const;

  it("is what 1_Pooling/config.json says, unless it is set", async () => {
    const cls = folders.write("cls", tinyEmbeddingFiles(), {
      "1_Pooling/config.json": pooling("pooling_mode_cls_token"),
    });
    const mean = folders.write("mean", tinyEmbeddingFiles(), {
      "1_Pooling/config.json": pooling("pooling_mode_mean_tokens"),
    });
    const from = async (options: Partial<OnnxEmbedderOptions>) =>
      at(await vectorOf(create({ execution: "inline", normalise: false, ...options }), "shop"), "[CLS]", "shop");
    const third = expect.closeTo(1 / 3, 6);
    expect(await from({ modelPath: cls })).toEqual(first);
    expect(await from({ modelPath: mean })).toEqual([third, third]);
    expect(await from({ modelPath: cls, pooling: "mean" })).toEqual([third, third]);
    expect(await from({ modelPath: mean, pooling: "cls" })).toEqual(first);
  });

  it("is the model's own where it has pooled, unless it is set", async () => {
    const pooled = folders.write("pooled", tinyEmbeddingFiles({ pooled: true }));
    const from = async (options: Partial<OnnxEmbedderOptions>) =>
      at(await vectorOf(create({ execution: "inline", modelPath: pooled, ...options }), "shop"), "[CLS]", "shop");
    expect(await from({})).toEqual(first);
    expect(await from({ pooling: "mean" })).toEqual([
      expect.closeTo(Math.sqrt(1 / 3), 6),
      expect.closeTo(Math.sqrt(1 / 3), 6),
    ]);
  });
});

describe("an embedder at work", () => {
  it("serves calls one after the other and frees their places", async () => {
    const embedder = create({ maxPending: 3 });
    const calls = ["shop", "garden", "roses"].map((text) => vectorOf(embedder, text));
    await expect(vectorOf(embedder, "fee")).rejects.toMatchObject({ reason: "rate_limited" });
    const vectors = await Promise.all(calls);
    expect(
      vectors.map((vector) =>
        at(vector, "shop", "garden", "roses").indexOf(Math.max(...at(vector, "shop", "garden", "roses"))),
      ),
    ).toEqual([0, 1, 2]);
    expect(at(await vectorOf(embedder, "fee"), "fee")[0]).toBeGreaterThan(0);
  });

  it("ends a call at its abort, and serves the next", async () => {
    const embedder = create();
    await vectorOf(embedder, "shop");
    const controller = new AbortController();
    const reason = new Error("late");
    const long = "Roses grow in the garden. ".repeat(5_000);
    const call = embedder.embed([long], { signal: controller.signal, kind: "passage" });
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(at(await vectorOf(embedder, "fee"), "fee")[0]).toBeGreaterThan(0);
  });

  it("says what is wrong with its model, and takes it once it is mended", async () => {
    const broken = folders.write("broken", tinyEmbeddingFiles(), { "onnx/model.onnx": "broken" });
    const embedder = create({ modelPath: broken });
    await expect(vectorOf(embedder, "shop")).rejects.toMatchObject({
      code: "ERR_RAG_TRIAD_OPTION",
      message: expect.stringContaining("onnx/model.onnx onnxruntime can read"),
    });
    folders.write("broken", tinyEmbeddingFiles());
    expect(at(await vectorOf(embedder, "fee"), "fee")[0]).toBeGreaterThan(0);
  });

  it("is `judge_error` without a word of the text when a run fails", async () => {
    const config = JSON.stringify({ max_position_embeddings: 600, model_type: "bert" });
    const lying = folders.write("lying", tinyEmbeddingFiles(), {
      "config.json": config,
      "tokenizer_config.json": "{}",
    });
    const call = vectorOf(create({ modelPath: lying }), "canary ".repeat(100));
    await expect(call).rejects.toMatchObject({ reason: "judge_error", message: "The embedding model failed" });
  });

  it("runs on the thread that calls it where that is not the main one, and may be ended with it", async () => {
    const code = `
      const threads = require("node:worker_threads");
      const { syncBuiltinESMExports } = require("node:module");
      threads.Worker = class { constructor() { throw new Error("a thread below a thread"); } };
      syncBuiltinESMExports();
      import(${JSON.stringify(new URL("../../../src/nli/index.ts", import.meta.url).href)})
        .then(({ onnxEmbedder }) => onnxEmbedder({ modelPath: ${JSON.stringify(modelPath)} }))
        .then((embedder) => embedder.embed(["shop"], { signal: new AbortController().signal, kind: "query" }))
        .then(({ vectors }) => threads.parentPort.postMessage(vectors.length))`;
    const worker = new Worker(code, { eval: true });
    const [count] = (await once(worker, "message")) as [number];
    expect(count).toBe(1);
    await worker.terminate();
  });

  it("refuses a worker thread where none can start, and says what to do", () => {
    const settings = embeddingSettingsOf({ modelPath });
    expect(() => threadStarter(settings, "file:///app/bundle.js")).toThrow(
      /`execution` to be "inline" where rag-triad is bundled/,
    );
  });
});
