import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOtlpReceiver, type OtlpReceiver } from "../helpers/otlp-receiver.ts";
import { requiredCollector, startCollector, type RunningCollector } from "./support/collector.ts";
import { eventually } from "../../scripts/e2e/eventually.ts";
import { freePort } from "../../scripts/e2e/free-port.ts";
import { createGate, type Gate } from "./support/gate.ts";
import { sendCounter, sendLogs, sendSpans } from "./support/otlp-json.ts";
import type { RunningPrometheus } from "../../scripts/e2e/prometheus.ts";
import { startPrometheus } from "./support/prometheus.ts";
import { requiredProgram } from "./support/required-program.ts";

const collector = requiredCollector();
const prometheusCommand = requiredProgram("prometheus");
const outageMs = 30_000;
/** What is shipped retries after half a minute at the latest; five seconds make the test shorter and promise the same. */
const soonerRetries = {
  exporters: Object.fromEntries(
    ["otlp_http/backend", "prometheus_remote_write"].map((name) => [
      name,
      { retry_on_failure: { max_interval: "5s" } },
    ]),
  ),
};
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe.skipIf(collector === undefined || prometheusCommand === undefined)(
  "back ends of the gateway, a real Collector, that are down for 30 s",
  () => {
    let backend: OtlpReceiver;
    let prometheus: RunningPrometheus;
    let gates: readonly Gate[];
    let gateway: RunningCollector;
    let sent: number;
    let sentAt: number[];

    beforeAll(async () => {
      backend = await startOtlpReceiver();
      prometheus = await startPrometheus(prometheusCommand ?? "", undefined, { receivesRemoteWrite: true });
      gates = await Promise.all([backend.url, prometheus.url].map((url) => createGate(new URL(url).host)));
      gateway = await startCollector(collector ?? "", ["gateway.yaml"], {
        env: {
          RAG_BACKEND_ENDPOINT: `http://${gates[0]?.address}`,
          RAG_REMOTE_WRITE_ENDPOINT: `http://${gates[1]?.address}/api/v1/write`,
          RAG_DECISION_WAIT: "1s",
          RAG_KEEP_PERCENT: "0",
        },
        overrides: soonerRetries,
      });
    });

    afterAll(async () => {
      await Promise.all((gates ?? []).map((gate) => gate.open().catch(() => {})));
      await gateway?.stop();
      await Promise.all((gates ?? []).map((gate) => gate.close()));
      await prometheus?.stop();
      await backend?.close();
    });

    /** A trace to keep, a log event and a push, each told apart from all others by a number. */
    async function sendOne(position: number): Promise<void> {
      const traceId = randomBytes(16).toString("hex");
      const attributes = { "rag.quality": "fail", "sent.position": BigInt(position) };
      sentAt[position] = Date.now();
      await Promise.all([
        sendSpans(gateway.url, [{ traceId, spanId: traceId.slice(16), name: "rag_request", attributes }]),
        sendLogs(gateway.url, [{ eventName: "gen_ai.evaluation.result", attributes }]),
        sendCounter(gateway.url, "rag.judge.cost", { value: position, timeMs: sentAt[position] }),
      ]);
    }

    const positions = (items: readonly { readonly attributes: Readonly<Record<string, unknown>> }[]): Set<unknown> =>
      new Set(items.map(({ attributes }) => attributes["sent.position"]));

    it("nothing that came meanwhile is lost", async () => {
      sentAt = [];
      await Promise.all(gates.map((gate) => gate.open()));
      await sendOne(0);
      await backend.waitFor(() => backend.spans.length > 0 && backend.logs.length > 0, 20_000);
      await eventually("the first push", async () => await prometheus.value("rag_judge_cost_total"));

      await Promise.all(gates.map((gate) => gate.close()));
      const back = performance.now() + outageMs;
      for (sent = 1; performance.now() < back; sent++) {
        await sendOne(sent);
        await pause(200);
      }
      expect(backend.spans).toHaveLength(1);
      await Promise.all(gates.map((gate) => gate.open()));
      await sendOne(sent++);

      const all = new Set(Array.from({ length: sent }, (_, position) => position));
      await backend.waitFor(
        () => positions(backend.spans).size === sent && positions(backend.logs).size === sent,
        40_000,
      );
      expect(positions(backend.spans)).toEqual(all);
      expect(positions(backend.logs)).toEqual(all);
      // Every single push, in order: Prometheus refuses what is older than what it has.
      const values = await eventually("every push", async () => {
        const samples = await samplesOf("rag_judge_cost_total");
        return samples.length === sent ? samples : undefined;
      }).catch(() => samplesOf("rag_judge_cost_total"));
      expect(values).toEqual(sentAt.map((time, position) => [time / 1000, position]));
      expect(await gateway.ownMetric("otelcol_exporter_enqueue_failed_spans")).toBe(0);
    });

    /** Time and value of every sample of a series in the last ten minutes. */
    async function samplesOf(name: string): Promise<readonly (readonly [number, number])[]> {
      const query = new URLSearchParams({ query: `${name}[10m]` }).toString();
      const response = await fetch(`${prometheus.url}/api/v1/query?${query}`);
      const body = (await response.json()) as {
        readonly data: { readonly result: readonly { readonly values: readonly (readonly [number, string])[] }[] };
      };
      return (body.data.result[0]?.values ?? []).map(([time, value]) => [time, Number(value)] as const);
    }
  },
);

describe.skipIf(collector === undefined)("the gateway with queues on disk, a real Collector", () => {
  it("sends after its restart what it could not send before, even when it was ended the hard way", async () => {
    const folder = await mkdtemp(join(tmpdir(), "rag-triad-queue-"));
    const backend = await startOtlpReceiver();
    const gate = await createGate(new URL(backend.url).host);
    const start = async (): Promise<RunningCollector> =>
      startCollector(collector ?? "", ["gateway.yaml", "gateway-persistent.yaml"], {
        env: {
          RAG_BACKEND_ENDPOINT: `http://${gate.address}`,
          // Nobody listens here: with a push to retry the Collector does not end by itself, and is killed.
          RAG_REMOTE_WRITE_ENDPOINT: `http://127.0.0.1:${await freePort()}/api/v1/write`,
          RAG_QUEUE_DIRECTORY: join(folder, "queue"),
        },
        overrides: soonerRetries,
      });
    let gateway = await start();
    try {
      const records = Array.from({ length: 200 }, (_, position) => ({
        eventName: "gen_ai.evaluation.result",
        attributes: { "sent.position": BigInt(position) },
      }));
      await sendCounter(gateway.url, "rag.judge.cost", { value: 1, timeMs: Date.now() });
      await sendLogs(gateway.url, records);
      await eventually("the queue holds them", async () =>
        (await gateway.ownMetric("otelcol_exporter_queue_size", "logs")) > 0 ? true : undefined,
      );
      expect(await gateway.stop()).toBe("SIGKILL");
      gateway = await start();
      await gate.open();
      const arrived = (): Set<unknown> => new Set(backend.logs.map(({ attributes: of }) => of["sent.position"]));
      await backend.waitFor(() => arrived().size === records.length, 30_000);
    } finally {
      await gateway.stop();
      await gate.close();
      await backend.close();
      await rm(folder, { recursive: true, force: true });
    }
    expect(backend.logs.length).toBeGreaterThanOrEqual(200);
  });
});

describe.skipIf(collector === undefined)("the end of the gateway, a real Collector", () => {
  it("decides about the traces that wait, and sends those that are kept", async () => {
    const backend = await startOtlpReceiver();
    const gateway = await startCollector(collector ?? "", ["gateway.yaml"], {
      env: { RAG_BACKEND_ENDPOINT: backend.url, RAG_KEEP_PERCENT: "0" },
    });
    for (const [position, quality] of ["fail", "pass"].entries()) {
      const traceId = String(position + 1).repeat(32);
      const attributes = { "rag.quality": quality };
      await sendSpans(gateway.url, [{ traceId, spanId: traceId.slice(16), name: "rag_request", attributes }]);
    }
    const signal = await gateway.stop();
    const kept = backend.spans.map(({ attributes }) => attributes["rag.quality"]);
    await backend.close();
    expect(signal).toBeNull();
    expect(kept).toEqual(["fail"]);
  });
});

describe.skipIf(collector === undefined || prometheusCommand === undefined)(
  "processes without service.instance.id, through a real Collector",
  () => {
    it("are told apart by host and process id", async () => {
      const prometheus = await startPrometheus(prometheusCommand ?? "", undefined, { receivesRemoteWrite: true });
      const gateway = await startCollector(collector ?? "", ["gateway.yaml"], {
        env: { RAG_REMOTE_WRITE_ENDPOINT: `${prometheus.url}/api/v1/write` },
      });
      try {
        for (const pid of [11n, 12n]) {
          const resource = { "service.name": "s", "service.namespace": "shop", "host.name": "h", "process.pid": pid };
          await sendCounter(gateway.url, "rag.judge.cost", { value: Number(pid), timeMs: Date.now(), resource });
        }
        const samples = await eventually("both series", async () => {
          const found = await prometheus.query("rag_judge_cost_total");
          return found.length === 2 ? found : undefined;
        });
        expect(samples.map(({ labels }) => `${labels["job"]} ${labels["instance"]}`).toSorted()).toEqual([
          "shop/s h-11",
          "shop/s h-12",
        ]);
      } finally {
        await gateway.stop();
        await prometheus.stop();
      }
    });
  },
);
