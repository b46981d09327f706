import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { moduleNamesExcept } from "../../scripts/lint/complement.ts";
import { layers, machineGlobals, machineProperties, processGlobals } from "../../scripts/lint/layers.ts";
import { expectations, lint, root } from "./lint-fixtures.ts";

const fixtures = join(root, "test/fixtures/layers");

test("the linter refuses every marked line of the layer fixtures, and nothing else", () => {
  const expected = expectations(fixtures);
  expect(expected.length).toBeGreaterThan(200);
  expect(lint(fixtures)).toEqual(expected);
});

test.each(Object.entries(layers))("the fixture of %s tries everything that the table forbids it", (name, layer) => {
  const text = readFileSync(join(fixtures, "src", name, "inside/refused.ts"), "utf8");
  const refused = text.split("\n").filter((line) => line.includes("// refused: "));
  const forbidden = Object.keys(layers).filter((other) => other !== name && !layer.imports.includes(other));
  const globals = layer.forbidden === "none" ? [] : layer.forbidden === "process" ? processGlobals : machineGlobals;
  const properties = layer.forbidden === "machine" ? machineProperties : [];
  const attempts = [
    ...forbidden.map((other) => `from "../../${other}/`),
    'from "../../index.ts"',
    'import("../../index.ts")',
    'from "../../../scripts/',
    ...globals.map((global) => `  ${global},`),
    ...properties.map((property) => `  ${property.join(".")},`),
  ];
  for (const attempt of attempts)
    expect(
      refused.some((line) => line.includes(attempt)),
      attempt,
    ).toBe(true);
});

test("every folder of src has a line in the table, and the table knows no folder that is not meant to be", () => {
  const folders = new Set(globSync("src/*/**/*.ts", { cwd: root }).map((file) => file.split("/")[1] ?? ""));
  expect(Object.keys(layers)).toEqual(expect.arrayContaining([...folders]));
});

test("the direction has no way round: what a layer imports never imports it", () => {
  const reach = (name: string, seen: Set<string> = new Set()): Set<string> => {
    for (const other of layers[name]?.imports ?? []) if (!seen.has(other)) reach(other, seen.add(other));
    return seen;
  };
  for (const name of Object.keys(layers)) expect(reach(name).has(name), name).toBe(false);
});

test("core, text, resilience, judge and scoring reach no package, no node: module, no clock and no chance", () => {
  for (const name of ["core", "text", "resilience", "judge", "scoring"]) {
    expect(layers[name]).toMatchObject({ packages: [], forbidden: "machine" });
  }
  const withOpenTelemetry = Object.keys(layers).filter((name) =>
    layers[name]?.packages.some((entry) => entry.startsWith("@opentelemetry")),
  );
  expect(withOpenTelemetry).toEqual(["telemetry", "sdk"]);
});

test.each([
  [[], ["zod", "node:fs", "@a/b"], ["./a.ts", "../a.ts"]],
  [["node:*"], ["zod", "node", "nod", "fs", "@a/b"], ["node:fs", "node:fs/promises", "../a.ts"]],
  [
    ["@opentelemetry/api"],
    ["@opentelemetry/api-logs", "@opentelemetry", "@opentelemetry/resources", "node:fs"],
    ["@opentelemetry/api"],
  ],
  [
    ["@opentelemetry/*", "node:*"],
    ["@opentelemetry", "zod"],
    ["@opentelemetry/api", "@opentelemetry/resources", "node:fs"],
  ],
] as const)("module names except %j", (allowed, refused, accepted) => {
  const patterns = moduleNamesExcept(allowed).map((pattern) => new RegExp(pattern));
  for (const name of refused)
    expect(
      patterns.some((pattern) => pattern.test(name)),
      name,
    ).toBe(true);
  for (const name of accepted)
    expect(
      patterns.some((pattern) => pattern.test(name)),
      name,
    ).toBe(false);
});
