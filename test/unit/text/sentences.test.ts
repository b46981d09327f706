import { describe, expect, it } from "vitest";
import { blocksOf, maxBlockLength } from "../../../src/text/blocks.ts";
import { sentencesOf } from "../../../src/text/sentences.ts";

function split(text: string): string[] {
  return [...sentencesOf(text)].map(({ start, end }) => text.slice(start, end));
}

function kinds(text: string): string[] {
  return [...sentencesOf(text)].map(({ kind }) => kind);
}

describe("sentences in English", () => {
  it.each([
    ["One. Two! Three?", ["One.", "Two!", "Three?"]],
    ["Dr. Smith paid $3.5 million. He left.", ["Dr. Smith paid $3.5 million.", "He left."]],
    ["It works, e.g. on U.S. soil. Good.", ["It works, e.g. on U.S. soil.", "Good."]],
    ["J. K. Rowling wrote it. No. 5 is good.", ["J. K. Rowling wrote it.", "No. 5 is good."]],
    ["He left at 5 p.m. Then he slept.", ["He left at 5 p.m.", "Then he slept."]],
    ["See https://a.b/c?d=1.2 for more.", ["See https://a.b/c?d=1.2 for more."]],
    ['"Really?" she asked. "Yes."', ['"Really?" she asked.', '"Yes."']],
    ["Section 4.2 says so. v1.2.3 is out.", ["Section 4.2 says so. v1.2.3 is out."]],
    ["The fee is 5 euros [1]. It rose.[2] Done.", ["The fee is 5 euros [1].", "It rose.[2]", "Done."]],
    ["Wait... what? Fine.", ["Wait... what?", "Fine."]],
    ["no full stop", ["no full stop"]],
    ["Causes: 1. Low quality 2. Endocrine problems", ["Causes:", "Low quality", "Endocrine problems"]],
  ])("%j", (text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  it("joins a soft-wrapped line and keeps a short line apart", () => {
    const wrapped = "This line is long enough to have been wrapped by an\neditor. Next.";
    expect(split(wrapped)).toEqual(["This line is long enough to have been wrapped by an\neditor.", "Next."]);
    expect(split("Opening hours\nMonday to Friday")).toEqual(["Opening hours", "Monday to Friday"]);
  });
});

describe("sentences in Chinese", () => {
  it.each([
    ["退款期限为30天。运费是多少？", ["退款期限为30天。", "运费是多少？"]],
    ["他说：“好的。”然后走了！", ["他说：“好的。”", "然后走了！"]],
    ["价格为3.5元。第二句。", ["价格为3.5元。", "第二句。"]],
    ["一、第一点\n二、第二点", ["第一点", "第二点"]],
  ])("%j", (text, expected) => {
    expect(split(text)).toEqual(expected);
  });
});

describe("Markdown", () => {
  it("takes headings, bullets, tables by row and code for what they are", () => {
    const text =
      "# Title\n\nText.\n\n- one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nrun();\n```\n---\n> quoted";
    expect(kinds(text)).toEqual(["heading", "paragraph", "bullet", "bullet", "header", "row", "code", "paragraph"]);
    expect(split(text)).toEqual(["Title", "Text.", "one", "two", "| a | b |", "| 1 | 2 |", "run();", "quoted"]);
  });

  it("takes a line in bold alone for a heading", () => {
    expect(kinds("**Summary**\nText.")).toEqual(["heading", "paragraph"]);
  });
});

describe("hostile texts", () => {
  it.each([
    ["one letter", "a".repeat(262_144)],
    ["newlines", "\n".repeat(262_144)],
    ["lone surrogates", "\ud800".repeat(10_000)],
    ["pairs", "👍".repeat(10_000)],
    ["NULs", "\0".repeat(10_000)],
    ["full stops", ".".repeat(100_000)],
    ["pipes", "|-".repeat(100_000)],
    ["fences", "```\n".repeat(50_000)],
    ["bullets", "- ".repeat(100_000)],
  ])("%s: blocks are bounded and in order", (_name, text) => {
    let last = 0;
    for (const { start, end } of blocksOf(text)) {
      expect(start).toBeGreaterThanOrEqual(last);
      expect(end).toBeGreaterThan(start);
      expect(end - start).toBeLessThanOrEqual(maxBlockLength);
      last = end;
    }
    expect(last).toBeLessThanOrEqual(text.length);
  });

  it("never cuts a surrogate pair", () => {
    const text = `x${"👍".repeat(5_000)}`;
    const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
    for (const piece of split(text)) expect(piece).not.toMatch(lone);
  });
});
