import { describe, expect, it } from "vitest";
import { windowsOf } from "../../../../src/judge/nli/windows.ts";

const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0;

function textsOf(text: string, maxTokens: number, countTokens = countWords): string[] {
  return [...windowsOf(text, maxTokens, countTokens)].map(({ start, end }) => text.slice(start, end));
}

describe("windows", () => {
  it("are the whole text where it fits", () => {
    const text = "The shop opens at nine. It closes at five.";
    expect(textsOf(text, 9)).toEqual([text]);
    expect([...windowsOf(text, 9, countWords)]).toEqual([{ start: 0, end: text.length, tokens: 9 }]);
  });

  it("end between sentences, and the next one begins with the last quarter", () => {
    const text = "Aa bb cc dd ee. Ff gg. Hh ii jj kk. Ll mm nn.";
    expect(textsOf(text, 8)).toEqual(["Aa bb cc dd ee. Ff gg.", "Ff gg. Hh ii jj kk.", "Ll mm nn."]);
  });

  it("do not overlap where the sentence that would be repeated leaves no room for the next", () => {
    expect(textsOf("Aa bb. Cc dd ee ff gg hh ii jj.", 8)).toEqual(["Aa bb.", "Cc dd ee ff gg hh ii jj."]);
  });

  it("hold a sentence that is too long in parts, cut between words, that overlap", () => {
    const words = Array.from({ length: 40 }, (_, index) => `w${index}`);
    const parts = textsOf(words.join(" "), 16);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(countWords(part)).toBeLessThanOrEqual(16);
    for (const [index, part] of parts.slice(1).entries()) {
      const [first] = part.split(" ");
      expect(parts[index]?.split(" ")).toContain(first);
    }
    expect(new Set(parts.flatMap((part) => part.split(" ")))).toEqual(new Set(words));
  });

  it("cut a single word only where it does not fit, and never through a character", () => {
    const byCharacter = (text: string): number => [...text.replaceAll(" ", "")].length;
    const parts = textsOf("😀".repeat(50), 16, byCharacter);
    expect(parts.join("")).toMatch(/^(😀)+$/u);
    for (const part of parts) expect(byCharacter(part)).toBeLessThanOrEqual(16);
    expect(textsOf("short 😀😀😀😀", 16, byCharacter)).toEqual(["short 😀😀😀😀"]);
  });

  it("keep list markers and rows of tables, which are in no sentence", () => {
    const text = "1. Press the button.\n2. Wait for the light.\n\n| Plan | Price |\n|---|---|\n| Basic | 5 euros |";
    expect(textsOf(text, 100)).toEqual([text]);
  });

  it("fit as a whole, also where a stretch has more tokens than its sentences by themselves", () => {
    // A tokenizer to which the space between two sentences is ten tokens.
    const countTokens = (text: string): number => countWords(text) + 10 * (text.match(/\. \S/g)?.length ?? 0);
    const windows = [...windowsOf("Aa bb. Cc dd. Ee ff. Gg hh.", 8, countTokens)];
    expect(windows).toHaveLength(4);
    for (const { tokens } of windows) expect(tokens).toBeLessThanOrEqual(8);
  });

  it("are none where there is no text", () => {
    expect(textsOf("", 8)).toEqual([]);
    expect(textsOf(" \n\n ", 8)).toEqual([]);
  });
});
