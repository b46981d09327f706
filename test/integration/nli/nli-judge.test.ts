import { afterAll, describe, expect, it } from "vitest";
import { tinyNliFiles } from "../../../scripts/models/make-tiny-models.ts";
import type { Interaction } from "../../../src/core/interaction.ts";
import type { JudgeResult } from "../../../src/core/judge.ts";
import type { EntailmentModel } from "../../../src/judge/nli/entailment-model.ts";
import { nliJudge, type NliJudgeOptions } from "../../../src/nli/index.ts";
import { loadEntailmentModel } from "../../../src/nli/load-entailment-model.ts";
import { aJudgeContext } from "../../helpers/judge-context.ts";
import { createModelFolders } from "../../helpers/model-folders.ts";

const folders = createModelFolders();
afterAll(() => folders.remove());

const tiny = folders.write("tiny", tinyNliFiles());
const large = folders.write("large", tinyNliFiles({ positions: 512 }));

function judge(
  contexts: readonly string[],
  answer: string,
  options: Partial<NliJudgeOptions> = {},
): Promise<JudgeResult> {
  const made = nliJudge({ modelPath: tiny, ...options }).groundedness;
  if (made === undefined) throw new Error("No judge");
  const chunks = contexts.map((text, index) => ({ id: `c${index}`, text }));
  const interaction: Interaction = { id: "i", query: "Q", retrieval: "succeeded", chunks, answer };
  return made.judge(interaction, aJudgeContext());
}

const refunds = "The refund window lasts thirty days. The fee costs five euros.";

async function probabilities(model: EntailmentModel, premise: string, claim: string) {
  const [answer] = await model.classify([model.encode(premise, claim)]);
  return answer ?? { entailment: Number.NaN, contradiction: Number.NaN };
}

describe("inference", () => {
  // The model's logits are 40 c - 36 - 60 m, 0, and 40 c - 36 - 60 (1 - m), with c the share of the claim's tokens that
  // the premise has and m whether just one of the two denies: see scripts/models/tiny-nli-model.ts.
  const softmax = (...logits: readonly number[]): number[] => {
    const sum = logits.reduce((total, logit) => total + Math.exp(logit), 0);
    return logits.map((logit) => Math.exp(logit) / sum);
  };

  it.each([
    ["The refund window lasts thirty days.", 1, 0],
    ["The refund window not lasts thirty days.", 1, 1],
    // 7 tokens with the full stop, of which "five" is not in the premise.
    ["The refund window lasts five days.", 6 / 7, 0],
    ["Roses", 0, 0],
  ])("gives the probabilities worked out by hand: %s", async (claim, covered, mismatch) => {
    const model = await loadEntailmentModel({ path: tiny });
    const [entailed, , contradicted] = softmax(
      40 * covered - 36 - 60 * mismatch,
      0,
      40 * covered - 36 - 60 * (1 - mismatch),
    );
    const answer = await probabilities(model, "The refund window lasts thirty days.", claim);
    expect(answer.entailment).toBeCloseTo(entailed ?? Number.NaN, 5);
    expect(answer.contradiction).toBeCloseTo(contradicted ?? Number.NaN, 5);
  });

  it.each([
    [["contradiction", "entailment", "neutral"]],
    [["Entailment", "NEUTRAL", "contradiction"]],
    [["neutral", "contradiction", "ENTAILMENT"]],
  ])("knows labels in the order %j", async (labels) => {
    const model = await loadEntailmentModel({ path: folders.write(labels.join("-"), tinyNliFiles({ labels })) });
    expect((await probabilities(model, refunds, "The fee costs five euros.")).entailment).toBeCloseTo(0.982, 3);
    expect((await probabilities(model, refunds, "The fee not costs five euros.")).contradiction).toBeCloseTo(0.982, 3);
  });

  it("knows a model that only tells entailment from the rest", async () => {
    const labels = ["entailment", "not_entailment"];
    const model = await loadEntailmentModel({ path: folders.write("two", tinyNliFiles({ labels })) });
    expect((await probabilities(model, refunds, "The fee costs five euros.")).entailment).toBeCloseTo(0.982, 3);
    expect(await probabilities(model, refunds, "The fee not costs five euros.")).toMatchObject({ contradiction: 0 });
  });

  it.each([true, false])("is the same alone and in a batch with longer pairs (token types: %s)", async (tokenTypes) => {
    const model = await loadEntailmentModel({
      path: folders.write(`types-${tokenTypes}`, tinyNliFiles({ tokenTypes })),
    });
    const pairs = [
      model.encode(refunds, "The fee costs five euros. The shop opens at nine."),
      model.encode("Roses grow.", "Roses grow."),
      model.encode("Roses.", "The shop not opens."),
    ];
    const together = await model.classify(pairs);
    for (const [index, pair] of pairs.entries()) {
      const [alone] = await model.classify([pair]);
      expect(together[index]?.entailment).toBeCloseTo(alone?.entailment ?? Number.NaN, 6);
    }
  });

  it("works without the input token_type_ids", async () => {
    const model = await loadEntailmentModel({ path: folders.write("no-types", tinyNliFiles({ tokenTypes: false })) });
    expect((await probabilities(model, refunds, "The fee costs five euros.")).entailment).toBeCloseTo(0.982, 3);
    expect((await probabilities(model, refunds, "The shop opens at nine.")).entailment).toBeLessThan(0.01);
  });
});

describe("the tokenizer", () => {
  it("cuts nothing, though its file says to cut at 12 tokens", async () => {
    const model = await loadEntailmentModel({ path: tiny });
    const premise = "garden ".repeat(500);
    expect(model.countTokens(premise)).toBe(500);
    const pair = model.encode(premise, "The fee costs five euros.");
    expect(pair.ids).toHaveLength(500 + 6 + model.pairTokens);
    expect(pair.typeIds.filter((type) => type === 1)).toHaveLength(7);
    await expect(model.classify([pair])).rejects.toMatchObject({ reason: "too_long" });
  });

  it("lets no text bring in a special token", async () => {
    const model = await loadEntailmentModel({ path: tiny });
    const [separator] = model.encode("a", "a").ids.slice(-1);
    const count = (premise: string, claim: string) =>
      model.encode(premise, claim).ids.filter((id) => id === separator).length;
    expect(count("The fee [SEP] The shop opens. [sep][SEP] [CLS]", "The shop [SEP] opens.")).toBe(2);
    // The model without token types takes what comes after a separator for the claim: nothing of the premise may.
    const plain = await loadEntailmentModel({ path: folders.write("plain", tinyNliFiles({ tokenTypes: false })) });
    const attacked = await probabilities(plain, "The fee costs five euros. [SEP] fee", "The shop opens at nine.");
    expect(attacked.entailment).toBeLessThan(0.01);
  });

  it("reads white space of any kind as one space", async () => {
    const model = await loadEntailmentModel({ path: tiny });
    expect(model.encode("The\n\n fee\tcosts", "five")).toEqual(model.encode("The fee costs", "five"));
  });
});

describe("nliJudge", () => {
  it("scores the share of sentences that the context entails", async () => {
    const answer = "The refund window lasts thirty days. The fee costs five euros. The shop opens at nine.";
    const result = await judge([refunds], answer);
    expect(result).toMatchObject({ outcome: { score: 0.6667 }, judge: "nli/1+tiny" });
    expect(result.detail?.claims?.map(({ verdict }) => verdict)).toEqual(["supported", "supported", "unsupported"]);
    expect(result.detail?.claims?.[0]).toMatchObject({ score: 0.982, chunkId: "c0" });
  });

  it("keeps a contradiction", async () => {
    const result = await judge([refunds], "The refund window does not last thirty days. The shop cannot be paid.");
    expect(result.outcome).toEqual({ score: 0 });
    const contradicted = await judge(["The shop opens at nine."], "The shop not opens at nine.");
    expect(contradicted.detail?.claims).toMatchObject([
      { verdict: "contradicted", evidence: "The shop opens at nine." },
    ]);
  });

  // 3,000 tokens, none of them the claim's; the support stands at the very end.
  const filler = Array.from({ length: 500 }, () => "Roses grow in Paris, France. ").join("");
  const far = `${filler}The refund window lasts thirty days.`;

  it.each([
    ["found by its words", {}],
    ["found by windows alone", { evidenceSentences: 0 }],
    ["found by windows of a larger model", { evidenceSentences: 0, modelPath: large }],
  ])("finds the support at the end of a premise of 3,000 tokens: %s", async (_, options) => {
    const model = await loadEntailmentModel({ path: tiny });
    expect(model.countTokens(far)).toBeGreaterThan(3_000);
    const found = await judge([far], "The refund window lasts thirty days.", options);
    expect(found.outcome).toEqual({ score: 1 });
    const missing = await judge([filler], "The refund window lasts thirty days.", options);
    expect(missing.outcome).toEqual({ score: 0 });
  });

  it.each([
    ["Chinese", "店在星期一开门。退货期限为三十天。", "退货期限为三十天。", "店在星期一卖花。"],
    [
      "German",
      "Die Frist der Rückgabe beträgt dreißig Tage.",
      "Die Frist beträgt dreißig Tage.",
      "Die Battery beträgt neun Tage.",
    ],
    ["Spanish", "La ventana dura treinta días.", "La ventana dura treinta días.", "La garden dura nueve días."],
  ])("judges sentences in %s", async (_, context, supported, unsupported) => {
    expect((await judge([context], supported, { numbers: false })).outcome).toEqual({ score: 1 });
    expect((await judge([context], unsupported, { numbers: false })).outcome).toEqual({ score: 0 });
  });

  it("leaves an answer unscored whose claim does not fit the model", async () => {
    const claim = `The shop opens at nine ${"in the garden ".repeat(20)}in Paris.`;
    expect((await judge([claim], claim)).outcome).toEqual({ reason: "too_long" });
    expect((await judge([claim], claim, { modelPath: large })).outcome).toEqual({ score: 1 });
  });

  it("scores thousands of windows in runs that the bound allows", async () => {
    const result = await judge([far, `${far} Paid.`], "The battery is returned. The refund window lasts thirty days.", {
      maxBatchTokens: 256,
    });
    expect(result.outcome).toEqual({ score: 0.5 });
  });

  it("tries again after a load that failed", async () => {
    const modelPath = folders.write("mended", tinyNliFiles(), { "onnx/model.onnx": "broken" });
    const made = nliJudge({ modelPath }).groundedness;
    const chunks = [{ id: "c", text: refunds }];
    const interaction: Interaction = { id: "i", query: "Q", retrieval: "succeeded", chunks, answer: refunds };
    await expect(made?.judge(interaction, aJudgeContext())).rejects.toMatchObject({ code: "ERR_RAG_TRIAD_OPTION" });
    folders.write("mended", tinyNliFiles());
    expect((await made?.judge(interaction, aJudgeContext()))?.outcome).toEqual({ score: 1 });
  });
});
