import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");
const page = readFileSync(join(root, "docs/judges/openai.md"), "utf8");
const source = globSync("src/openai/*.ts", { cwd: root })
  .map((file) => readFileSync(join(root, file), "utf8"))
  .join("\n");

it("the page names every code that a failure of the adapter can have", () => {
  const codes = [...source.matchAll(/code: "([a-z_]+)"|"(http_body_[a-z_]+)"|\?\? "(connection_error)"/g)].map(
    (match) => match.slice(1).find((code) => code !== undefined),
  );
  expect(new Set(codes)).toEqual(
    new Set([
      "client_timeout",
      "connection_error",
      "context_length_exceeded",
      "http_body_not_json",
      "http_body_too_large",
      "http_body_wrong_shape",
      "insufficient_quota",
      "wrong_vectors",
    ]),
  );
  for (const code of codes) expect(page).toContain(`\`${code}\``);
});

it("the page names every option", () => {
  const options = [...source.matchAll(/^ {2}readonly (\w+)\??: .*;$/gm)].map(([, name]) => name ?? "");
  const own = [
    "contextTokens",
    "parameters",
    "prices",
    "queryPrefix",
    "passagePrefix",
    "structuredOutput",
    "temperature",
  ];
  for (const name of own) {
    expect(options).toContain(name);
    expect(page).toMatch(new RegExp(`\\b${name}\\b`));
  }
});
