import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shippedArtifacts } from "../../scripts/rules/shipped-artifacts.ts";
import { root } from "./lint-fixtures.ts";

const artifacts = await shippedArtifacts();

test.each(artifacts.map(({ path, text }) => [path, text]))("%s is what `npm run generate` writes", (path, text) => {
  expect(readFileSync(join(root, path), "utf8")).toBe(text);
});

test("no rule file is shipped that the generator does not write", () => {
  const shipped = globSync("prometheus/rules/*", { cwd: root }).sort();
  expect(shipped).toEqual(
    artifacts
      .map(({ path }) => path)
      .filter((path) => path.startsWith("prometheus/rules/"))
      .sort(),
  );
});
