import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeNegation } from "../../../examples/demo/corruption/change-negation.ts";
import { changeNumber } from "../../../examples/demo/corruption/change-number.ts";
import { corruptDraft, type CorruptionMaterial } from "../../../examples/demo/corruption/corrupt.ts";
import { createRandom } from "../../../examples/demo/corruption/random.ts";
import type { Draft } from "../../../examples/demo/generation/draft.ts";

const random = (): (() => number) => createRandom("test");

describe("changeNumber", () => {
  const source = "BM25 has k1 = 1.2 and 2,048 spans [source: bm25.the-formula.2]";

  it("changes one number to one that the source does not have, whatever the seed", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const changed = changeNumber(source, source, createRandom(seed));
        const difference =
          (changed ?? "").match(/\d+(?:[.,]\d+)*/g)?.filter((number) => !source.includes(number)) ?? [];
        expect(difference).toHaveLength(1);
        expect(changed).toMatch(/^BM25 has k1 = \d\.\d and \d,\d{3} spans \[source: bm25\.the-formula\.2\]$/);
      }),
    );
  });

  it("finds numbers beside Chinese and nothing in words", () => {
    expect(changeNumber("占 3 个字节", "", random())).toMatch(/^占 \d\d 个字节$/);
    expect(changeNumber("BM25 and all-MiniLM-L6-v2", "", random())).toBeUndefined();
  });
});

describe("changeNegation", () => {
  it.each([
    ["en", "It is a claim.", "It is not a claim."],
    ["en", "It is not a claim.", "It is a claim."],
    ["en", "A gate must never pass.", "A gate must pass."],
    ["zh", "这种方法不需要词典。", "这种方法需要词典。"],
    ["zh", "阈值属于裁判。", "阈值不属于裁判。"],
  ] as const)("%s: %s", (language, sentence, changed) => {
    expect(changeNegation(sentence, language, random())).toBe(changed);
  });

  it("leaves a sentence without a place for it", () => {
    expect(changeNegation("Nothing here", "en", random())).toBeUndefined();
  });
});

describe("corruptDraft", () => {
  const draft: Draft = {
    language: "en",
    refusal: false,
    sentences: [
      { text: "The default is 30 seconds.", chunkId: "a" },
      { text: "Spans are kept.", chunkId: "b" },
    ],
  };
  const material = (seed: number, foreign?: string): CorruptionMaterial => ({
    context: draft.sentences.map(({ text }) => text).join("\n"),
    foreignSentence: () => foreign,
    random: createRandom(seed),
  });

  it("makes exactly one sentence untrue or adds one, and says how", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const corrupted = corruptDraft(draft, material(seed, "Penguins swim."));
        const texts = corrupted?.draft.sentences.map(({ text }) => text) ?? [];
        const kept = draft.sentences.filter(({ text }) => texts.includes(text));
        if (corrupted?.kind === "sentence") {
          expect(kept).toHaveLength(2);
          expect(texts).toContain("Penguins swim.");
        } else {
          expect(kept).toHaveLength(1);
          expect(texts).toHaveLength(2);
        }
      }),
    );
  });

  it("draws every kind, and another one where a kind has no place", () => {
    const kinds = new Set(
      Array.from({ length: 60 }, (_, seed) => corruptDraft(draft, material(seed, "Penguins swim."))?.kind),
    );
    expect(kinds).toEqual(new Set(["number", "sentence", "negation"]));
    const without = new Set(Array.from({ length: 60 }, (_, seed) => corruptDraft(draft, material(seed))?.kind));
    expect(without).toEqual(new Set(["number", "negation"]));
  });

  it("is the same for the same seed", () => {
    expect(corruptDraft(draft, material(7))).toEqual(corruptDraft(draft, material(7)));
  });

  it("leaves refusals and answers without a place alone", () => {
    expect(corruptDraft({ ...draft, refusal: true }, material(1, "Penguins swim."))).toBeUndefined();
    expect(corruptDraft({ ...draft, sentences: [{ text: "Yes" }] }, material(1))).toBeUndefined();
    expect(corruptDraft({ ...draft, sentences: [] }, material(1, "Penguins swim."))).toBeUndefined();
  });
});
