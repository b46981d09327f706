import { describe, expect, it } from "vitest";
import type { JudgeResult } from "../../../../src/core/judge.ts";
import { judgeWith, says, scriptedEntailment, type Asked } from "./scripted-entailment.ts";

const context = [
  "The refund window is thirty days. Refunds are paid by bank transfer.",
  "The shop opens at nine. The shop closes at five.",
];
const answer = "The refund window is thirty days. The shop closes at five. Roses grow in the garden.";

const inPremise = ({ premise, claim }: Asked): boolean => premise.includes(claim);
const byText = (asked: Asked) => (inPremise(asked) ? says.entailed : says.neutral);

function verdictsOf(result: JudgeResult) {
  return result.detail?.claims?.map(({ verdict }) => verdict);
}

/** Prose of so many words, each sentence of eight. */
function filler(words: number): string {
  const sentences = Array.from(
    { length: words / 8 },
    (_, index) => `Entry a${index} lists items b${index} sold in c${index} warehouses.`,
  );
  return sentences.join(" ");
}

describe("groundedness by entailment", () => {
  it("is the share of sentences that the context entails, with evidence for them", async () => {
    const result = await judgeWith(scriptedEntailment(byText), context, answer);
    expect(result).toMatchObject({ outcome: { score: 0.6667 }, judge: "nli/1+scripted" });
    expect(result.detail?.claims).toEqual([
      {
        text: "The refund window is thirty days.",
        verdict: "supported",
        score: 0.95,
        chunkId: "c0",
        evidence: "The refund window is thirty days.",
        flags: [],
      },
      expect.objectContaining({ verdict: "supported", chunkId: "c1", evidence: "The shop closes at five." }),
      expect.objectContaining({ text: "Roses grow in the garden.", verdict: "unsupported", score: 0.1 }),
    ]);
  });

  it("holds each claim against its best few sentences first, together, in the order in which they stand", async () => {
    const model = scriptedEntailment(() => says.entailed);
    await judgeWith(model, context, "Refunds of thirty days are paid by the shop.", { evidenceSentences: 2 });
    expect(model.runs).toEqual([
      [
        {
          premise: "The refund window is thirty days. Refunds are paid by bank transfer.",
          claim: "Refunds of thirty days are paid by the shop.",
        },
      ],
    ]);
  });

  it("asks no further once a claim is entailed, and goes through all windows for one that is not", async () => {
    const model = scriptedEntailment(byText);
    await judgeWith(model, context, answer);
    const asked = model.runs.flat();
    const about = (claim: string) => asked.filter((pair) => pair.claim === claim);
    expect(about("The refund window is thirty days.")).toHaveLength(1);
    expect(about("Roses grow in the garden.").map(({ premise }) => premise)).toEqual(expect.arrayContaining(context));
  });

  it("finds the support at the end of a long context, in a window of its own", async () => {
    const long = `${filler(3_000)} The vault is under the old mill.`;
    const model = scriptedEntailment(byText);
    const result = await judgeWith(model, [long], "The vault is under the old mill.", { evidenceSentences: 0 });
    expect(result.outcome).toEqual({ score: 1 });
    for (const { premise, claim } of model.runs.flat()) {
      expect(3 + model.countTokens(premise) + model.countTokens(claim)).toBeLessThanOrEqual(64);
    }
    // The window with the words of the claim in it comes first.
    expect(model.runs).toHaveLength(1);
  });

  it("calls a claim without support in a long context unsupported after all of it", async () => {
    const long = filler(3_000);
    const model = scriptedEntailment(byText);
    const result = await judgeWith(model, [long], "The vault is under the old mill.");
    expect(result.outcome).toEqual({ score: 0 });
    const seen = model.runs.flat().map(({ premise }) => premise);
    expect(seen.join("\n")).toContain("Entry a0 ");
    expect(seen.join("\n")).toContain("Entry a374 ");
  });

  it("keeps a contradiction where nothing entails the claim, and forgets it where something does", async () => {
    const say = ({ premise }: Asked) => (premise.includes("opens") ? says.contradicted : says.neutral);
    const denied = await judgeWith(scriptedEntailment(say), context, "The shop opens at eight.", { numbers: false });
    expect(denied.detail?.claims).toMatchObject([{ verdict: "contradicted", chunkId: "c1" }]);
    const both = ({ premise }: Asked) => (premise.includes("Refunds") ? says.entailed : says.contradicted);
    const settled = await judgeWith(scriptedEntailment(both), context, "Roses grow in the garden.");
    expect(verdictsOf(settled)).toEqual(["supported"]);
  });

  it.each([
    [{ entailment: 0.5, contradiction: 0.4 }, "supported"],
    [{ entailment: 0.49, contradiction: 0.51 }, "unsupported"],
    [{ entailment: 0.2, contradiction: 0.8 }, "contradicted"],
    [{ entailment: 0.21, contradiction: 0.79 }, "unsupported"],
  ] as const)("decides at its thresholds: %j is %s", async (entailment, verdict) => {
    const result = await judgeWith(
      scriptedEntailment(() => entailment),
      context,
      "Roses grow in the garden.",
    );
    expect(verdictsOf(result)).toEqual([verdict]);
  });

  it("asks about the claim without citations, labels and marks, and reports it as it stands", async () => {
    const model = scriptedEntailment(() => says.entailed);
    const result = await judgeWith(model, context, "- The **refund window** is `thirty days` [1].");
    expect(model.runs[0]?.[0]?.claim).toBe("The refund window is thirty days .");
    expect(result.detail?.claims?.[0]?.text).toContain("**refund window**");
  });

  it("takes as many of the best sentences as have room beside the claim, in the order of their chunks", async () => {
    const spell = (name: string): string => `${Array.from({ length: 16 }, (_, at) => `${name}${at}`).join(" ")}.`;
    const contexts = [`${spell("a")} The vault is hidden.`, `${spell("b")} The vault is under the old mill.`];
    const model = scriptedEntailment(() => says.entailed, { maxTokens: 32 });
    await judgeWith(model, contexts, "The vault is under the old mill.");
    expect(model.runs.flat().map(({ premise }) => premise)).toEqual([
      "The vault is hidden. The vault is under the old mill.",
    ]);
    const tight = scriptedEntailment(() => says.entailed, { maxTokens: 32 });
    await judgeWith(tight, [`The vault ${spell("c")}`, "The vault is under it."], "The vault is under c1 c2 c3.");
    expect(tight.runs.flat().map(({ premise }) => premise)).toEqual([`The vault ${spell("c")}`]);
  });

  it("keeps the best entailment of a claim that nothing entails", async () => {
    const say = ({ premise }: Asked) => ({ entailment: premise.includes("opens") ? 0.4 : 0.2, contradiction: 0.1 });
    const contexts = ["The shop opens at nine.", "Refunds are paid by bank transfer.", "Roses grow."];
    const result = await judgeWith(scriptedEntailment(say), contexts, "The shop opens in spring.");
    expect(result.detail?.claims).toMatchObject([{ verdict: "unsupported", score: 0.4 }]);
  });

  it("does not ask again about a premise that was asked about as the best sentences", async () => {
    const model = scriptedEntailment(() => says.neutral);
    await judgeWith(model, ["Roses are red."], "Roses are blue.");
    expect(model.runs.flat()).toEqual([{ premise: "Roses are red.", claim: "Roses are blue." }]);
  });

  it("asks about windows of the same text once", async () => {
    const model = scriptedEntailment(() => says.neutral);
    await judgeWith(model, ["Roses are red.", "Roses are red."], "The vault is under the mill.");
    expect(model.runs.flat()).toHaveLength(1);
  });
});

describe("what is no claim or has no context", () => {
  it.each([
    ["I don't know.", { reason: "refusal" }],
    ["Hello! How can I help you?", { reason: "no_claims" }],
  ])("%s", async (text, outcome) => {
    const model = scriptedEntailment(() => says.entailed);
    expect((await judgeWith(model, context, text)).outcome).toEqual(outcome);
    expect(model.runs).toEqual([]);
  });

  it("leaves refusal sentences out of the share", async () => {
    const result = await judgeWith(
      scriptedEntailment(byText),
      context,
      "The shop closes at five. I don't know the rest.",
    );
    expect(result.outcome).toEqual({ score: 1 });
    expect(result.detail?.claims).toHaveLength(1);
  });

  it.each([[[]], [["", " \n"]]])("scores claims 0 in the context %j, without loading the model", async (empty) => {
    const model = scriptedEntailment(() => says.entailed);
    const result = await judgeWith(model, empty, answer);
    expect(result.outcome).toEqual({ score: 0 });
    expect(verdictsOf(result)).toEqual(["unsupported", "unsupported", "unsupported"]);
    expect(model.runs).toEqual([]);
  });
});

describe("the rules", () => {
  const entailsAll = () => scriptedEntailment(() => says.entailed);

  it.each([
    ["The refund window is sixty days.", "number_missing"],
    ["The refund window is 45 days.", "number_missing"],
    ["The refund window is not thirty days.", "negation_mismatch"],
  ])("do not believe a model that finds %s entailed", async (claim, flag) => {
    const result = await judgeWith(entailsAll(), context, claim);
    expect(result.outcome).toEqual({ score: 0 });
    expect(result.detail?.claims).toMatchObject([{ verdict: "unsupported", score: 0.25, flags: [flag] }]);
  });

  it("can be switched off, each by itself", async () => {
    const off = async (claim: string, changes: object) =>
      (await judgeWith(entailsAll(), context, claim, changes)).outcome;
    expect(await off("The refund window is 45 days.", { numbers: false })).toEqual({ score: 1 });
    expect(await off("The refund window is 45 days.", { negations: false })).toEqual({ score: 0 });
    expect(await off("The refund window is not thirty days.", { negations: false })).toEqual({ score: 1 });
    expect(await off("The refund window is not thirty days.", { numbers: false })).toEqual({ score: 0 });
  });

  it("do not make a contradiction less of one", async () => {
    const model = scriptedEntailment(() => says.contradicted);
    const result = await judgeWith(model, context, "The refund window is 45 days.");
    expect(result.detail?.claims).toMatchObject([{ verdict: "contradicted", flags: ["number_missing"] }]);
  });
});

describe("limits", () => {
  it("leave an answer unscored whose claim is too long for the model, and cut nothing", async () => {
    const claim = `The plan covers ${Array.from({ length: 45 }, (_, index) => `item${index}`).join(" ")}.`;
    const model = scriptedEntailment(byText);
    expect((await judgeWith(model, [claim], claim)).outcome).toEqual({ reason: "too_long" });
    expect(model.runs).toEqual([]);
    const larger = scriptedEntailment(byText, { maxTokens: 128 });
    expect((await judgeWith(larger, [claim], claim)).outcome).toEqual({ score: 1 });
  });

  it("leave an answer unscored that takes more pairs than may be", async () => {
    const model = scriptedEntailment(() => says.neutral);
    const judged = await judgeWith(model, [filler(3_000)], answer, { maxPairs: 50 });
    expect(judged.outcome).toEqual({ reason: "too_long" });
    expect(model.runs.flat().length).toBeLessThanOrEqual(50);
    const few = await judgeWith(scriptedEntailment(byText), context, answer, { maxPairs: 2 });
    expect(few.outcome).toEqual({ reason: "too_long" });
  });

  it("keep a run of the model within its tokens", async () => {
    const model = scriptedEntailment(() => says.neutral);
    await judgeWith(model, [filler(800), filler(400)], `${answer} ${filler(80)}`, { maxBatchTokens: 130 });
    expect(model.runs.length).toBeGreaterThan(10);
    for (const run of model.runs) {
      const lengths = run.map(({ premise, claim }) => 3 + model.countTokens(premise) + model.countTokens(claim));
      expect(Math.max(...lengths) * run.length).toBeLessThanOrEqual(130);
    }
  });

  it.each([
    [{ entailment: Number.NaN, contradiction: 0 }],
    [{ entailment: 0.5, contradiction: 1.5 }],
    [{ entailment: -0.1, contradiction: 0 }],
  ])("refuse %j as probabilities", async (entailment) => {
    await expect(
      judgeWith(
        scriptedEntailment(() => entailment),
        context,
        answer,
      ),
    ).rejects.toMatchObject({
      reason: "judge_invalid_output",
    });
  });

  it("refuse a model that answers for fewer pairs than it got", async () => {
    const model = { ...scriptedEntailment(() => says.neutral), classify: () => Promise.resolve([]) };
    await expect(judgeWith(model, context, answer)).rejects.toMatchObject({ reason: "judge_invalid_output" });
  });

  it("stop at the signal between two runs of the model", async () => {
    const controller = new AbortController();
    const reason = new Error("late");
    const model = scriptedEntailment(() => {
      controller.abort(reason);
      return says.neutral;
    });
    await expect(judgeWith(model, context, answer, {}, { signal: controller.signal })).rejects.toBe(reason);
    expect(model.runs).toHaveLength(1);
  });

  it("let the event loop run between steps", async () => {
    let pauses = 0;
    const pause = () => {
      pauses++;
      return undefined;
    };
    const model = scriptedEntailment(() => says.neutral);
    await judgeWith(model, [filler(800)], answer, {}, { pause });
    expect(pauses).toBeGreaterThan(model.runs.length + model.runs.flat().length);
    // Nothing yields within a run: each has one pair.
    expect(new Set(model.runs.map((run) => run.length))).toEqual(new Set([1]));
  });
});
