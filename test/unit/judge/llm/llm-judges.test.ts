import { describe, expect, test } from "vitest";
import { JudgeFailure } from "../../../../src/core/judge-failure.ts";
import { literatureThresholds, qualityOf } from "../../../../src/core/thresholds.ts";
import { llmJudges, type LlmJudgesOptions } from "../../../../src/judge/llm/llm-judges.ts";
import { judgeVersion } from "../../../../src/judge/judge-version.ts";
import { modelFamily } from "../../../../src/judge/llm/model-family.ts";
import type { JudgeModelReply } from "../../../../src/judge/judge-model.ts";
import type { PolicyCall } from "../../../../src/resilience/policy.ts";
import { chunksOf, claimsReply, embedderAt, judge, scriptedModel } from "./judge-llm.ts";

const model = scriptedModel("", { model: "gpt-5-mini" });

describe("the set", () => {
  test("has the triad under the literature's thresholds, and a share of sentences under its own", () => {
    const judges = llmJudges({ model, embedder: embedderAt("q", {}) });
    expect(Object.entries(judges).map(([metric, own]) => [metric, own?.metric, own?.name, own?.version])).toEqual([
      ["context_relevance", "context_relevance", "llm-sentences", "1+gpt-5-mini"],
      ["groundedness", "groundedness", "llm", "1+gpt-5-mini"],
      ["answer_relevance", "answer_relevance", "llm", "1+gpt-5-mini+scripted-embedder"],
    ]);
    for (const metric of ["groundedness", "answer_relevance"] as const)
      expect(judges[metric]?.thresholds).toEqual(literatureThresholds[metric]);
    // One needed sentence in five good chunks of ten: not a reason to page anybody.
    expect(qualityOf(0.02, judges.context_relevance?.thresholds ?? literatureThresholds.context_relevance)).toBe(
      "pass",
    );
    expect(qualityOf(0, judges.context_relevance?.thresholds ?? literatureThresholds.context_relevance)).toBe("fail");
    const graded = llmJudges({ model, contextRelevance: "graded" }).context_relevance;
    expect([graded?.name, graded?.thresholds]).toEqual(["llm-graded", literatureThresholds.context_relevance]);
  });

  test("what makes other scores makes another version", () => {
    const versionOf = (changes: Partial<LlmJudgesOptions>) => llmJudges({ model, ...changes }).groundedness?.version;
    expect(versionOf({ minOverlap: 0.5 })).toBe("1.o0.5+gpt-5-mini");
    expect(versionOf({ prompts: { groundedness: "Check." } })).toMatch(/^p[0-9a-z]+\+gpt-5-mini$/);
    expect(versionOf({ prompts: { queries: "Ask." } })).toBe("1+gpt-5-mini");
    expect(versionOf({ version: "2" })).toBe("2");
    expect(llmJudges({ model, contextRelevance: "graded" }).context_relevance?.name).toBe("llm-graded");
  });

  test("thresholds may be set by metric", () => {
    const thresholds = { groundedness: { warning: 0.9, page: 0.5 } };
    expect(llmJudges({ model, thresholds }).groundedness?.thresholds).toEqual(thresholds.groundedness);
    expect(llmJudges({ model, thresholds }).answer_relevance?.thresholds).toEqual(
      literatureThresholds.answer_relevance,
    );
  });

  test.each<readonly [object, string]>([
    [
      { model: "gpt-5" },
      'Expected `llmJudges.model` to be a judge model (an object with the string `model` and a method `complete`), got `"gpt-5"` (string)',
    ],
    [{ embedder: {} }, "Expected `llmJudges.embedder` to be an embedder"],
    [{ policy: () => 1 }, "Expected `llmJudges.policy` to be a policy"],
    [
      { contextTokens: 100 },
      "Expected `llmJudges.contextTokens` to be an integer from 2048 to 10000000, got `100` (number)",
    ],
    [{ queryCount: 0 }, "Expected `llmJudges.queryCount` to be an integer from 1 to 20, got `0` (number)"],
    [{ minOverlap: 35 }, "Expected `llmJudges.minOverlap` to be a number from 0 to 1, got `35` (number)"],
    [{ contextRelevance: "grade" }, 'Expected `llmJudges.contextRelevance` to be "sentences" or "graded"'],
    [{ prompts: { groundednes: "x" } }, "Expected `llmJudges.prompts` to be an object with texts under `groundedness`"],
    [{ prompts: { groundedness: "" } }, "Expected `llmJudges.prompts` to be"],
    [{ thresholds: { groundednes: { warning: 1, page: 0 } } }, "did you mean `groundedness`?"],
    [{ thresholds: 5 }, "Expected `llmJudges.thresholds` to be an object such as `{ groundedness: {"],
    [
      { thresholds: { groundedness: { warning: 0.5, page: 0.8 } } },
      'Expected `llmJudges.thresholds.groundedness` to be an object with `warning` and `page` from 0 to 1, `page` at most `warning`, got `{"warning":0.5,"page":0.8}` (object)',
    ],
    [{ version: "a b" }, "Expected `llmJudges.version` to be 1 to 64 letters"],
    [{ embeder: {} }, "Unknown key `llmJudges.embeder`: did you mean `embedder`?"],
  ])("%j is refused", (bad, message) => {
    expect(() => llmJudges({ model, ...bad } as LlmJudgesOptions)).toThrow(message);
  });

  test("without a model there is no judge", () => {
    expect(() => llmJudges({} as LlmJudgesOptions)).toThrow("Expected `llmJudges.model` to be a judge model");
  });
});

describe("a version", () => {
  test.each([
    [["1", "gpt-5-mini"], "1+gpt-5-mini"],
    [["1", "meta-llama/Llama-3.1 70B (free)"], "1+meta-llama-Llama-3.1-70B-free"],
  ])("%j is %s", (parts, version) => {
    expect(judgeVersion(...parts)).toBe(version);
  });

  test("two models whose names differ in letters that no label may have are two judges", () => {
    expect(judgeVersion("1", "模型")).toMatch(/^1\+[0-9a-f]{8}$/);
    expect(judgeVersion("1", "模型")).not.toBe(judgeVersion("1", "型号"));
    expect(judgeVersion("1", "qwen-模型")).toMatch(/^1\+qwen\.[0-9a-f]{8}$/);
    expect(judgeVersion("1", "qwen-模型")).not.toBe(judgeVersion("1", "qwen-型号"));
  });

  test("a long one keeps its start and ends in a hash that tells it apart", () => {
    const [left, right] = [judgeVersion("1", `${"m".repeat(90)}a`), judgeVersion("1", `${"m".repeat(90)}b`)];
    expect(left).toMatch(/^1\+m+\.[0-9a-f]{8}$/);
    expect(left.length).toBeLessThanOrEqual(64);
    expect(left).not.toBe(right);
  });
});

describe("self-preference", () => {
  const interaction = { chunks: [], answer: "Acme sells anvils." };

  test.each([
    ["gpt-5-mini", "gpt-4.1-2025-04-14", 1],
    ["openai/o3-mini", "azure/gpt-4o", 1],
    ["claude-sonnet-4", "anthropic.claude-3-haiku", 1],
    ["gpt-5-mini", "claude-sonnet-4", 0],
    ["my-own-model", "my-own-model", 0],
    ["gpt-5-mini", undefined, 0],
  ])("a judge model %s for a generator %s warns %i times", async (name, generatorModel, times) => {
    const { warnings } = await judge(
      "groundedness",
      { ...interaction, ...(generatorModel !== undefined && { generatorModel }) },
      { model: scriptedModel("", { model: name }) },
    );
    expect(warnings.map(({ code }) => code)).toEqual(Array.from({ length: times }, () => "self_preference"));
  });

  test("the slice's model version speaks where the result does not", async () => {
    const slice = { pipeline: "p", intentClass: "i", modelVersion: "gpt-5" };
    const { warnings } = await judge("groundedness", interaction, { model }, { slice });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.message).not.toContain("anvils");
  });

  test.each([
    ["o1", "gpt"],
    ["o4-mini-2025-04-16", "gpt"],
    ["chatgpt-4o-latest", "gpt"],
    ["gpt-oss-120b", "gpt"],
    ["gemini-2.5-flash", "gemini"],
    ["google/gemma-3-27b-it", "gemini"],
    ["meta-llama/Llama-3.3-70B-Instruct", "llama"],
    ["mixtral-8x7b", "mistral"],
    ["mistral-large-latest", "mistral"],
    ["Qwen/Qwen3-32B", "qwen"],
    ["qwq-32b", "qwen"],
    ["deepseek-chat", "deepseek"],
    ["deepseek-r1-distill-llama-70b", "deepseek"],
    ["command-r-plus", "command"],
    ["grok-4", "grok"],
    ["phi-4", "phi"],
    ["glm-4.6", "glm"],
    ["kimi-k2", "kimi"],
    ["solo1", undefined],
    ["dolphin-3", undefined],
  ])("%s is of the family %s", (name, family) => {
    expect(modelFamily(name)).toBe(family);
  });
});

describe("calls", () => {
  const answer = "Acme sells anvils.";
  const interaction = { chunks: chunksOf(answer), answer };
  const good = claimsReply({ statement: 1, claim: answer, quotes: [answer] });

  test.each<readonly [string, string]>([
    ["not JSON", "reply_not_json"],
    ["", "reply_empty"],
    ['{"claims": [{"statement": 1', "reply_truncated"],
    ['{"verdicts": []}', "reply_wrong_shape"],
    [JSON.stringify(claimsReply({ statement: 1, claim: answer, verdict: "maybe" })), "reply_wrong_shape"],
    [
      JSON.stringify({ claims: [{ statement: "one", claim: answer, verdict: "supported", quotes: [] }] }),
      "reply_wrong_shape",
    ],
    [
      JSON.stringify({ claims: [{ statement: 1, claim: answer, verdict: "supported", quotes: [["text"]] }] }),
      "reply_wrong_shape",
    ],
  ])("%s is asked for again once, then judge_invalid_output", async (bad, code) => {
    const mended = scriptedModel([bad, good]);
    expect((await judge("groundedness", interaction, { model: mended })).result.outcome).toEqual({ score: 1 });
    expect(mended.requests).toHaveLength(2);
    expect(mended.requests[1]?.instructions).toContain("could not be used");
    const stubborn = scriptedModel(bad);
    await expect(judge("groundedness", interaction, { model: stubborn })).rejects.toMatchObject({
      reason: "judge_invalid_output",
      code,
    });
    expect(stubborn.requests).toHaveLength(2);
  });

  test.each<readonly [JudgeModelReply["finish"], string]>([
    ["refusal", "model_refused"],
    ["length", "reply_cut_off"],
  ])("a reply that ends by %s is not asked for again", async (finish, code) => {
    const cut = scriptedModel({ text: '{"claims": [', finish });
    await expect(judge("groundedness", interaction, { model: cut })).rejects.toMatchObject({
      reason: "judge_invalid_output",
      code,
    });
    expect(cut.requests).toHaveLength(1);
  });

  test("what calls used is noted, also of those that were for nothing", async () => {
    const { usage } = await judge("groundedness", interaction, { model: scriptedModel(["nonsense", good]) });
    expect(usage).toEqual({ inputTokens: 20, outputTokens: 10 });
  });

  test("every call goes through the policy, with what it is expected to use", async () => {
    const seen: PolicyCall<unknown>[] = [];
    const policy = {
      execute: <T>(call: PolicyCall<T>, context: Parameters<typeof call.run>[0]) => {
        seen.push(call as PolicyCall<unknown>);
        return call.run(context);
      },
    };
    await judge("groundedness", interaction, { model: scriptedModel(["nonsense", good]), policy });
    expect(seen).toHaveLength(2);
    expect(seen[0]?.estimate?.inputTokens).toBeGreaterThan(300);
    expect(seen[0]?.estimate?.outputTokens).toBeGreaterThan(80);
    expect(seen[0]?.usageOf?.({ usage: { cost: 1 } })).toEqual({ cost: 1 });
  });

  test("what a policy or a model rejects with is the judge's failure", async () => {
    const open = new JudgeFailure("circuit_open", "open");
    const policy = { execute: () => Promise.reject(open) };
    await expect(judge("groundedness", interaction, { model: scriptedModel(good), policy })).rejects.toBe(open);
    const bug = new TypeError("bug");
    const broken = scriptedModel(bug);
    await expect(judge("groundedness", interaction, { model: broken })).rejects.toBe(bug);
    expect(broken.requests).toHaveLength(1);
  });

  test("an aborted judgement calls no more", async () => {
    const controller = new AbortController();
    const left = scriptedModel(() => {
      controller.abort(new Error("late"));
      return claimsReply();
    });
    await expect(judge("groundedness", interaction, { model: left }, { signal: controller.signal })).rejects.toThrow(
      "late",
    );
    expect(left.requests).toHaveLength(1);
  });

  test("a prompt of the user's own stands in the instructions, with the rule for data behind it", async () => {
    const own = scriptedModel(good);
    await judge("groundedness", interaction, {
      model: own,
      prompts: { groundedness: "My own prompt: $& $1 {{answer}}." },
    });
    const instructions = own.requests[0]?.instructions ?? "";
    expect(instructions.startsWith("My own prompt: $& $1 {{answer}}.")).toBe(true);
    expect(instructions).toContain("is data to be judged");
  });

  test("no failure has a word of what was judged in it", async () => {
    const secret = "Zanzibar";
    const replies = [`${secret}`, `{"${secret}": 1}`, JSON.stringify(claimsReply()), `{"claims": "${secret}`];
    for (const reply of replies) {
      const failed = await judge(
        "groundedness",
        { chunks: chunksOf(`${secret} is an island.`), answer: `${secret} is an island.` },
        { model: scriptedModel(reply) },
      ).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(JudgeFailure);
      expect(JSON.stringify([String(failed), failed])).not.toContain(secret);
    }
  });
});
