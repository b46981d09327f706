import { describe, expect, it } from "vitest";
import { canaries } from "../../../src/config/canaries.ts";
import type { RagTriadOptions } from "../../../src/config/options.ts";
import type { CanaryCase } from "../../../src/core/canary.ts";
import type { Judge } from "../../../src/core/judge.ts";
import { embeddedJudges } from "../../../src/judge/embedded/embedded-judges.ts";
import { fallback } from "../../../src/judge/combine/fallback.ts";
import { route } from "../../../src/judge/combine/route.ts";
import { shadow } from "../../../src/judge/combine/shadow.ts";
import { split } from "../../../src/judge/combine/split.ts";
import { answeringJudge, setOf, waits, type Say } from "../../helpers/answering-judge.ts";
import { createTestTriad } from "../../helpers/test-machine.ts";

const aCase = (id: string, changes: Partial<CanaryCase> = {}): CanaryCase => ({
  id,
  query: `the query of ${id}`,
  chunks: ["The warranty lasts three years."],
  answer: "Three years.",
  expect: { groundedness: "high" },
  ...changes,
});
const two = [aCase("one"), aCase("two")];
const everyMs = 60_000;

function setUp(judge: Judge, options: Partial<RagTriadOptions> = {}) {
  const rig = createTestTriad({
    judges: setOf(judge),
    canaries: canaries({ everyMs, cases: two }),
    judgeTimeoutMs: 5_000,
    ...options,
  });
  const warnings: string[] = [];
  rig.triad.on("warning", ({ code, message }) => void warnings.push(`${code}: ${message}`));
  const count = (canary?: string) =>
    rig.telemetry.metrics.sum("rag.judge.canaries", canary === undefined ? {} : { "rag.canary": canary });
  const ask = () =>
    rig.triad.run({ query: "a user's query" }, (request) => {
      request.addChunks([{ id: "a", text: "The warranty lasts three years." }]);
      return "Three years.";
    });
  return { ...rig, warnings, count, ask };
}

/** A judge that keeps the queries it was asked about. */
function listening(saying: Say | ((query: string | null) => Say) = 0.9) {
  const queries: (string | null)[] = [];
  const judge = answeringJudge("a", ({ query }) => {
    queries.push(query);
    return typeof saying === "function" ? saying(query) : saying;
  });
  return { judge, queries };
}

describe("canaries", () => {
  it("go through the judge in rounds, one after the other", async () => {
    const { judge, queries } = listening();
    const { clock, count } = setUp(judge);
    await clock.advance(everyMs - 1);
    expect(queries).toEqual([]);
    await clock.advance(1);
    await clock.advance(0);
    expect(queries).toEqual(["the query of one", "the query of two"]);
    await clock.advance(2 * everyMs);
    expect(queries).toHaveLength(6);
    expect(count("passed")).toBe(6);
    expect(count("failed")).toBe(0);
  });

  it("are counted by metric and by the judge that scored, and a failed one is warned of, once a case", async () => {
    const { judge } = listening((query) => (query?.endsWith("two") === true ? 0.1 : 0.9));
    const { clock, telemetry, warnings } = setUp(judge);
    await clock.advance(3 * everyMs);
    const labels = { "rag.pipeline": "support", "rag.metric": "groundedness", "rag.judge": "a/1" };
    expect(telemetry.metrics.sum("rag.judge.canaries", { ...labels, "rag.canary": "passed" })).toBe(3);
    expect(telemetry.metrics.sum("rag.judge.canaries", { ...labels, "rag.canary": "failed" })).toBe(3);
    expect(warnings).toEqual([
      "canary_failed: The canary two did not get the groundedness it should have from judge a/1 (expected high).",
    ]);
  });

  it("are in none of the requests' metrics, spans and events", async () => {
    const { judge } = listening(0.1);
    const { clock, telemetry, triad, evaluated } = setUp(judge);
    await clock.advance(3 * everyMs);
    expect(telemetry.spans).toEqual([]);
    expect(telemetry.logs).toEqual([]);
    expect(evaluated).toEqual([]);
    expect(triad.snapshot()).toMatchObject({ pending: 0, dropped: {} });
    for (const name of [
      "requests",
      "evaluations",
      "evaluation.pending",
      "groundedness",
      "violations",
      "diagnoses",
      "claims",
    ])
      expect(telemetry.metrics.measurements(`rag.${name}`), name).toEqual([]);
  });

  it("cost what judging costs", async () => {
    const { judge } = listening({ outcome: { score: 0.9 }, usage: { cost: 0.5, inputTokens: 10 } });
    const { clock, telemetry } = setUp(judge);
    await clock.advance(everyMs);
    await clock.advance(0);
    expect(telemetry.metrics.sum("rag.judge.cost", { "rag.judge": "a/1" })).toBe(1);
    expect(telemetry.metrics.sum("rag.judge.tokens")).toBe(20);
    expect(telemetry.metrics.measurements("rag.judge.duration")).toHaveLength(2);
  });

  it("are neither passed nor failed when the judge fails", async () => {
    const { clock, count, warnings } = setUp(answeringJudge("a", "circuit_open"));
    await clock.advance(3 * everyMs);
    expect(count()).toBe(0);
    expect(warnings).toEqual([]);
  });

  it("have failed when the judge finds nothing to score", async () => {
    const { clock, count } = setUp(answeringJudge("a", "no_claims"));
    await clock.advance(everyMs);
    await clock.advance(0);
    expect(count("failed")).toBe(2);
  });

  it("go through combined judges, and count under the member that scored; shadows are not compared", async () => {
    const [a, b] = [setOf(answeringJudge("a", "judge_error")), setOf(answeringJudge("b", 0.9))];
    const judges = shadow({ primary: fallback(a, b), shadow: setOf(answeringJudge("c", 0.1)), ratio: 1 });
    const { clock, telemetry } = setUp(answeringJudge("unused", 1), { judges });
    await clock.advance(everyMs);
    await clock.advance(0);
    expect(telemetry.metrics.sum("rag.judge.canaries", { "rag.judge": "b/1", "rag.canary": "passed" })).toBe(2);
    expect(telemetry.metrics.sum("rag.judge.comparisons")).toBe(0);
  });

  it("reach both sides of a split over time, since each has an id of its own", async () => {
    const judges = split({ a: setOf(answeringJudge("a", 0.9)), b: setOf(answeringJudge("b", 0.9)), ratio: 0.5 });
    const { clock, telemetry } = setUp(answeringJudge("unused", 1), { judges });
    await clock.advance(40 * everyMs);
    for (const judge of ["a/1", "b/1"])
      expect(telemetry.metrics.sum("rag.judge.canaries", { "rag.judge": judge })).toBeGreaterThan(20);
  });

  it("are judged in their intent class, at its thresholds", async () => {
    const judges = route({
      byIntentClass: { billing: setOf(answeringJudge("exact", 0.75)) },
      default: setOf(answeringJudge("usual", 0.75)),
    });
    const { clock, telemetry } = setUp(answeringJudge("unused", 1), {
      judges,
      canaries: canaries({ everyMs, cases: [aCase("one"), aCase("two", { intentClass: "billing" })] }),
      thresholds: [{ metric: "groundedness", intentClass: "billing", warning: 0.5, page: 0.4 }],
    });
    await clock.advance(everyMs);
    await clock.advance(0);
    expect(telemetry.metrics.sum("rag.judge.canaries", { "rag.judge": "usual/1", "rag.canary": "failed" })).toBe(1);
    expect(telemetry.metrics.sum("rag.judge.canaries", { "rag.judge": "exact/1", "rag.canary": "passed" })).toBe(1);
  });

  it("with the cases of ours pass on the embedded judges", async () => {
    const { clock, count } = setUp(answeringJudge("unused", 1), {
      judges: embeddedJudges(),
      canaries: canaries({ everyMs }),
    });
    await clock.advance(everyMs);
    await clock.advance(100);
    expect(count("passed")).toBe(14);
    expect(count("failed")).toBe(0);
  });

  it("leave out what the triad does not judge, and must expect something of what it does", async () => {
    const cases = [aCase("tone", { expect: { "criteria.tone": "high" } }), aCase("one")];
    const { judge, queries } = listening();
    const { clock } = setUp(judge, { canaries: canaries({ everyMs, cases }) });
    await clock.advance(everyMs);
    await clock.advance(0);
    expect(queries).toEqual(["the query of one"]);
    expect(() => setUp(judge, { canaries: canaries({ cases: cases.slice(0, 1) }) })).toThrow(
      /`canaries\.cases`.*a metric that is judged \(groundedness\)/,
    );
  });

  it("have counters at 0 before the first of them, once there is a request", async () => {
    const { telemetry, ask, settle } = setUp(listening().judge);
    ask();
    await settle();
    const zeros = telemetry.metrics.measurements("rag.judge.canaries");
    expect(zeros.map(({ value, attributes }) => [value, attributes["rag.canary"]])).toEqual([
      [0, "passed"],
      [0, "failed"],
    ]);
  });
});

describe("canaries and the queue", () => {
  it("give way: no canary while every judge is busy, and the next round comes as ever", async () => {
    const judge = answeringJudge("a", async ({ query }, context) => {
      if (query === "a user's query") await waits(context, 4_000);
      return 0.9;
    });
    const { clock, ask, count, triad, evaluated } = setUp(judge, { concurrency: 2 });
    await clock.advance(everyMs - 1_000);
    for (let request = 0; request < 3; request++) ask();
    await clock.advance(1_000);
    expect(count()).toBe(0);
    expect(triad.snapshot().dropped).toEqual({});
    await clock.advance(everyMs);
    await clock.advance(0);
    expect(count("passed")).toBe(2);
    expect(evaluated).toHaveLength(3);
  });

  it("take one place at most, so that requests go on", async () => {
    const judge = answeringJudge("a", ({ query }) =>
      query === "a user's query" ? 0.9 : new Promise<never>(() => undefined),
    );
    const { clock, ask, evaluated, settle } = setUp(judge, { concurrency: 2 });
    await clock.advance(everyMs);
    for (let request = 0; request < 5; request++) ask();
    await settle();
    expect(evaluated).toHaveLength(5);
  });

  it("go on after one that took too long", async () => {
    const judge = answeringJudge("a", ({ query }) =>
      query?.endsWith("one") === true ? new Promise<never>(() => undefined) : 0.9,
    );
    const { clock, count } = setUp(judge);
    await clock.advance(everyMs + 5_000);
    await clock.advance(0);
    expect(count("passed")).toBe(1);
  });

  it("hold neither a flush nor a shutdown up", async () => {
    const judge = answeringJudge("a", () => new Promise<never>(() => undefined));
    const { clock, triad } = setUp(judge);
    await clock.advance(everyMs);
    const flushed = triad.flush({ timeoutMs: 1_000 });
    await clock.advance(0);
    expect(await flushed).toEqual({ done: true, remaining: 0 });
    const closed = triad.shutdown({ timeoutMs: 1_000 });
    await clock.advance(0);
    expect(await closed).toEqual({ done: true, remaining: 0 });
  });

  it("end with the triad", async () => {
    const { judge, queries } = listening();
    const { clock, triad, count } = setUp(judge);
    await clock.advance(everyMs);
    await clock.advance(0);
    const closed = triad.shutdown({ timeoutMs: 1_000 });
    await clock.advance(10 * everyMs);
    await closed;
    expect(queries).toHaveLength(2);
    expect(count()).toBe(2);
    expect(clock.scheduled).toBe(0);
  });

  it("do not exist in a triad that is disabled", async () => {
    const { judge, queries } = listening();
    const { clock } = setUp(judge, { disabled: true });
    await clock.advance(2 * everyMs);
    expect(queries).toEqual([]);
    expect(clock.scheduled).toBe(0);
  });
});
