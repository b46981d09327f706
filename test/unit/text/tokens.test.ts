import { describe, expect, it } from "vitest";
import { maskCitations } from "../../../src/text/citations.ts";
import { writingSystemOf } from "../../../src/text/script.ts";
import { stem } from "../../../src/text/stem.ts";
import { tokenize } from "../../../src/text/tokens.ts";

function words(text: string): string[] {
  return tokenize(text).map((token) => token.text);
}

describe("tokens", () => {
  it.each([
    ["Don't pay 1,250.5 euros!", ["don't", "pay", "1,250.5", "euros"]],
    ["state-of-the-art", ["state", "of", "the", "art"]],
    ["Café ＡＢＣ１２", ["cafe", "abc12"]],
    ["退款30天", ["退", "款", "30", "天"]],
    ["\ud800 a\0b \udc00", ["a", "b"]],
    ["ends. Here", ["ends", "here"]],
    ["𠮷野家", ["𠮷", "野", "家"]],
  ])("%j", (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it("says where a token stands, what it is and whether it is capitalised", () => {
    expect(tokenize("In Paris 30 天")).toEqual([
      { text: "in", kind: "word", start: 0, end: 2, capital: true },
      { text: "paris", kind: "word", start: 3, end: 8, capital: true },
      { text: "30", kind: "number", start: 9, end: 11, capital: false },
      { text: "天", kind: "character", start: 12, end: 13, capital: false },
    ]);
  });

  it("reads a part of a text", () => {
    expect(tokenize("one two three", 4, 7).map((token) => token.text)).toEqual(["two"]);
  });
});

describe("stems", () => {
  it.each([
    ["refunds", "refund"],
    ["refunded", "refund"],
    ["running", "run"],
    ["policies", "policy"],
    ["company's", "company"],
    ["hallucination", "hallucinate"],
    ["classes", "class"],
    ["analysis", "analysis"],
    ["sing", "sing"],
    ["退款", "退款"],
  ])("%s and %s are one", (one, other) => {
    expect(stem(one)).toBe(stem(other));
  });

  it("keeps different words apart", () => {
    expect(new Set(["refund", "reform", "increase", "decrease", "policy", "police"].map(stem)).size).toBe(6);
  });
});

describe("writing systems", () => {
  it.each([
    ["The refund takes 30 days", "spaced"],
    ["退款期限为30天", "unspaced"],
    ["如何重置 iPhone", "unspaced"],
    ["Возврат денег", "spaced"],
    ["12 + 30 👍", "none"],
    ["", "none"],
  ])("%j is %s", (text, expected) => {
    expect(writingSystemOf(text)).toBe(expected);
  });
});

describe("citations", () => {
  it.each([
    "[1]",
    "[1, 2]",
    "[^3]",
    "[chunk-3]",
    "[doc 12]",
    "【1】",
    "【4†source】",
    "(passage 2)",
    "(passages 1 and 3)",
    "Document 2",
    "https://example.org/a?b=1.2",
    "［资料1］",
  ])("%s is blanked out, at its length", (citation) => {
    const text = `The fee is 5 euros ${citation} since 2020.`;
    const masked = maskCitations(text);
    expect(masked).toBe(`The fee is 5 euros ${" ".repeat(citation.length)} since 2020.`);
  });

  it.each(["The document says 5.", "arr[i] = 2", "[a link](x)", "In 2020, 12 people", "Article 3.5 billion"])(
    "%s is none",
    (text) => {
      expect(maskCitations(text)).toBe(text);
    },
  );
});
