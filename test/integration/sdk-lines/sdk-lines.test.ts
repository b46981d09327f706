import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from "../../helpers/otlp-receiver.ts";
import { createTemporaryFolder, findNode, installApp, measureInstall, pack, run, type Finished } from "./install.ts";

const folder = createTemporaryFolder();
let tarball = "";

beforeAll(async () => {
  tarball = await pack(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Facts {
  readonly node: string;
  readonly answer: string;
  readonly measured: { readonly requestMs: number };
  readonly judgeMs: number;
  readonly judgedAfterMs: number;
  readonly embedded: {
    readonly status: string;
    readonly scores: Readonly<Record<string, { readonly score?: number }>>;
  };
  readonly metrics: string;
  readonly hasLogs: boolean;
  readonly requireIsImport: boolean;
}

describe.each([
  { line: "SDK 3, API 1.10, Node 24", name: "app-sdk3", major: 24, api: "1.10.0", hasLogs: true },
  { line: "SDK 2, API 1.9, Node 20", name: "app-sdk2", major: 20, api: "1.9.1", hasLogs: false },
])("$line", ({ name, major, api, hasLogs }) => {
  let app = "";
  let ran: Finished;
  let facts: Facts;
  let receiver: OtlpReceiver;

  beforeAll(async () => {
    app = await installApp(folder, name, tarball, undefined);
    const node = await findNode(major, join(folder));
    receiver = await startOtlpReceiver();
    ran = await run(node, ["main.mjs"], {
      cwd: app,
      env: { PATH: process.env["PATH"], RECEIVER_URL: receiver.url },
    });
    if (ran.status !== 0) throw new Error(`the app ended with ${ran.status}\n${ran.stdout}\n${ran.stderr}`);
    facts = JSON.parse(ran.stdout) as Facts;
  });
  afterAll(() => receiver.close());

  const span = (spanName: string, pipeline = "support"): ReceivedSpan => {
    const found = receiver.spans.filter((each) => each.name === spanName && pipelineOf(each) === pipeline);
    expect(found, spanName).toHaveLength(1);
    return found[0] as ReceivedSpan;
  };
  const pipelineOf = (each: ReceivedSpan): unknown =>
    each.name !== "rag_request" ? "support" : each.attributes["rag.pipeline"];

  it("runs where it should, with one copy of the API", () => {
    expect(ran.stderr).toBe("");
    expect(facts.node).toMatch(new RegExp(`^v${major}\\.`));
    expect(facts.hasLogs).toBe(hasLogs);
    const copies = measureInstall(join(app, "node_modules")).packages.filter((each) =>
      each.startsWith("@opentelemetry/api@"),
    );
    expect(copies).toEqual([`@opentelemetry/api@${api}`]);
    expect(existsSync(join(app, "node_modules", "rag-triad", "node_modules"))).toBe(false);
    expect(facts.requireIsImport).toBe(true);
  });

  it("traces the request with its children where they belong", () => {
    const [http, request, retrieval, generation] = ["GET /ask", "rag_request", "retrieval", "generation"].map((each) =>
      span(each),
    );
    expect(request).toMatchObject({ parentSpanId: http?.spanId, kind: 1, status: { code: 0 } });
    expect(retrieval?.parentSpanId).toBe(request?.spanId);
    expect(generation?.parentSpanId).toBe(request?.spanId);
    expect(span("db query").parentSpanId).toBe(retrieval?.spanId);
    expect(span("llm call").parentSpanId).toBe(generation?.spanId);
    expect(
      new Set(
        ["GET /ask", "rag_request", "retrieval", "generation", "db query", "llm call"].map(
          (each) => span(each).traceId,
        ),
      ).size,
    ).toBe(1);
    for (const each of receiver.spans) {
      expect(each.resource).toMatchObject({ "service.name": "sdk-lines", "service.instance.id": expect.any(String) });
    }
  });

  it("keeps the judge's own calls out of the traces", () => {
    expect(receiver.spans.map((each) => each.name)).not.toContain("the judge's own");
  });

  it("gives the held span its true duration, not that of its scoring", () => {
    const request = span("rag_request");
    expect(request.durationMs).toBeLessThan(facts.measured.requestMs + 1);
    expect(request.durationMs).toBeGreaterThan(facts.measured.requestMs - 50);
    expect(facts.judgedAfterMs).toBeGreaterThan(facts.measured.requestMs + facts.judgeMs - 50);
    // The SDK starts each span on the millisecond clock, so two spans agree on an instant to about a millisecond.
    const generation = span("generation");
    const toleranceNanos = 2_000_000n;
    expect(generation.endNanos + toleranceNanos).toBeGreaterThanOrEqual(span("llm call").endNanos);
    expect(generation.endNanos).toBeLessThanOrEqual(request.endNanos + toleranceNanos);
    expect(span("retrieval").durationMs).toBeGreaterThan(25);
  });

  it("puts the scores on the request span, numbers and texts alike", () => {
    expect(span("rag_request").attributes).toMatchObject({
      "gen_ai.operation.name": "invoke_workflow",
      "gen_ai.agent.name": "support",
      "gen_ai.conversation.id": "c-1",
      "rag.pipeline": "support",
      "rag.intent_class": "howto",
      "rag.model_version": "model-1",
      "rag.context_relevance": 0.9,
      "rag.groundedness": 0.42,
      "rag.answer_relevance": 1,
      "rag.evaluation.groundedness.outcome": "scored",
      "rag.evaluation.groundedness.judge": "slow/1",
      "rag.evaluation.status": "scored",
      "rag.quality": "fail",
      "rag.diagnosis": "generation",
      "rag.retrieval.chunk_count": 1,
    });
    expect(span("retrieval").attributes).toMatchObject({
      "gen_ai.operation.name": "retrieval",
      "gen_ai.retrieval.top_k": 1,
    });
  });

  it("serves the same exposition", () => {
    const value = (series: RegExp): number =>
      Number(new RegExp(`^${series.source} ([\\d.e+-]+)$`, "m").exec(facts.metrics)?.[1]);
    expect(value(/rag_requests_total\{[^}]*rag_pipeline="support"[^}]*\}/)).toBe(1);
    expect(value(/rag_groundedness_count\{[^}]*rag_pipeline="support"[^}]*\}/)).toBe(1);
    expect(value(/rag_groundedness_sum\{[^}]*rag_pipeline="support"[^}]*\}/)).toBe(0.42);
    expect(value(/rag_groundedness_bucket\{[^}]*rag_pipeline="support"[^}]*le="0.4"\}/)).toBe(0);
    expect(value(/rag_groundedness_bucket\{[^}]*rag_pipeline="support"[^}]*le="0.4999"\}/)).toBe(1);
    expect(facts.metrics).toMatch(/^rag_build\{[^}]*rag_api_line="1\.(9|10)"/m);
    expect(facts.metrics).toContain(`rag_api_line="${api.split(".", 2).join(".")}"`);
    expect(facts.metrics).toMatch(/^# TYPE rag_groundedness histogram$/m);
    expect(facts.metrics).not.toMatch(/otel_metric_overflow/);
  });

  it("scores with the default judges, in their worker thread", () => {
    expect(facts.embedded.status).toBe("scored");
    expect(facts.embedded.scores["groundedness"]?.score).toBeGreaterThan(0.5);
    expect(span("rag_request", "embedded").attributes["rag.evaluation.groundedness.judge"]).toMatch(/^embedded\/\d+$/);
  });

  it("sends an event a metric in the generation span's context where the API has logs", () => {
    const events = receiver.logs.filter(({ spanId }) => spanId === span("generation").spanId);
    if (!hasLogs) return expect(receiver.logs).toEqual([]);
    expect(events.map(({ eventName }) => eventName)).toEqual(Array(3).fill("gen_ai.evaluation.result"));
    expect(events.map(({ attributes }) => attributes)).toContainEqual(
      expect.objectContaining({
        "gen_ai.evaluation.name": "groundedness",
        "gen_ai.evaluation.score.value": 0.42,
        "gen_ai.evaluation.score.label": "fail",
      }),
    );
    expect(new Set(events.map(({ traceId }) => traceId))).toEqual(new Set([span("generation").traceId]));
  });
});

describe("a plain install", () => {
  it("brings the package and the OpenTelemetry API, nothing else", async () => {
    const app = await installApp(folder, "plain", tarball, {
      name: "plain",
      private: true,
      dependencies: { "rag-triad": "file:rag-triad.tgz" },
    });
    const { packages, bytes } = measureInstall(join(app, "node_modules"));
    console.log(
      `a plain install brings ${packages.length} packages, ${(bytes / 1e6).toFixed(1)} MB: ${packages.join(", ")}`,
    );
    expect(packages.map((each) => each.replace(/@[^@]*$/, ""))).toEqual(["@opentelemetry/api", "rag-triad"]);
    expect(bytes).toBeLessThan(10e6);
  });
});
