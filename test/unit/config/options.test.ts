import { expect, test } from "vitest";
import { sampleRatioOf } from "../../../src/config/resolved-options.ts";
import { refusal, resolve } from "./resolve.ts";

const label = "a string of 1 to 64 letters, digits or `_ . : / @ + -` (a label, never free text)";
const judge = {
  metric: "groundedness",
  name: "scripted",
  version: "1",
  thresholds: { warning: 0.8, page: 0.7 },
  judge: async () => ({}),
};
const judges = (change: object) => ({ judges: { groundedness: { ...judge, ...change } } });
const threshold = (change: object) => ({
  thresholds: [{ metric: "groundedness", warning: 0.8, page: 0.7, ...change }],
});

const circular: Record<string, unknown> = { ...judge };
circular["members"] = [{ ...judge, members: [circular] }];

const refused: readonly (readonly [options: object | null, message: string])[] = [
  [null, "Expected the options to be an object, got `null` (null)"],
  [[], "Expected the options to be an object, got `[]` (array of 0)"],
  [{ pipeline: undefined }, `Expected \`pipeline\` to be ${label}, got nothing (it is missing)`],
  [{ pipeline: "" }, `Expected \`pipeline\` to be ${label}, got \`""\` (string)`],
  [{ pipeline: "customer support" }, `Expected \`pipeline\` to be ${label}, got \`"customer support"\` (string)`],
  [{ pipeline: "a\n" }, `Expected \`pipeline\` to be ${label}, got \`"a\\n"\` (string)`],
  [{ pipeline: "x".repeat(65) }, `Expected \`pipeline\` to be ${label}, got \`"${"x".repeat(65)}"\` (string)`],
  [{ modelVersion: 4 }, `Expected \`modelVersion\` to be ${label}, got \`4\` (number)`],
  [{ intentClass: {} }, `Expected \`intentClass\` to be ${label}, or a function of the query, got \`{}\` (object)`],
  [{ maxPending: 0 }, "Expected `maxPending` to be an integer from 1 to 1000000, got `0` (number)"],
  [{ maxPending: "10" }, 'Expected `maxPending` to be an integer from 1 to 1000000, got `"10"` (string)'],
  [{ maxPending: Number.NaN }, "Expected `maxPending` to be an integer from 1 to 1000000, got `NaN` (number)"],
  [{ maxPending: 1.5 }, "Expected `maxPending` to be an integer from 1 to 1000000, got `1.5` (number)"],
  [{ maxPending: null }, "Expected `maxPending` to be an integer from 1 to 1000000, got `null` (null)"],
  [{ maxPending: 10n }, "Expected `maxPending` to be an integer from 1 to 1000000, got `10` (bigint)"],
  [{ maxPending: new Number(5) }, "Expected `maxPending` to be an integer from 1 to 1000000, got an object"],
  [
    { concurrency: Number.POSITIVE_INFINITY },
    "Expected `concurrency` to be an integer from 1 to 1024, got `Infinity` (number)",
  ],
  [{ holdTimeoutMs: -1 }, "Expected `holdTimeoutMs` to be an integer from 0 to 600000, got `-1` (number)"],
  [{ intentTimeoutMs: 1001 }, "Expected `intentTimeoutMs` to be an integer from 1 to 1000, got `1001` (number)"],
  [
    { sampleRatio: 1.01 },
    "Expected `sampleRatio` to be a number from 0 to 1, or an object with one a metric, got `1.01` (number)",
  ],
  [
    { sampleRatio: "0.1" },
    'Expected `sampleRatio` to be a number from 0 to 1, or an object with one a metric, got `"0.1"` (string)',
  ],
  [
    { sampleRatio: { groundedness: Number.NaN } },
    "Expected `sampleRatio.groundedness` to be a number from 0 to 1, got `NaN` (number)",
  ],
  [
    { sampleRatio: { faithfulness: 1 } },
    "Unknown key `sampleRatio.faithfulness`: known are context_relevance, groundedness, answer_relevance",
  ],
  [
    { sampleRatio: { "criteria.Tone": 1 } },
    'Unknown key `sampleRatio["criteria.Tone"]`: known are context_relevance, groundedness, answer_relevance',
  ],
  [{ captureContent: "true" }, 'Expected `captureContent` to be a boolean, got `"true"` (string)'],
  [{ disabled: 1 }, "Expected `disabled` to be a boolean, got `1` (number)"],
  [{ scoreTarget: "span" }, 'Expected `scoreTarget` to be one of "hold", "link", got `"span"` (string)'],
  [{ execution: "Worker" }, 'Expected `execution` to be one of "auto", "worker", "inline", got `"Worker"` (string)'],
  [{ redact: true }, "Expected `redact` to be a function, got `true` (boolean)"],
  [{ waitUntil: {} }, "Expected `waitUntil` to be a function, got `{}` (object)"],
  [{ tracerProvider: {} }, "Expected `tracerProvider` to be an object with a method `getTracer`, got `{}` (object)"],
  [{ meterProvider: null }, "Expected `meterProvider` to be an object with a method `getMeter`, got `null` (null)"],
  [{ logger: "console" }, 'Expected `logger` to be an object with a method `emit`, got `"console"` (string)'],
  [
    { config: "rag-triad.config.json" },
    'Expected `config` to be what `readConfig(path)` returned, got `"rag-triad.config.json"` (string)',
  ],
  [
    { config: { path: "x.json", values: { maxPending: "1" } } },
    'Expected `$.maxPending` in x.json to be an integer from 1 to 1000000, got `"1"` (string)',
  ],
  [{ samplRatio: 0.5 }, "Unknown option `samplRatio`: did you mean `sampleRatio`?"],
  [{ maxpending: 5 }, "Unknown option `maxpending`: did you mean `maxPending`?"],
  [{ judges: [] }, "Expected `judges` to be an object with one judge a metric, got `[]` (array of 0)"],
  [
    { judges: {} },
    "Expected `judges` to be an object with at least one judge (leave it out for `embeddedJudges()`), got `{}` (object)",
  ],
  [
    { judges: { groundedness: undefined } },
    'Expected `judges` to be an object with at least one judge (leave it out for `embeddedJudges()`), got `{"groundedness":undefined}` (object)',
  ],
  [{ judges: { groundednes: judge } }, "Unknown key `judges.groundednes`: did you mean `groundedness`?"],
  [
    { judges: { groundedness: async () => 1 } },
    "Expected `judges.groundedness` to be a judge (an object with a method `judge`), got a function",
  ],
  [
    { judges: { answer_relevance: judge } },
    'Expected `judges.answer_relevance.metric` to be "answer_relevance", the metric it is given for, got `"groundedness"` (string)',
  ],
  [
    judges({ name: "My Judge" }),
    'Expected `judges.groundedness.name` to be 1 to 64 of a-z, 0-9, `_` or `-`, starting with a letter, got `"My Judge"` (string)',
  ],
  [
    judges({ version: 1 }),
    "Expected `judges.groundedness.version` to be 1 to 64 letters, digits or `_ . : @ + -`, starting with a letter or digit, got `1` (number)",
  ],
  [
    judges({ thresholds: undefined }),
    "Expected `judges.groundedness.thresholds` to be an object with warning and page, got nothing (it is missing)",
  ],
  [
    judges({ thresholds: { warning: 80, page: 70 } }),
    "Expected `judges.groundedness.thresholds.warning` to be a number from 0 to 1, got `80` (number)",
  ],
  [
    judges({ thresholds: { warning: 0.5, page: 0.6 } }),
    "Expected `judges.groundedness.thresholds.page` to be at most the warning threshold (0.5), got `0.6` (number)",
  ],
  [
    judges({ worker: { module: "x" } }),
    'Expected `judges.groundedness.worker` to be an object with the strings `module` and `factory`, got `{"module":"x"}` (object)',
  ],
  [
    judges({ members: { judge } }),
    'Expected `judges.groundedness.members` to be an array of judges, got `{"judge":{"metric":"groundedness","name":"scripted","version":"1","thresholds":{…` (object)',
  ],
  [
    judges({ members: [judge, { ...judge, name: 3 }] }),
    "Expected `judges.groundedness.members[1].name` to be 1 to 64 of a-z, 0-9, `_` or `-`, starting with a letter, got `3` (number)",
  ],
  [
    { judges: { groundedness: circular } },
    'Expected `judges.groundedness.members[0].members[0]` to be a judge that does not contain itself, got `{"metric":"groundedness","name":"scripted","version":"1","thresholds":{"warning"…` (object)',
  ],
  [{ thresholds: {} }, "Expected `thresholds` to be an array of thresholds, got `{}` (object)"],
  [{ thresholds: [1] }, "Expected `thresholds[0]` to be an object with metric, warning and page, got `1` (number)"],
  [
    threshold({ metric: "faithfulness" }),
    'Expected `thresholds[0].metric` to be "context_relevance", "groundedness", "answer_relevance" or "criteria.<name>" with name [a-z][a-z0-9_]*, got `"faithfulness"` (string)',
  ],
  [
    threshold({ judge: "embedded" }),
    'Expected `thresholds[0].judge` to be a judge\'s "name/version", got `"embedded"` (string)',
  ],
  [
    threshold({ intentClass: "two words" }),
    'Expected `thresholds[0].intentClass` to be an intent class (1 to 64 letters, digits or `_ . : / @ + -`), got `"two words"` (string)',
  ],
  [
    threshold({ intentClass: "default" }),
    'Expected `thresholds[0].intentClass` to be left out, or an intent class of another name: metrics call all classes without thresholds of their own `default`, got `"default"` (string)',
  ],
  [threshold({ warning: "0.8" }), 'Expected `thresholds[0].warning` to be a number from 0 to 1, got `"0.8"` (string)'],
  [
    threshold({ page: undefined }),
    "Expected `thresholds[0].page` to be a number from 0 to 1, got nothing (it is missing)",
  ],
  [
    threshold({ page: 0.81 }),
    "Expected `thresholds[0].page` to be at most the warning threshold (0.8), got `0.81` (number)",
  ],
  [threshold({ waring: 1 }), "Unknown key `thresholds[0].waring`: did you mean `warning`?"],
  [
    { thresholds: [...threshold({}).thresholds, ...threshold({ warning: 0.9 }).thresholds] },
    'Expected `thresholds[1]` to be the only one for its metric, judge and intent class (entry 0 has the same), got `{"metric":"groundedness","warning":0.9,"page":0.7}` (object)',
  ],
];

test.each(refused)("refuses %o", (options, message) => {
  const given =
    options === null || Array.isArray(options) || "pipeline" in options ? options : { pipeline: "support", ...options };
  expect(refusal({ options: given })).toBe(`ERR_RAG_TRIAD_OPTION ${message}`);
});

const accepted: readonly object[] = [
  { pipeline: "客服/v2" },
  { intentClass: (query: string | null) => query ?? "none" },
  { intentClass: async () => "billing" },
  { sampleRatio: { groundedness: 0, "criteria.tone_of_voice": 1 } },
  { sampleRatio: {} },
  { holdTimeoutMs: 60_000, judgeTimeoutMs: 1 },
  {
    thresholds: [
      { metric: "criteria.tone", judge: "llm/gpt-5-mini:3", intentClass: "billing", warning: 0.5, page: 0.5 },
    ],
  },
  threshold({ judge: undefined, intentClass: undefined }),
  { judges: { groundedness: judge, answer_relevance: undefined } },
  judges({ members: [judge, { ...judge, name: "other" }], worker: { module: "file:///judges.js", factory: "create" } }),
  { judges: { "criteria.tone": { ...judge, metric: "criteria.tone" } } },
  { logger: { emit: () => {} } },
  { tracerProvider: Object.assign(() => {}, { getTracer: () => ({}) }) },
];

test.each(accepted)("accepts %o", (options) => {
  expect(refusal({ options: { pipeline: "support", ...options } })).toBeUndefined();
});

test("a long string is cut in the message", () => {
  expect(refusal({ options: { pipeline: "y ".repeat(5000) } })?.length).toBeLessThan(300);
});

test("the same judge may be a member in two places", () => {
  const shared = { ...judge, name: "shared" };
  expect(refusal({ options: { pipeline: "support", ...judges({ members: [shared, shared] }) } })).toBeUndefined();
});

test("a sample ratio by metric is 1 for metrics left out, whatever the metric is called", () => {
  const { sampleRatio } = resolve({ options: { pipeline: "support", sampleRatio: { groundedness: 0.25 } } });
  expect(sampleRatioOf(sampleRatio, "groundedness")).toBe(0.25);
  expect(sampleRatioOf(sampleRatio, "answer_relevance")).toBe(1);
  expect(sampleRatioOf(sampleRatio, "constructor")).toBe(1);
  expect(sampleRatioOf(0.5, "groundedness")).toBe(0.5);
});
