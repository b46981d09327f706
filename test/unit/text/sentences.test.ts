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

describe("a citation after the full stop", () => {
  it.each([
    "[source: a.b]",
    "[1]",
    "[1][2]",
    "[1] [2]",
    "[1, 3-5]",
    "[^1]",
    "[^note-2]",
    "[chunk-3]",
    "[doc_1.md#refunds]",
    "[Doc 3, p. 12]",
    "[Source: Refund Policy, page 3]",
    "[source: a.b; c.d]",
    "[[1]]",
    "[1](https://a.b/c?d=1.5)",
    "[[1]](https://a.b/c)",
    "[policy.md](docs/policy.md)",
    "(source: a.b)",
    "(Source 2)",
    "(passage 2)",
    "(see chunk 3)",
    "(1)",
    "{1}",
    "【1】",
    "【zh-page.part】",
    "【4:0†source】",
    "［1］",
    "〔1〕",
    "（来源：文档1）",
    "[来源：文档 1]",
    "¹",
    "¹²",
    "⁽¹⁾",
    "<sup>1</sup>",
    "<sup>[1]</sup>",
    "<cite>a.b</cite>",
    "†",
  ])("belongs to the sentence before it and glues nothing: %s", (citation) => {
    for (const gap of ["", " "]) {
      expect(split(`It takes 30 seconds.${gap}${citation} The other is slow.${gap}${citation} Sales rose.`)).toEqual([
        `It takes 30 seconds.${gap}${citation}`,
        `The other is slow.${gap}${citation}`,
        "Sales rose.",
      ]);
      expect(split(`它需要30秒。${gap}${citation}第二个很慢。${gap}${citation}销量上升。`)).toEqual([
        `它需要30秒。${gap}${citation}`,
        `第二个很慢。${gap}${citation}`,
        "销量上升。",
      ]);
    }
    expect(split(`Sales rose. ${citation}`)).toEqual([`Sales rose. ${citation}`]);
    expect(split(`Sales rose by 5 ${citation}. They fell.`)).toEqual([`Sales rose by 5 ${citation}.`, "They fell."]);
  });

  it("is none where the bracket says something", () => {
    expect(split("He left. (The others stayed.) Then it rained.")).toEqual([
      "He left.",
      "(The others stayed.)",
      "Then it rained.",
    ]);
    expect(split("It rose. [The company] declined.")).toEqual(["It rose.", "[The company] declined."]);
  });
});

describe("a number at the end of a sentence", () => {
  it.each([
    ["It counts 1 instead of 0 or 1. A judge reads it.", ["It counts 1 instead of 0 or 1.", "A judge reads it."]],
    ["The constant k is usually 60. The rank starts at 1.", ["The constant k is usually 60.", "The rank starts at 1."]],
    ["Pick 2) The second (3) The third", ["Pick 2) The second (3) The third"]],
    ["Do this: 1) Wait 2) Ask 3) Go", ["Do this:", "Wait", "Ask", "Go"]],
    ["One: 1. Ask 2. Go Two: 1. Sit 2. Wait", ["One:", "Ask", "Go Two:", "Sit", "Wait"]],
  ])("is no marker of a list: %s", (text, expected) => {
    expect(split(text)).toEqual(expected);
  });
});
