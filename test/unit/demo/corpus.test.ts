import { describe, expect, it } from "vitest";
import { chunkPage, loadCorpus } from "../../../examples/demo/retrieval/corpus.ts";

const directory = new URL("../../../examples/demo/corpus/", import.meta.url);

describe("chunkPage", () => {
  const page = "# Title\n\nIntroduction.\n\n## First part\n\nOne\nline.\n\nAnother.\n\n## 第二 {#second}\n\n内容。\n";

  it("cuts at headings and names chunks after them", () => {
    expect(chunkPage("page", page)).toEqual([
      {
        id: "page.introduction",
        title: "Title",
        heading: "",
        text: "Title\n\nIntroduction.",
        sentences: ["Introduction."],
      },
      {
        id: "page.first-part",
        title: "Title",
        heading: "First part",
        text: "Title: First part\n\nOne line.\n\nAnother.",
        sentences: ["One line.", "Another."],
      },
      { id: "page.second", title: "Title", heading: "第二", text: "Title: 第二\n\n内容。", sentences: ["内容。"] },
    ]);
  });

  it("keeps ids when a section is inserted before", () => {
    const edited = page.replace("## First part", "## New\n\nText.\n\n## First part");
    const ids = chunkPage("page", edited).map(({ id }) => id);
    expect(ids).toEqual(["page.introduction", "page.new", "page.first-part", "page.second"]);
  });

  it("cuts long sections at paragraphs and long ids at words", () => {
    const long = `# T\n\n## A heading that is far too long for an id of forty\n\n${"x".repeat(600)}\n\n${"y".repeat(600)}\n`;
    const ids = chunkPage("page", long).map(({ id }) => id);
    expect(ids).toEqual(["page.a-heading-that-is-far-too-long-for", "page.a-heading-that-is-far-too-long.2"]);
  });
});

describe("the corpus", () => {
  it("has 20 pages or more, chunks of readable size, and an id for each", async () => {
    const corpus = await loadCorpus(directory);
    expect(new Set(corpus.map(({ title }) => title)).size).toBeGreaterThanOrEqual(20);
    expect(new Set(corpus.map(({ id }) => id)).size).toBe(corpus.length);
    for (const { id, text, sentences } of corpus) {
      expect(id).toMatch(/^[\w.-]{1,40}$/);
      expect(text.length).toBeLessThanOrEqual(1_000);
      expect(sentences.length).toBeGreaterThan(0);
    }
  });
});
