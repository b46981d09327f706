import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { configArtifacts } from "../../scripts/config/artifacts.ts";
import { configSchema } from "../../scripts/config/json-schema.ts";
import { alertingNames, alertingSpecs } from "../../src/config/alerting/alerting-specs.ts";
import { metricLabels } from "../../src/config/alerting/check-names.ts";
import { checkFileValues } from "../../src/config/config-file.ts";
import { environmentName } from "../../src/config/option-spec.ts";
import { fileOptionNames, optionNames, optionSpecs } from "../../src/config/option-specs.ts";
import type { ConfigFileValues, RagTriadOptions } from "../../src/config/options.ts";
import {
  alertingBeyondSchema,
  badAlerting,
  badShares,
  goodAlerting,
  goodShares,
  labelsOfMetrics,
  namesOfShares,
} from "./alerting-values.ts";
import { root } from "./lint-fixtures.ts";

const artifacts = configArtifacts();

test("docs/options.md is what the table says", () => {
  expect(readFileSync(join(root, "docs/options.md"), "utf8")).toBe(artifacts["docs/options.md"]);
});

test("the shipped JSON Schema is what the table says", () => {
  const path = "schema/rag-triad.config.schema.json";
  const shipped: unknown = JSON.parse(readFileSync(join(root, path), "utf8"));
  expect(shipped).toEqual(JSON.parse(artifacts[path] ?? ""));
});

/** Each member of the interface with the comment before it. */
function documentedMembers(): Map<string, string> {
  const text = readFileSync(join(root, "src/config/options.ts"), "utf8");
  const body = /export interface RagTriadOptions \{\n(.*?)\n\}/s.exec(text)?.[1] ?? "";
  const members = body.matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/\s+readonly (\w+)\??:/gs);
  return new Map([...members].map(([, comment = "", name = ""]) => [name, comment]));
}

test("every option's type has a comment with the table's default and bounds", () => {
  const members = documentedMembers();
  expect([...members.keys()]).toEqual(optionNames);
  for (const name of optionNames) {
    const { rule, default: value } = optionSpecs[name];
    const comment = members.get(name) ?? "";
    expect(/@default (.*)/.exec(comment)?.[1]?.trim(), name).toBe(
      value === undefined ? undefined : JSON.stringify(value),
    );
    if (rule.kind !== "integer") continue;
    const bounds = `from ${rule.minimum.toLocaleString("en")} to ${rule.maximum.toLocaleString("en")}`;
    expect(comment, name).toContain(bounds);
    if (optionSpecs[name].unit === "ms") expect(comment, name).toContain("milliseconds");
  }
});

test("what a file may set is what its type says", () => {
  const typed: Record<keyof ConfigFileValues, true> = {
    pipeline: true,
    modelVersion: true,
    intentClass: true,
    sampleRatio: true,
    maxPending: true,
    concurrency: true,
    workers: true,
    maxSlices: true,
    captureContent: true,
    maxContentCharacters: true,
    disabled: true,
    holdTimeoutMs: true,
    judgeTimeoutMs: true,
    streamIdleTimeoutMs: true,
    intentTimeoutMs: true,
    scoreTarget: true,
    execution: true,
    thresholds: true,
    alerting: true,
  };
  expect([...fileOptionNames, "alerting"]).toEqual(Object.keys(typed));
});

test("what is plain data has an environment variable; what is not has none, but for the file's path", () => {
  for (const name of optionNames) {
    expect(optionSpecs[name].environment, name).toBe(optionSpecs[name].inFile || name === "config");
  }
  const name: keyof RagTriadOptions = "streamIdleTimeoutMs";
  expect(environmentName(name)).toBe("RAG_TRIAD_STREAM_IDLE_TIMEOUT_MS");
});

const validate = new Ajv({ strict: true, allErrors: false }).compile(configSchema());
const threshold = { metric: "groundedness", warning: 0.8, page: 0.7 };

const good: readonly unknown[] = [
  {},
  { $schema: "./schema.json" },
  { pipeline: "客服/v2", modelVersion: "gpt-5-mini", intentClass: "billing" },
  { sampleRatio: 0 },
  { sampleRatio: 1 },
  { sampleRatio: {} },
  { sampleRatio: { groundedness: 0.5, "criteria.tone_of_voice": 1 } },
  { maxPending: 1, concurrency: 1024, workers: 64, maxSlices: 1_000_000 },
  { captureContent: true, disabled: false, maxContentCharacters: 1 },
  { holdTimeoutMs: 0, judgeTimeoutMs: 600_000, streamIdleTimeoutMs: 86_400_000, intentTimeoutMs: 1000 },
  { scoreTarget: "link", execution: "inline" },
  { thresholds: [] },
  { thresholds: [threshold, { ...threshold, judge: "embedded/1", intentClass: "退货" }] },
  { maxPending: 5.0 },
  ...[...goodAlerting, ...goodShares].map((alerting) => ({ alerting })),
];

const bad: readonly unknown[] = [
  null,
  [],
  "rag",
  5,
  { $schema: 5 },
  { unknown: 1 },
  { judges: {} },
  { redact: "x" },
  { config: "rag.json" },
  { pipeline: "two words" },
  { pipeline: "" },
  { pipeline: "x".repeat(65) },
  { pipeline: null },
  { intentClass: {} },
  { sampleRatio: 1.1 },
  { sampleRatio: -0.1 },
  { sampleRatio: "0.5" },
  { sampleRatio: [] },
  { sampleRatio: null },
  { sampleRatio: { faithfulness: 1 } },
  { sampleRatio: { "criteria.": 1 } },
  { sampleRatio: { "criteria.Tone": 1 } },
  { sampleRatio: { groundedness: 2 } },
  { maxPending: 0 },
  { maxPending: 1.5 },
  { maxPending: "5" },
  { maxPending: true },
  { maxPending: null },
  { workers: 65 },
  { intentTimeoutMs: 1001 },
  { captureContent: "true" },
  { scoreTarget: "span" },
  { execution: null },
  { thresholds: {} },
  { thresholds: [1] },
  { thresholds: [{ ...threshold, extra: 1 }] },
  { thresholds: [{ metric: "groundedness", warning: 0.8 }] },
  { thresholds: [{ warning: 0.8, page: 0.7 }] },
  { thresholds: [{ ...threshold, metric: "faithfulness" }] },
  { thresholds: [{ ...threshold, warning: "0.8" }] },
  { thresholds: [{ ...threshold, page: -1 }] },
  { thresholds: [{ ...threshold, judge: "embedded" }] },
  { thresholds: [{ ...threshold, judge: "Embedded/1" }] },
  { thresholds: [{ ...threshold, intentClass: "two words" }] },
  ...[...badAlerting, ...badShares].map((alerting) => ({ alerting })),
];

test.each(good.map((value) => [value]))("schema and validator both take %j", (value) => {
  expect(checkFileValues(value)).toBeUndefined();
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
});

test.each(bad.map((value) => [value]))("schema and validator both refuse %j", (value) => {
  expect(checkFileValues(value)).toBeDefined();
  expect(validate(value)).toBe(false);
});

test("the labels of metrics that rules may not keep are those that metrics have, and the SDK's mark", () => {
  const listed = labelsOfMetrics().filter((label) => !label.startsWith("rag_"));
  expect([...metricLabels].toSorted()).toEqual([...listed, "otel_metric_overflow"].toSorted());
});

test("the ends of every share are among them", () => {
  expect(namesOfShares).toEqual(alertingNames.filter((name) => alertingSpecs[name].rule.kind === "share"));
});

/** What JSON Schema cannot say, and its description does. */
const beyondSchema: readonly unknown[] = [
  { thresholds: [{ ...threshold, page: 0.9 }] },
  { thresholds: [threshold, { ...threshold, warning: 0.9 }] },
  ...alertingBeyondSchema.map((alerting) => ({ alerting })),
];

test.each(beyondSchema.map((value) => [value]))("the validator alone refuses %j", (value) => {
  expect(checkFileValues(value)).toBeDefined();
  expect(validate(value)).toBe(true);
});
