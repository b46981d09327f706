import { readdir, readFile } from "node:fs/promises";
import { splitSentences } from "./sentences.ts";

/** One passage of the corpus. */
export interface CorpusChunk {
  /** `page.heading`, 40 characters at most: it survives edits elsewhere in the corpus. */
  readonly id: string;
  readonly title: string;
  readonly heading: string;
  /** What is indexed and given to the generator: title and heading, then the passage. */
  readonly text: string;
  readonly sentences: readonly string[];
}

const longestChunk = 900;
const longestId = 40;

/** Reads every Markdown page of a directory, in the order of their names, and cuts each at its headings. */
export async function loadCorpus(directory: URL): Promise<CorpusChunk[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".md")).sort();
  const pages = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, directory), "utf8") })),
  );
  return pages.flatMap(({ name, text }) => chunkPage(name.slice(0, -".md".length), text));
}

/** Cuts one Markdown page at its headings, and sections of more than 900 characters at their paragraphs. */
export function chunkPage(page: string, markdown: string): CorpusChunk[] {
  const [head = "", ...sections] = markdown.split(/^## /m);
  const [titleLine = "", ...introduction] = head.split("\n");
  const title = titleLine.replace(/^# /, "").trim();
  const parts = [{ heading: "", slug: "introduction", body: introduction.join("\n") }, ...sections.map(readSection)];
  return parts.flatMap(({ heading, slug, body }) =>
    packParagraphs(body).map((text, index) => ({
      id: chunkId(page, slug, index),
      title,
      heading,
      text: `${heading === "" ? title : `${title}: ${heading}`}\n\n${text}`,
      sentences: splitSentences(text),
    })),
  );
}

function readSection(section: string): { heading: string; slug: string; body: string } {
  const [line = "", ...body] = section.split("\n");
  const [, heading = "", anchor] = /^(.*?)(?:\s*\{#([\w-]+)\})?\s*$/.exec(line) ?? [];
  const slug =
    anchor ??
    heading
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "");
  return { heading, slug, body: body.join("\n") };
}

function chunkId(page: string, slug: string, index: number): string {
  const suffix = index === 0 ? "" : `.${index + 1}`;
  const whole = `${page}.${slug}`;
  const limit = longestId - suffix.length;
  return `${whole.length <= limit ? whole : whole.slice(0, limit + 1).replace(/-[^-]*$/, "")}${suffix}`;
}

function packParagraphs(body: string): string[] {
  const packed: string[] = [];
  for (const paragraph of body.split(/\n\s*\n/)) {
    const text = paragraph.replace(/\s*\n\s*/g, " ").trim();
    if (text === "") continue;
    const last = packed.at(-1);
    if (last !== undefined && last.length + text.length <= longestChunk)
      packed[packed.length - 1] = `${last}\n\n${text}`;
    else packed.push(text);
  }
  return packed;
}
