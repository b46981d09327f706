import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJudgeFailure } from "../../src/core/judge-failure.ts";
import { scoreOf } from "../../src/core/outcome.ts";
import { calibrate } from "../../src/judge/calibration/calibrate.ts";
import { checkCalibration } from "../../src/judge/calibration/calibration.ts";
import { fitCalibration } from "../../src/judge/calibration/fit-calibration.ts";
import type { Embedder } from "../../src/judge/embedder.ts";
import { createLruCache } from "../../src/judge/embedding/lru-cache.ts";
import { textWindows } from "../../src/judge/embedding/text-windows.ts";
import { cosine, unitVector, type UnitVector } from "../../src/judge/embedding/unit-vector.ts";
import { compose } from "../../src/resilience/compose.ts";
import { createScriptedEmbedder } from "../../src/testing/index.ts";
import { anInteraction, judgeWith } from "../unit/judge/embedding/judge-by-vectors.ts";

const component = fc.double({ min: -1, max: 1, noNaN: true });
const vector = fc.array(component, { minLength: 3, maxLength: 3 }).filter((values) => Math.hypot(...values) > 0.01);
const scale = fc.double({ min: 1e-100, max: 1e100, noNaN: true });
const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 12 });

function unit(values: readonly number[]): UnitVector {
  const found = unitVector(values);
  if (found === undefined) throw new Error("no direction");
  return found;
}

/** Any text's vector, the same each time. */
function hashed(text: string): readonly number[] {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + character.charCodeAt(0)) % 1_000_003;
  return [1 + (hash % 7), (hash % 13) - 6, (hash % 29) - 14];
}

describe("the cosine", () => {
  test("is in [-1, 1], the same both ways, and blind to length", () => {
    fc.assert(
      fc.property(vector, vector, scale, scale, (left, right, one, other) => {
        const plain = cosine(unit(left), unit(right));
        expect(Math.abs(plain)).toBeLessThanOrEqual(1);
        expect(cosine(unit(right), unit(left))).toBe(plain);
        const scaled = cosine(unit(left.map((value) => value * one)), unit(right.map((value) => value * other)));
        expect(scaled).toBeCloseTo(plain, 5);
        const itself = cosine(unit(left), unit(left));
        expect(itself).toBeCloseTo(1, 5);
        expect(itself).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("context relevance", () => {
  test("is the same however the texts are batched, cached and ordered", async () => {
    await fc.assert(
      fc.asyncProperty(
        words,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 2_000 }),
        async (texts, maxBatch, cacheMaxBytes) => {
          const judge = async (order: readonly string[], batch?: number): Promise<number | undefined> => {
            const embedder = createScriptedEmbedder({
              vectors: hashed,
              ...(batch !== undefined && { maxBatch: batch }),
            });
            const options = { embedder, cacheMaxBytes, policy: compose() };
            return scoreOf((await judgeWith(options, "context_relevance", anInteraction(order))).result.outcome);
          };
          const score = await judge(texts);
          expect(await judge(texts, 1)).toBe(score);
          expect(await judge(texts, maxBatch)).toBe(score);
          expect(await judge(texts.toReversed(), maxBatch)).toBe(score);
        },
      ),
      { numRuns: 50 },
    );
  });

  test("is a score in [0, 1] or a foreseen failure, whatever an embedder gives", async () => {
    const anyNumber = fc.oneof(fc.double(), fc.constantFrom(0, -0, NaN, Infinity, 5e-324, 1.7e308, -1));
    const anyVector = fc.oneof(
      fc.array(anyNumber, { minLength: 2, maxLength: 3 }),
      fc.float32Array({ minLength: 2, maxLength: 2 }),
      fc.anything(),
    );
    const anyReply = fc.oneof(fc.record({ vectors: fc.array(anyVector, { maxLength: 2 }) }), fc.anything());
    await fc.assert(
      fc.asyncProperty(
        anyReply,
        anyReply,
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        anyNumber,
        async (query, chunk, alpha, max) => {
          const embedder: Embedder = {
            model: "m",
            embed: (_, { kind }) => Promise.resolve((kind === "query" ? query : chunk) as never),
          };
          const interaction = anInteraction([{ text: "a", keywordScore: max / 2 }], { keywordScoreMax: max });
          const judged = await judgeWith(
            { embedder, alpha, policy: compose() },
            "context_relevance",
            interaction,
          ).catch((error: unknown) => error);
          if (isJudgeFailure(judged)) {
            expect(judged.reason).toBe("judge_invalid_output");
            return;
          }
          const { outcome } = (judged as Awaited<ReturnType<typeof judgeWith>>).result;
          const score = scoreOf(outcome);
          if (score === undefined) expect(outcome).toEqual({ reason: "judge_invalid_output" });
          else expect(score >= 0 && score <= 1).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("calibration", () => {
  const samples = fc.array(
    fc.record({ raw: fc.double({ min: -1, max: 1, noNaN: true }), label: fc.double({ min: 0, max: 1, noNaN: true }) }),
    { minLength: 2, maxLength: 60 },
  );
  const fit = samples
    .filter((list) => new Set(list.map(({ raw }) => raw)).size > 1)
    .map((list) => ({ list, curve: fitCalibration(list) }));

  test("that was fitted is sound, never falls, and stays in [0, 1]", () => {
    fc.assert(
      fc.property(fit, component, component, ({ curve }, one, other) => {
        const value = { version: 1, judge: "embedding", model: "m", metrics: { m: curve } };
        expect(checkCalibration(value)).toBeUndefined();
        const low = calibrate(Math.min(one, other), curve);
        const high = calibrate(Math.max(one, other), curve);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(high);
      }),
    );
  });

  test("goes through its points, and on the average gives what people gave", () => {
    fc.assert(
      fc.property(fit, ({ list, curve }) => {
        for (const [raw, score] of curve.points) expect(calibrate(raw, curve)).toBeCloseTo(score, 9);
        const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
        expect(sum(list.map(({ raw }) => calibrate(raw, curve)))).toBeCloseTo(sum(list.map(({ label }) => label)), 6);
      }),
    );
  });
});

test("the cache keeps within its bound, and gives a key what was last set for it or nothing", () => {
  const steps = fc.array(fc.tuple(fc.constantFrom("a", "b", "c", "d", "e"), fc.nat({ max: 40 }), fc.boolean()));
  fc.assert(
    fc.property(steps, fc.nat({ max: 60 }), (list, maxBytes) => {
      const cache = createLruCache<number>({ maxBytes, bytesOf: (_, value) => value });
      const last = new Map<string, number>();
      for (const [key, value, isSet] of list) {
        if (isSet) {
          cache.set(key, value);
          last.set(key, value);
          expect(cache.get(key)).toBe(value <= maxBytes ? value : undefined);
        } else {
          expect([undefined, last.get(key)]).toContain(cache.get(key));
        }
        expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
        const kept = [...last.keys()].map((each) => cache.get(each) ?? 0);
        expect(kept.reduce((sum, bytes) => sum + bytes, 0)).toBe(cache.bytes);
      }
    }),
  );
});

test("windows are the whole text but for white space, none longer than it may be, none ending inside a character", () => {
  const part = fc.constantFrom(
    "One sentence. ",
    "word ",
    "很长。",
    "- item\n",
    "\n\n",
    "x".repeat(30),
    "😀",
    "Dr. No said 3.5! ",
    "```\ncode\n```\n",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), fc.integer({ min: 2, max: 80 }), (parts, maxCharacters) => {
      const text = parts.join("");
      const windows = textWindows(text, maxCharacters);
      expect(windows.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
      for (const window of windows) {
        expect(window.length).toBeLessThanOrEqual(maxCharacters);
        expect(window.isWellFormed()).toBe(true);
      }
    }),
  );
});
