import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const page = read("docs/judges/nli.md");

/** The properties of an interface, with the defaults that their comments state. */
function optionsIn(file: string, name: string): { readonly option: string; readonly standard: string | undefined }[] {
  const [, body = ""] = new RegExp(`interface ${name} \\{\\n(.*?)\\n\\}`, "s").exec(read(file)) ?? [];
  return [...body.matchAll(/(?:\/\*\*(.*?)\*\/\s*)?^ {2}readonly (\w+)\??:/gms)].map(
    ([, comment = "", option = ""]) => ({
      option,
      standard: /@default ([\d.,]+|true|false) *(?:\*|$)/.exec(comment)?.[1],
    }),
  );
}

describe.each([
  ["src/nli/nli-options.ts", "NliJudgeOptions", 14],
  ["src/nli/embedder/embedder-options.ts", "OnnxEmbedderOptions", 11],
])("docs/judges/nli.md on %s", (file, name, count) => {
  const options = optionsIn(file, name);

  it("names every option", () => {
    expect(options).toHaveLength(count);
    for (const { option } of options) expect(page).toMatch(new RegExp(`^\\|[^|]*\`${option}\`[^|]*\\|`, "m"));
  });

  it("states the defaults that are numbers or booleans", () => {
    const stated = options.filter(({ standard }) => standard !== undefined);
    expect(stated.length).toBeGreaterThan(1);
    for (const { option, standard } of stated) {
      const row = new RegExp(`^\\|[^|]*\`${option}\`[^|]*\\| (.+?) \\|`, "m").exec(page);
      expect([standard, "as above"]).toContain(row?.[1]);
    }
  });
});
