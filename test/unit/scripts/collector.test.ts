import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { collectorBinary, sourceFiles } from "../../../scripts/collector/binary.ts";
import { goProblem } from "../../../scripts/collector/go.ts";

const folder = mkdtempSync(join(tmpdir(), "rag-triad-source-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the Collector is cached outside the tree, where the user's cache is", () => {
  const root = join(import.meta.dirname, "../../..");
  expect(collectorBinary({}).startsWith(root)).toBe(false);
  expect(collectorBinary({ XDG_CACHE_HOME: "/x" })).toMatch(/^\/x\/rag-triad\/otelcol-[0-9a-f]{16}\/otelcol$/);
  expect(collectorBinary({ XDG_CACHE_HOME: "/x", RAG_TRIAD_CACHE_DIR: "/y" })).toMatch(/^\/y\/otelcol-[0-9a-f]{16}\//);
  expect(collectorBinary({ XDG_CACHE_HOME: "", RAG_TRIAD_CACHE_DIR: "" })).toBe(collectorBinary({}));
});

test("any change of the module makes another Collector", () => {
  const found = new Set<string>();
  for (const [goModule, main] of [
    ["a", "b"],
    ["a", "c"],
    ["d", "b"],
    ["ab", ""],
    ["", "ab"],
  ] as const) {
    writeFileSync(join(folder, sourceFiles[0]), goModule);
    writeFileSync(join(folder, sourceFiles[1]), main);
    found.add(collectorBinary({}, folder));
    expect(collectorBinary({}, folder)).toBe(collectorBinary({}, folder));
  }
  expect(found.size).toBe(5);
});

test.each(["go1.26", "go1.26.8", "go1.27rc1", "go2.0", "devel go1.27-abcdef"])("%s builds it", (version) => {
  expect(goProblem(version)).toBeUndefined();
});

test.each([
  [undefined, "Go 1.26 or later is not installed"],
  ["go1.25.3", "Go 1.26 or later is not installed, but go1.25.3"],
  ["go1.9", "Go 1.26 or later is not installed, but go1.9"],
  ["gccgo", "Go 1.26 or later is not installed, but gccgo"],
])("%s does not, and why is said", (version, problem) => {
  expect(goProblem(version)).toBe(problem);
});
