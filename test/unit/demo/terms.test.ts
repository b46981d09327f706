import { describe, expect, it } from "vitest";
import { splitSentences } from "../../../examples/demo/retrieval/sentences.ts";
import { termsOf } from "../../../examples/demo/retrieval/terms.ts";

describe("termsOf", () => {
  it.each([
    ["The thresholds of Judges", ["threshold", "judge"]],
    ["k1 = 1.2 and 2,048 spans", ["k1", "1.2", "2,048", "span"]],
    ["histogram_quantile", ["histogram_quantile", "histogram", "quantile"]],
    ["What is it?", []],
    ["检索增强", ["检索", "索增", "增强"]],
    ["BM25 的参数 k1 默认值是多少？", ["bm25", "参数", "k1", "默认", "认值"]],
    ["bias and analysis stay, policies do not", ["bias", "analysis", "stay", "policy", "not"]],
    ["", []],
  ])("%s", (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });
});

describe("splitSentences", () => {
  it.each([
    ["One. Two! Three?", ["One.", "Two!", "Three?"]],
    ["It is 0.75 by default. See e.g. Lucene.", ["It is 0.75 by default.", "See e.g. Lucene."]],
    ['He said "no." Then he left.', ['He said "no."', "Then he left."]],
    ["第一句。第二句！“第三句。”第四句", ["第一句。", "第二句！", "“第三句。”", "第四句"]],
    ["A paragraph\n\nAnd another", ["A paragraph", "And another"]],
    ["  ", []],
  ])("%s", (text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences);
  });
});
