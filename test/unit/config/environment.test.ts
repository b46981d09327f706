import { expect, test } from "vitest";
import { refusal, resolve } from "./resolve.ts";

const parsed: readonly (readonly [variable: string, text: string, option: string, value: unknown])[] = [
  ["RAG_TRIAD_SAMPLE_RATIO", "0.25", "sampleRatio", 0.25],
  ["RAG_TRIAD_SAMPLE_RATIO", "2.5e-1", "sampleRatio", 0.25],
  ["RAG_TRIAD_SAMPLE_RATIO", ' {"groundedness": 0.5} ', "sampleRatio", { groundedness: 0.5 }],
  ["RAG_TRIAD_SAMPLE_RATIO", "0", "sampleRatio", 0],
  ["RAG_TRIAD_MAX_PENDING", "50", "maxPending", 50],
  ["RAG_TRIAD_HOLD_TIMEOUT_MS", "0", "holdTimeoutMs", 0],
  ["RAG_TRIAD_DISABLED", "1", "disabled", true],
  ["RAG_TRIAD_DISABLED", "TRUE", "disabled", true],
  ["RAG_TRIAD_DISABLED", "0", "disabled", false],
  ["RAG_TRIAD_DISABLED", "false", "disabled", false],
  ["RAG_TRIAD_DISABLED", "", "disabled", false],
  ["RAG_TRIAD_MODEL_VERSION", "7", "modelVersion", "7"],
  ["RAG_TRIAD_SCORE_TARGET", "link", "scoreTarget", "link"],
];

test.each(parsed)("%s=%s", (variable, text, option, value) => {
  expect((resolve({ environment: { [variable]: text } }) as unknown as Record<string, unknown>)[option]).toEqual(value);
});

const refused: readonly (readonly [variable: string, text: string, message: string])[] = [
  ["RAG_TRIAD_MAX_PENDING", "many", 'to be an integer from 1 to 1000000, got `"many"` (string)'],
  ["RAG_TRIAD_MAX_PENDING", "1e9", 'to be an integer from 1 to 1000000, got `"1e9"` (string)'],
  ["RAG_TRIAD_MAX_PENDING", "0x10", 'to be an integer from 1 to 1000000, got `"0x10"` (string)'],
  ["RAG_TRIAD_SAMPLE_RATIO", "50%", 'to be a number from 0 to 1, or an object with one a metric, got `"50%"` (string)'],
  [
    "RAG_TRIAD_SAMPLE_RATIO",
    "{groundedness: 1}",
    'to be valid JSON: a number from 0 to 1, or an object with one a metric, got `"{groundedness: 1}"` (string)',
  ],
  ["RAG_TRIAD_SAMPLE_RATIO", "NaN", 'to be a number from 0 to 1, or an object with one a metric, got `"NaN"` (string)'],
  ["RAG_TRIAD_DISABLED", "yes", 'to be true, false, 1 or 0, got `"yes"` (string)'],
  ["RAG_TRIAD_SCORE_TARGET", "HOLD", 'to be one of "hold", "link", got `"HOLD"` (string)'],
  [
    "RAG_TRIAD_PIPELINE",
    "a b",
    'to be a string of 1 to 64 letters, digits or `_ . : / @ + -` (a label, never free text), got `"a b"` (string)',
  ],
  ["RAG_TRIAD_THRESHOLDS", "{}", 'to be an array of thresholds, got `"{}"` (string)'],
];

test.each(refused)("refuses %s=%s", (variable, text, message) => {
  expect(refusal({ environment: { [variable]: text } })).toBe(
    `ERR_RAG_TRIAD_OPTION Expected the environment variable \`${variable}\` ${message}`,
  );
});

test("a bad value inside a JSON variable is named with its path", () => {
  expect(refusal({ environment: { RAG_TRIAD_SAMPLE_RATIO: '{"groundedness": 2}' } })).toBe(
    "ERR_RAG_TRIAD_OPTION Expected the environment variable `RAG_TRIAD_SAMPLE_RATIO` (at `groundedness`) to be a number from 0 to 1, got `2` (number)",
  );
});

test("a bad variable is refused even where an option overrides it", () => {
  expect(
    refusal({ options: { pipeline: "support", maxPending: 5 }, environment: { RAG_TRIAD_MAX_PENDING: "x" } }),
  ).toContain("RAG_TRIAD_MAX_PENDING");
});

const capture = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT";
const both = { spans: true, events: true };
const none = { spans: false, events: false };

const captured: readonly (readonly [given: Parameters<typeof resolve>[0], targets: object])[] = [
  [{ environment: { [capture]: "SPAN_ONLY" } }, { spans: true, events: false }],
  [{ environment: { [capture]: "EVENT_ONLY" } }, { spans: false, events: true }],
  [{ environment: { [capture]: "span_and_event" } }, both],
  [{ environment: { [capture]: "true" } }, both],
  [{ environment: { [capture]: "NO_CONTENT" } }, none],
  [{ environment: { [capture]: "false" } }, none],
  [{ environment: { [capture]: "" } }, none],
  [{ environment: { [capture]: "everything" } }, none],
  [{ environment: { [capture]: "SPAN_ONLY", RAG_TRIAD_CAPTURE_CONTENT: "false" } }, none],
  [{ environment: { [capture]: "NO_CONTENT", RAG_TRIAD_CAPTURE_CONTENT: "true" } }, both],
  [{ environment: { [capture]: "SPAN_AND_EVENT" }, file: '{"captureContent": false}' }, none],
  [{ environment: { [capture]: "SPAN_AND_EVENT" }, options: { pipeline: "support", captureContent: false } }, none],
  [{ environment: { [capture]: "false" }, options: { pipeline: "support", captureContent: true } }, both],
];

test.each(captured)("content of %o", (given, targets) => {
  const resolved = resolve(given);
  expect(resolved.contentTargets).toEqual(targets);
  expect(resolved.captureContent).toBe(Object.values(targets).includes(true));
});
