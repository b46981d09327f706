import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./lint-fixtures.ts";

interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;

/** The source behind a path of dist. */
function sourceOf(path: string): string {
  return path.replace("./dist/", "src/").replace(/(\.d\.ts|\.js)$/, ".ts");
}

/** The names in an index file's export lists, types marked. Anything but a list is refused: an index re-exports, nothing else. */
function exportedNames(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8").replace(/\/\*.*?\*\/|^\s*\/\/.*$/gms, "");
  const list = /export\s+(type\s+)?\{([^}]*)\}\s*from\s*"[^"]+";/g;
  expect(text.replace(list, "").trim(), `${file} has something besides named re-exports`).toBe("");
  return [...text.matchAll(list)]
    .flatMap(([, allTypes, names = ""]) =>
      names
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "")
        .map(
          (name) =>
            `${allTypes === undefined && !name.startsWith("type ") ? "value" : "type "} ${name.replace(/^type |.* as /g, "")}`,
        ),
    )
    .sort();
}

const subpaths = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
  typeof target === "string" ? [] : [[subpath, target] as const],
);

test("the subpaths are these", () => {
  expect(Object.keys(manifest.exports)).toEqual([".", "./nli", "./openai", "./sdk", "./testing", "./package.json"]);
});

test.each(subpaths)("the public names of %s are those committed", async (subpath, target) => {
  expect(sourceOf(target.types)).toBe(sourceOf(target.default));
  const names = exportedNames(sourceOf(target.default));
  const file = subpath === "." ? "index" : subpath.replace("./", "");
  await expect(`${names.join("\n")}\n`).toMatchFileSnapshot(`exports/${file}.txt`);
});

test.each(subpaths)("what %s exports as a value is there", async (_, target) => {
  const module = (await import(join(root, sourceOf(target.default)))) as object;
  const values = exportedNames(sourceOf(target.default)).flatMap((name) =>
    name.startsWith("value ") ? [name.slice(6)] : [],
  );
  expect(Object.keys(module).sort()).toEqual(values);
});
