import { expect, test } from "vitest";
import {
  createScriptedEmbedder,
  createScriptedJudgeModel,
  vectorAtCosine,
  type ScriptedReply,
} from "../../../src/testing/index.ts";

const open = (): { readonly signal: AbortSignal } => ({ signal: new AbortController().signal });

test("a scripted embedder gives the table's vectors, keeps its calls and counts usage a text", async () => {
  const embedder = createScriptedEmbedder({
    vectors: { query: [1, 0], near: vectorAtCosine(0.8) },
    usagePerText: { inputTokens: 3, cost: 0.5 },
  });
  const reply = await embedder.embed(["near", "query"], { ...open(), kind: "passage" });
  expect(reply.vectors[0]?.[0]).toBe(0.8);
  expect(reply.vectors[0]?.[1]).toBeCloseTo(0.6, 12);
  expect(reply.vectors[1]).toEqual([1, 0]);
  expect(reply.usage).toEqual({ inputTokens: 6, cost: 1 });
  expect(embedder.calls).toEqual([{ texts: ["near", "query"], kind: "passage" }]);
});

test("a scripted embedder rejects for a text that its table has not, and with an error that it is given", async () => {
  const error = new RangeError("down");
  const embedder = createScriptedEmbedder({ vectors: { broken: error } });
  await expect(embedder.embed(["constructor"], { ...open(), kind: "query" })).rejects.toThrow(TypeError);
  await expect(embedder.embed(["broken"], { ...open(), kind: "query" })).rejects.toBe(error);
});

test("a call that hangs ends with its signal's reason", async () => {
  const never = (): Promise<never> => new Promise(() => {});
  const embedder = createScriptedEmbedder({ vectors: never });
  const model = createScriptedJudgeModel({ reply: never });
  const controller = new AbortController();
  const embedding = embedder.embed(["a"], { signal: controller.signal, kind: "query" });
  const completing = model.complete({ instructions: "", input: "" }, { signal: controller.signal });
  const reason = new Error("enough");
  controller.abort(reason);
  await expect(embedding).rejects.toBe(reason);
  await expect(completing).rejects.toBe(reason);
});

test("a scripted judge model replies with texts, objects as JSON, and whole replies; its last reply stays", async () => {
  const replies: readonly [ScriptedReply, ...ScriptedReply[]] = [
    "as it is",
    { text: "not a reply: it has no finish" },
    { text: "", finish: "refusal", usage: { outputTokens: 1 } },
  ];
  const model = createScriptedJudgeModel({ reply: replies, usage: { inputTokens: 2 } });
  const ask = () => model.complete({ instructions: "i", input: "t" }, open());
  expect(await ask()).toEqual({ text: "as it is", finish: "stop", usage: { inputTokens: 2 } });
  expect(await ask()).toMatchObject({ text: '{"text":"not a reply: it has no finish"}', finish: "stop" });
  expect(await ask()).toEqual(replies[2]);
  expect(await ask()).toEqual(replies[2]);
  expect(model.requests).toHaveLength(4);
  const failing = createScriptedJudgeModel({ reply: (_request, call) => new Error(String(call)) });
  await expect(failing.complete({ instructions: "", input: "" }, open())).rejects.toThrow("0");
});
