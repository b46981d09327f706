import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { blocksOf, compileDocsCode } from "./docs-code.ts";

const root = join(import.meta.dirname, "../..");
const pages = ["README.md", ...globSync("docs/**/*.md", { cwd: root })].map((file) => ({
  file,
  text: readFileSync(join(root, file), "utf8"),
}));

it("the code in the README and the docs compiles", () => {
  expect(pages.flatMap(({ text }) => blocksOf(text)).length).toBeGreaterThan(15);
  expect(compileDocsCode(pages)).toEqual([]);
});

it("code that does not compile is found, with its page and line", () => {
  const text = [
    "# A page",
    "```ts",
    'import { shadow, embeddedJudges, missing } from "rag-triad";',
    "",
    'const judges = shadow({ primary: embeddedJudges(), shadow: embeddedJudges(), ratio: "all" });',
    "```",
    "```json",
    "{ not checked",
    "```",
    "```ts",
    "const here: number = unheardOf;",
    "```",
    "",
  ].join("\n");
  expect(blocksOf(text)).toHaveLength(2);
  expect(compileDocsCode([{ file: "docs/made-up.md", text }])).toEqual([
    expect.stringMatching(/^docs\/made-up\.md:3: error TS2305: .*'missing'/),
    expect.stringMatching(/^docs\/made-up\.md:5: error TS2322: /),
    expect.stringMatching(/^docs\/made-up\.md:11: error TS2304: .*'unheardOf'/),
  ]);
});
