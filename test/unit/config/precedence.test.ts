import { expect, test } from "vitest";
import { environmentName } from "../../../src/config/option-spec.ts";
import { fileOptionNames, optionNames, optionSpecs } from "../../../src/config/option-specs.ts";
import { resolve } from "./resolve.ts";

/** Three distinct valid values an option: for options, environment and file. */
const samples: Readonly<Record<string, readonly [unknown, unknown, unknown]>> = {
  pipeline: ["a", "b", "c"],
  modelVersion: ["m1", "m2", "m3"],
  intentClass: ["billing", "returns", "退货"],
  sampleRatio: [0.1, 0, { groundedness: 0.3 }],
  maxPending: [1, 2, 1_000_000],
  concurrency: [1, 2, 1024],
  workers: [2, 3, 64],
  maxSlices: [10, 20, 30],
  captureContent: [true, false, true],
  maxContentCharacters: [1, 2, 3],
  disabled: [false, true, false],
  holdTimeoutMs: [0, 1, 600_000],
  judgeTimeoutMs: [1, 2, 3],
  streamIdleTimeoutMs: [1, 2, 3],
  intentTimeoutMs: [1, 2, 1000],
  scoreTarget: ["link", "hold", "link"],
  execution: ["worker", "inline", "auto"],
  thresholds: [0.9, 0.8, 0.7].map((warning) => [{ metric: "groundedness", warning, page: 0.5 }]) as never,
};

test("every option that is plain data is in the table of samples", () => {
  expect(Object.keys(samples).sort()).toEqual([...fileOptionNames].sort());
});

test.each(Object.entries(samples))(
  "%s: options, then environment, then file, then the default",
  (name, [given, fromEnvironment, fromFile]) => {
    const text = typeof fromEnvironment === "string" ? fromEnvironment : JSON.stringify(fromEnvironment);
    const base = name === "pipeline" ? {} : { pipeline: "support" };
    const environment = { [environmentName(name)]: text };
    const file = JSON.stringify({ [name]: fromFile });
    const read = (from: Parameters<typeof resolve>[0]) => (resolve(from) as unknown as Record<string, unknown>)[name];

    expect(read({ options: { ...base, [name]: given }, environment, file })).toEqual(given);
    expect(read({ options: { ...base, [name]: undefined }, environment, file })).toEqual(fromEnvironment);
    expect(read({ options: base, environment: { [environmentName(name)]: "  " }, file })).toEqual(fromFile);
    if (name !== "pipeline") expect(read({})).toEqual(optionSpecs[name as keyof typeof optionSpecs].default);
  },
);

test("the defaults are those of the table", () => {
  expect(resolve({})).toEqual({
    pipeline: "support",
    modelVersion: "unknown",
    intentClass: "unknown",
    judges: undefined,
    sampleRatio: 1,
    maxPending: 1000,
    concurrency: 4,
    workers: 1,
    maxSlices: undefined,
    captureContent: false,
    contentTargets: { spans: false, events: false },
    redact: undefined,
    maxContentCharacters: 8192,
    tracerProvider: undefined,
    meterProvider: undefined,
    logger: undefined,
    waitUntil: undefined,
    disabled: false,
    holdTimeoutMs: 10_000,
    judgeTimeoutMs: 30_000,
    streamIdleTimeoutMs: 300_000,
    intentTimeoutMs: 1000,
    scoreTarget: "hold",
    execution: "auto",
    thresholds: [],
  });
});

test("what is resolved covers every option but the file's name", () => {
  const resolved = Object.keys(resolve({}));
  expect(resolved).toEqual(expect.arrayContaining(optionNames.filter((name) => name !== "config")));
});

test("a file given as an option wins over the one the environment names", () => {
  const config = { path: "other.json", values: { concurrency: 9 } };
  expect(resolve({ options: { pipeline: "support", config }, file: '{"concurrency": 3}' }).concurrency).toBe(9);
});

test("an undefined in a hand-made file value does not hide the default", () => {
  const config = { path: "other.json", values: { concurrency: undefined } };
  expect(resolve({ options: { pipeline: "support", config } }).concurrency).toBe(4);
});

test("thresholds of several sources add up; for the same target the stronger source's count", () => {
  const { thresholds } = resolve({
    options: { pipeline: "support", thresholds: [{ metric: "groundedness", warning: 0.9, page: 0.8 }] },
    environment: {
      RAG_TRIAD_THRESHOLDS: '[{"metric": "groundedness", "intentClass": "billing", "warning": 0.5, "page": 0.4}]',
    },
    file: JSON.stringify({
      thresholds: [
        { metric: "groundedness", warning: 0.3, page: 0.2 },
        { metric: "groundedness", intentClass: "billing", warning: 0.3, page: 0.2 },
        { metric: "groundedness", judge: "embedded/1", warning: 0.3, page: 0.2 },
      ],
    }),
  });
  expect(thresholds).toEqual([
    { metric: "groundedness", warning: 0.9, page: 0.8 },
    { metric: "groundedness", intentClass: "billing", warning: 0.5, page: 0.4 },
    { metric: "groundedness", judge: "embedded/1", warning: 0.3, page: 0.2 },
  ]);
});

test("what is resolved does not follow later changes of what was given", () => {
  const sampleRatio = { groundedness: 0.5 };
  const thresholds = [{ metric: "groundedness", warning: 0.9, page: 0.8 }];
  const resolved = resolve({ options: { pipeline: "support", sampleRatio, thresholds } });
  sampleRatio.groundedness = 7;
  thresholds[0]!.warning = 7;
  expect(resolved.sampleRatio).toEqual({ groundedness: 0.5 });
  expect(resolved.thresholds[0]?.warning).toBe(0.9);
});
