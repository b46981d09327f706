import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { batchesOf } from "../../src/judge/nli/batches.ts";
import { windowsOf } from "../../src/judge/nli/windows.ts";
import { sentencesOf } from "../../src/text/sentences.ts";

const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0;
const countCharacters = (text: string): number => [...text.replace(/\s/gu, "")].length;

const splitsCharacter = (text: string, at: number): boolean => at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;

const word = fc.oneof(
  fc.stringMatching(/^[a-z]{1,12}$/),
  fc.constantFrom("3.5", "U.S.", "e.g.", "**bold**", "[1]", "…", "|", "- ", "1.", "\n\n", "# ", "```\n"),
  fc.constantFrom("退款期限为三十天。", "😀", "Größe", "नमस्ते।", "รถไฟ"),
);
const prose = fc
  .array(fc.tuple(fc.array(word, { minLength: 1, maxLength: 30 }), fc.constantFrom(". ", "? ", "\n", "。", "")), {
    maxLength: 20,
  })
  .map((sentences) => sentences.map(([words, end]) => words.join(" ") + end).join(""));
const text = fc.oneof(prose, fc.string({ unit: "binary", maxLength: 200 }));
const limit = fc.integer({ min: 16, max: 64 });
const counter = fc.constantFrom(countWords, countCharacters);

describe("windows of any text", () => {
  it("have every sentence whole in one of them, if it fits, and every character of the text", () => {
    fc.assert(
      fc.property(text, limit, counter, (given, maxTokens, countTokens) => {
        const windows = [...windowsOf(given, maxTokens, countTokens)];
        let before = 0;
        for (const { start, end } of sentencesOf(given)) {
          // What stands before a sentence, such as a list marker, belongs to it.
          const fits = countTokens(given.slice(before, end)) <= maxTokens;
          before = end;
          if (fits) expect(windows.some((window) => window.start <= start && end <= window.end)).toBe(true);
        }
        const covered = new Set(
          windows.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)),
        );
        for (let at = 0; at < given.length; at++) {
          const counts = countTokens(given.charAt(at)) > 0 && /\S/u.test(given.charAt(at));
          if (counts) expect(covered.has(at)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("fit the model, go forward and are finite in number", () => {
    fc.assert(
      fc.property(text, limit, counter, (given, maxTokens, countTokens) => {
        const windows = [...windowsOf(given, maxTokens, countTokens)];
        windows.forEach(({ start, end, tokens }, index) => {
          expect(tokens).toBeLessThanOrEqual(maxTokens);
          expect(tokens).toBe(countTokens(given.slice(start, end)));
          expect(end).toBeGreaterThan(start);
          const before = windows[index - 1];
          if (before !== undefined) expect(end).toBeGreaterThan(before.end);
          expect(splitsCharacter(given, start)).toBe(false);
          expect(splitsCharacter(given, end)).toBe(false);
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe("batches of any lengths", () => {
  it("hold each item once, within the bound", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 600 })),
        fc.integer({ min: 1, max: 2_048 }),
        (lengths, maxTokens) => {
          const items = lengths.map((length) => ({ length }));
          const batches = batchesOf(items, ({ length }) => length, maxTokens);
          expect(new Set(batches.flat())).toEqual(new Set(items));
          expect(batches.flat()).toHaveLength(items.length);
          for (const batch of batches) {
            expect(batch.length).toBeGreaterThan(0);
            const padded = batch.length * Math.max(...batch.map(({ length }) => length));
            if (batch.length > 1) expect(padded).toBeLessThanOrEqual(maxTokens);
          }
        },
      ),
    );
  });
});
