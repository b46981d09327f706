import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { canaries, embeddedJudges, fallback, route, shadow, split } from "../../../../src/index.ts";

const root = new URL("../../../../", import.meta.url);
const page = readFileSync(new URL("docs/judges/combining.md", root), "utf8");
const judges = embeddedJudges();

const combiners: Readonly<
  Record<string, readonly [heading: string, source: string, make: (options: never) => unknown]>
> = {
  fallback: [
    "`fallback(first, second, options?)`",
    "judge/combine/fallback.ts",
    (options) => fallback(judges, judges, options),
  ],
  split: ["`split(options)`", "judge/combine/split.ts", split],
  shadow: ["`shadow(options)`", "judge/combine/shadow.ts", shadow],
  route: ["`route(options)`", "judge/combine/route.ts", route],
  canaries: ["Canaries", "config/canaries.ts", canaries],
};

/** The rule that a value breaks which nothing takes. */
function ruleOf(make: (options: never) => unknown, option: string): string | undefined {
  try {
    make({ [option]: Symbol("wrong") } as never);
  } catch (error) {
    return /to be (.*), got/.exec((error as Error).message)?.[1];
  }
  return undefined;
}

/** Rows of a section's table: option, rule, default. */
function documented(heading: string): string[][] {
  const section = page.split("\n## ").find((text) => text.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^\| `(\w+)` \| (.*?) \| (.*?) \|$/gm)].map(([, ...cells]) => cells);
}

test.each(Object.entries(combiners))(
  "docs/judges/combining.md has the options, rules and defaults of %s",
  (...[, [heading, file, make]]) => {
    const source = readFileSync(new URL(`src/${file}`, root), "utf8");
    const options = /export interface \w+Options \{\n(.*?)\n\}/s.exec(source)?.[1] ?? "";
    const rows = [...options.matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/\s+readonly (\w+)(\??):/gs)].map(
      ([, comment = "", option = "", optional]) => [
        option,
        ruleOf(make, option),
        optional === "?" ? /@default (.*?)\s*$/m.exec(comment)?.[1] : "required",
      ],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(documented(heading)).toEqual(rows);
  },
);
