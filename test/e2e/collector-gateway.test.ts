import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOtlpReceiver, type OtlpReceiver } from "../helpers/otlp-receiver.ts";
import { requiredCollector, startCollector, type RunningCollector } from "./support/collector.ts";
import { contentAttributes, harmlessAttributes, marker } from "./support/content-attributes.ts";
import { eventually } from "../../scripts/e2e/eventually.ts";
import { sendLogs, sendSpans, type SentAttributes, type SentSpan } from "./support/otlp-json.ts";

const command = requiredCollector();
const healthyTraces = 500;

/** Trace and span ids that are the same in every run: the sampler hashes them. */
const idOf = (text: string, length: number): string => createHash("sha256").update(text).digest("hex").slice(0, length);

/** A trace: a request span with a retrieval in it. */
function traceOf(name: string, attributes: SentAttributes, isError = false): SentSpan[] {
  const traceId = idOf(name, 32);
  const spanId = idOf(`${name}/request`, 16);
  return [
    { traceId, spanId: idOf(`${name}/retrieval`, 16), parentSpanId: spanId, name: "retrieval" },
    { traceId, spanId, name: "rag_request", attributes, isError },
  ];
}

/** What has to be kept whatever the share of the rest is. */
const remarkable: Readonly<Record<string, SentAttributes>> = {
  "quality fail": { "rag.quality": "fail", "rag.groundedness": 0.9 },
  dropped: { "rag.evaluation.status": "dropped" },
  late: { "rag.evaluation.status": "late" },
  "low context relevance": { "rag.quality": "pass", "rag.context_relevance": 0.2999 },
  "low groundedness": { "rag.quality": "pass", "rag.groundedness": 0.4999 },
  "low answer relevance": { "rag.quality": "pass", "rag.answer_relevance": 0.2999 },
  // OTLP in JSON encodes a score of 0 as an integer.
  "groundedness 0 as an integer": { "rag.quality": "pass", "rag.groundedness": 0n },
  "answer relevance 0": { "rag.quality": "pass", "rag.answer_relevance": 0 },
};
/** What is unremarkable. */
const healthy: readonly SentAttributes[] = [
  {
    "rag.quality": "pass",
    "rag.groundedness": 0.95,
    "rag.context_relevance": 0.7,
    "rag.answer_relevance": 0.8,
    "rag.evaluation.status": "scored",
  },
  // A score at its floor is not below it, and 1 may come as an integer.
  { "rag.quality": "warn", "rag.groundedness": 0.5, "rag.context_relevance": 0.3, "rag.answer_relevance": 0.3 },
  { "rag.quality": "pass", "rag.groundedness": 1n, "rag.evaluation.status": "partial" },
  { "rag.evaluation.status": "unscored" },
  { "rag.evaluation.status": "not_sampled" },
];

describe.skipIf(command === undefined)("the gateway on a real Collector", () => {
  let backend: OtlpReceiver;
  let gateway: RunningCollector;
  const kept = (name: string): string[] =>
    backend.spans.filter(({ traceId }) => traceId === idOf(name, 32)).map((span) => span.name);

  beforeAll(async () => {
    backend = await startOtlpReceiver();
    gateway = await startCollector(command ?? "", ["gateway.yaml"], {
      env: { RAG_BACKEND_ENDPOINT: backend.url, RAG_DECISION_WAIT: "3s", RAG_KEEP_PERCENT: "20" },
    });
  });

  afterAll(async () => {
    await gateway?.stop();
    await backend?.close();
  });

  it("keeps every trace with a failure, and a share of the others, whole", async () => {
    const names = Object.keys(remarkable);
    const late = names.map((name) => traceOf(name, remarkable[name] ?? {}));
    const failed = traceOf("error", {}, true);
    const unremarkable = Array.from({ length: healthyTraces }, (_, position) =>
      traceOf(`healthy ${position}`, healthy[position % healthy.length] ?? {}),
    );
    const all = [...late, failed, ...unremarkable];
    // As an SDK does it: the spans that end first come in an earlier batch than those that are held.
    await sendSpans(
      gateway.url,
      all.map(([retrieval]) => retrieval).filter((span) => span !== undefined),
    );
    await sendSpans(
      gateway.url,
      all.map(([, request]) => request).filter((span) => span !== undefined),
    );
    // The share of the rest is decided by then, too.
    const decided = "otelcol_processor_tail_sampling_global_count_traces_sampled";
    await eventually("all decisions", async () =>
      (await gateway.ownMetric(decided)) === all.length ? true : undefined,
    );
    const sampled = await gateway.ownMetric(decided, 'sampled="true"');
    await backend.waitFor(() => backend.spans.length >= 2 * sampled, 20_000);
    for (const name of [...names, "error"]) expect(kept(name).toSorted(), name).toEqual(["rag_request", "retrieval"]);

    const share = Array.from({ length: healthyTraces }, (_, position) => kept(`healthy ${position}`).toSorted());
    const whole = share.filter((spans) => spans.length > 0);
    for (const spans of whole) expect(spans).toEqual(["rag_request", "retrieval"]);
    expect(whole.length).toBeGreaterThan(0.13 * healthyTraces);
    expect(whole.length).toBeLessThan(0.27 * healthyTraces);
    // No kind of them is kept for another reason.
    for (const [kind] of healthy.entries()) {
      const ofKind = share.filter((_, position) => position % healthy.length === kind);
      expect(ofKind.filter((spans) => spans.length > 0).length).toBeLessThan(0.4 * ofKind.length);
    }
  });

  it("content of spans, their events and log records does not pass; what is no content does", async () => {
    const attributes = { ...contentAttributes, ...harmlessAttributes };
    // A span without events too: its attributes must not depend on them.
    const [retrieval, request] = traceOf("content", { ...attributes, "rag.quality": "fail" });
    if (retrieval === undefined || request === undefined) throw new Error("no spans");
    await sendSpans(gateway.url, [
      { ...retrieval, attributes },
      { ...request, events: [{ name: "gen_ai.choice", attributes }] },
    ]);
    await sendLogs(gateway.url, [
      { eventName: "gen_ai.evaluation.result", attributes },
      { eventName: "gen_ai.user.message", body: { content: marker } },
      { eventName: "", attributes: { "event.name": "gen_ai.choice" }, body: marker },
      { eventName: "app.started", body: "harmless" },
    ]);
    await backend.waitFor(() => kept("content").length === 2 && backend.logs.length === 4, 20_000);

    expect(backend.requests.filter(({ body }) => body.includes(marker))).toEqual([]);
    const harmless = Object.keys(harmlessAttributes).toSorted();
    const [first, second] = backend.spans.filter(({ traceId }) => traceId === idOf("content", 32));
    for (const span of [first, second]) {
      const keys = Object.keys(span?.attributes ?? {}).filter((key) => key !== "rag.quality");
      expect(keys.toSorted()).toEqual(harmless);
    }
    const event = backend.logs.find(({ eventName }) => eventName === "gen_ai.evaluation.result");
    expect(Object.keys(event?.attributes ?? {}).toSorted()).toEqual(harmless);
    const bodies = backend.requests
      .filter(({ path }) => path === "/v1/logs")
      .map(({ body }) => body.toString("latin1"));
    expect(bodies.join("\n")).toContain("harmless");
  });
});

describe.skipIf(command === undefined)("the decision caches of the gateway on a real Collector", () => {
  it("a span follows the decision about its trace, long after the trace is out of memory", async () => {
    const backend = await startOtlpReceiver();
    const gateway = await startCollector(command ?? "", ["gateway.yaml"], {
      env: { RAG_BACKEND_ENDPOINT: backend.url, RAG_DECISION_WAIT: "1s", RAG_KEEP_PERCENT: "0" },
      overrides: { processors: { tail_sampling: { num_traces: 50 } } },
    });
    const decisions = "otelcol_processor_tail_sampling_global_count_traces_sampled";
    const kept = (name: string): string[] =>
      backend.spans.filter(({ traceId }) => traceId === idOf(name, 32)).map((span) => span.name);
    const decided = (count: number): Promise<true> =>
      eventually("the decisions", async () => ((await gateway.ownMetric(decisions)) >= count ? true : undefined));
    /** A score that came late, of which a sampler that knows nothing of the trace would think the opposite. */
    const lateScore = (name: string, quality: string): SentSpan => ({
      traceId: idOf(name, 32),
      spanId: idOf(`${name}/evaluation`, 16),
      name: "rag_evaluation",
      attributes: { "rag.quality": quality },
    });
    try {
      await sendSpans(gateway.url, traceOf("kept", { "rag.evaluation.status": "late" }));
      await sendSpans(gateway.url, traceOf("not kept", { "rag.quality": "pass" }));
      await decided(2);
      // Of each decision more than fit, in portions that each do.
      for (const [portion, quality] of ["pass", "pass", "fail", "fail"].entries()) {
        const others = Array.from({ length: 40 }, (_, position) =>
          traceOf(`other ${portion} ${position}`, { "rag.quality": quality }),
        );
        await sendSpans(gateway.url, others.flat());
        await decided(2 + 40 * (portion + 1));
      }
      await sendSpans(gateway.url, [lateScore("kept", "pass"), lateScore("not kept", "fail")]);
      await backend.waitFor(() => kept("kept").length === 3, 20_000);
      // One more trace, decided and sent later than a fragment of the other would have been.
      await sendSpans(gateway.url, traceOf("afterwards", { "rag.quality": "fail" }));
      await backend.waitFor(() => kept("afterwards").length === 2, 20_000);
      expect(kept("not kept")).toEqual([]);
      expect(await gateway.ownMetric("otelcol_processor_tail_sampling_sampling_trace_dropped_too_early")).toBe(0);
    } finally {
      await gateway.stop();
      await backend.close();
    }
  });
});

describe.skipIf(command === undefined)("the agent on a real Collector", () => {
  let backend: OtlpReceiver;
  let gateway: RunningCollector;
  let agent: RunningCollector;

  beforeAll(async () => {
    backend = await startOtlpReceiver();
    // A gateway that redacts and samples nothing shows what the agent sends.
    gateway = await startCollector(command ?? "", ["gateway.yaml"], {
      env: { RAG_BACKEND_ENDPOINT: backend.url },
      overrides: { service: { pipelines: { traces: { processors: [] }, logs: { processors: [] } } } },
    });
    agent = await startCollector(command ?? "", ["agent.yaml"], { env: { RAG_GATEWAY_ENDPOINT: gateway.grpcAddress } });
  });

  afterAll(async () => {
    await agent?.stop();
    await gateway?.stop();
    await backend?.close();
  });

  it("forwards everything but content", async () => {
    const attributes = { ...contentAttributes, ...harmlessAttributes };
    const spans = traceOf("agent", {}).map((span) => ({ ...span, attributes, events: [{ name: "e", attributes }] }));
    await sendSpans(agent.url, spans);
    await sendLogs(agent.url, [{ eventName: "gen_ai.user.message", attributes, body: marker }]);
    await backend.waitFor(() => backend.spans.length === 2 && backend.logs.length === 1, 20_000);
    expect(backend.requests.filter(({ body }) => body.includes(marker))).toEqual([]);
    for (const { attributes: arrived } of [...backend.spans, ...backend.logs]) {
      expect(Object.keys(arrived).toSorted()).toEqual(Object.keys(harmlessAttributes).toSorted());
    }
  });
});
