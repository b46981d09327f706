import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { triadMetrics } from "../../src/core/metric.ts";
import { unmetPrecondition } from "../../src/core/preconditions.ts";
import { isRefusal, classifySentences, splitClaims } from "../../src/text/claims.ts";
import { maskCitations } from "../../src/text/citations.ts";
import { numbersIn } from "../../src/text/numbers.ts";
import { tokenize } from "../../src/text/tokens.ts";
import { interactionOf, judge } from "../unit/judge/judge-embedded.ts";

const words = [
  "refund",
  "refunds",
  "window",
  "30",
  "days",
  "not",
  "no",
  "Paris",
  "the",
  "of",
  "1,250.5",
  "million",
  "I don't know.",
  "\n",
  "\n\n",
  "- ",
  "# ",
  "| a | b |",
  "```",
  "[1]",
  "【1】",
  "。",
  "退款",
  "期限",
  "没有提到",
  "无法回答",
  "三千",
  "5月3日",
  "?",
  "!",
  ".",
  ":",
  "Dr.",
  "https://a.b/c?d",
  "**",
  "\ud800",
  "\udc00",
  "\0",
  "👍",
  "é",
  "ﬁ",
  "ا",
];
const texts = fc.oneof(
  fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join(" ")),
  fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 100 }).map((units) => String.fromCharCode(...units)),
);

// Digits, letters and marks of every kind, alone or as a sentence of their own.
const oddities = [..."½¼①❶²³⁴ⅣⅧ㆒㊀〇々ー๏๑កុᠠ𐡘𝟘𝕏ªº№℃\u0301\u20e3\u0e31\u200d"];
const shortTexts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 4 }),
  fc.array(fc.constantFrom(...oddities, " ", ".", "。", "[1]", "1"), { maxLength: 5 }).map((parts) => parts.join("")),
);

describe("text analysis of any string", () => {
  it("sentences are in order, within the text, without white space around them", () => {
    fc.assert(
      fc.property(texts, (text) => {
        let last = 0;
        for (const { start, end } of classifySentences(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
        for (const claim of splitClaims(text)) expect(text.slice(claim.start, claim.end)).toBe(claim.text);
      }),
    );
  });

  it("a refusal has no claims, masking keeps the length, numbers have finite keys", () => {
    fc.assert(
      fc.property(texts, (text) => {
        if (isRefusal(text)) expect(splitClaims(text)).toEqual([]);
        expect(maskCitations(text)).toHaveLength(text.length);
        const tokens = tokenize(text);
        for (const { keys, first, last } of numbersIn(text, tokens)) {
          expect(last).toBeLessThan(tokens.length);
          expect(first).toBeLessThanOrEqual(last);
          expect(keys.join(" ")).not.toMatch(/Infinity|NaN/);
        }
      }),
    );
  });
});

describe("embedded judges on any strings", () => {
  it("give a finite score in [0, 1] or a reason, for every metric, claim and chunk", async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.array(texts, { maxLength: 4 }), texts, async (query, contexts, answer) => {
        const interaction = interactionOf(query, contexts, answer);
        for (const metric of triadMetrics) {
          if (unmetPrecondition(metric, interaction) !== undefined) continue;
          const { outcome, detail } = await judge(metric, interaction);
          const scores = [...(detail?.claims ?? []), ...(detail?.chunks ?? [])].map(({ score }) => score);
          if ("score" in outcome) scores.push(outcome.score);
          else expect(["refusal", "no_claims"]).toContain(outcome.reason);
          for (const score of scores) {
            expect(score).toBeGreaterThanOrEqual(0);
            expect(score).toBeLessThanOrEqual(1);
          }
          for (const claim of detail?.claims ?? []) {
            const chunk = interaction.chunks.find(({ id }) => id === claim.chunkId);
            expect(claim.evidence === undefined || chunk?.text.includes(claim.evidence)).toBe(true);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it("give a finite score for sentences of one or a few odd characters", async () => {
    await fc.assert(
      fc.asyncProperty(shortTexts, async (text) => {
        for (const answer of [text, `It costs 5. ${text}`, `${text}\n\n- ${text}`]) {
          const { outcome } = await judge("groundedness", interactionOf("Q", ["It costs 5.", text], answer));
          if ("score" in outcome) expect(outcome.score >= 0 && outcome.score <= 1).toBe(true);
          else expect(["refusal", "no_claims"]).toContain(outcome.reason);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("adding a claim verbatim to the context never lowers its score", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { maxLength: 4 }), texts, async (contexts, answer) => {
        const claims = splitClaims(answer);
        const claim = claims[0];
        if (claim === undefined) return;
        const before = await judge("groundedness", interactionOf("Q", contexts, answer));
        const after = await judge("groundedness", interactionOf("Q", [...contexts, claim.text], answer));
        expect(after.detail?.claims?.[0]?.score).toBeGreaterThanOrEqual(before.detail?.claims?.[0]?.score ?? 0);
      }),
      { numRuns: 200 },
    );
  });

  it("the order of the chunks does not change context relevance", async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.array(texts, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        async (query, contexts, seed) => {
          const turned = contexts.map((_, index) => contexts[(index + seed) % contexts.length] ?? "");
          const [one, other] = [
            await judge("context_relevance", interactionOf(query, contexts, null)),
            await judge("context_relevance", interactionOf(query, turned, null)),
          ];
          expect(other.outcome).toEqual(one.outcome);
          expect(other.detail?.relevantChunkRatio).toBe(one.detail?.relevantChunkRatio);
        },
      ),
      { numRuns: 200 },
    );
  });
});
