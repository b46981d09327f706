import { describe, expect, it } from "vitest";
import { renderDraft, streamText } from "../../../examples/demo/generation/draft.ts";
import { draftAnswer } from "../../../examples/demo/generation/extractive.ts";
import { createBm25 } from "../../../examples/demo/retrieval/bm25.ts";
import { loadCorpus } from "../../../examples/demo/retrieval/corpus.ts";

const corpus = await loadCorpus(new URL("../../../examples/demo/corpus/", import.meta.url));
const index = createBm25(corpus);

function answer(query: string): string {
  const sources = index.search(query, 4).map(({ item }) => item);
  return renderDraft(draftAnswer(query, sources, index.idf));
}

describe("draftAnswer", () => {
  it.each([
    ["What is the default of k1 in Lucene?", "1.2", "[source: bm25.the-parameters-k1-and-b]"],
    ["What is the default of decision_wait?", "30 seconds", "[source: tail-sampling.how-it-works]"],
    ["一个汉字在 UTF-8 编码中占几个字节？", "3 个字节", "【zh-retrieval.encoding】"],
  ])("answers %s from the documents and cites the chunk", (query, fact, citation) => {
    expect(answer(query)).toContain(fact);
    expect(answer(query)).toContain(citation);
  });

  it.each([
    "How do I bake sourdough bread?",
    "Who won the football world cup in 2018?",
    "Which GPU was used to train ColBERT?",
  ])("refuses %s", (query) => {
    expect(answer(query)).toBe("I don't know: the documents do not say anything about this.");
  });

  it.each(["红烧肉怎么做？", "谁是这个项目的负责人？"])("refuses %s in Chinese", (query) => {
    expect(answer(query)).toBe("无法回答：文档中没有提到相关内容。");
  });

  it("takes every sentence word for word from a chunk it cites", () => {
    const sources = index.search("How do I make an LLM judge reliable?", 4).map(({ item }) => item);
    const { sentences, refusal } = draftAnswer("How do I make an LLM judge reliable?", sources, index.idf);
    expect(refusal).toBe(false);
    for (const { text, chunkId } of sentences) {
      expect(sources.find(({ id }) => id === chunkId)?.sentences).toContain(text);
    }
  });
});

describe("streamText", () => {
  it.each([
    "",
    "short",
    "a  text with\nodd   spaces, long enough for several parts of a few words each",
    "没有空格的中文句子也要分成几个部分来传输，否则读者会等待太久。",
  ])("streams %j whole", async (text) => {
    const parts: string[] = [];
    for await (const part of streamText(text, { partCharacters: 24, partDelayMs: 0 })) parts.push(part);
    expect(parts.join("")).toBe(text);
    if (text.length > 40) expect(parts.length).toBeGreaterThan(1);
  });
});
