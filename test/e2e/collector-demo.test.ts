import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOtlpReceiver, type OtlpReceiver } from "../helpers/otlp-receiver.ts";
import { requiredCollector, startCollector, type RunningCollector } from "./support/collector.ts";
import { startDemoWith, type ControlRunJson, type DemoJson } from "./support/demo.ts";
import { eventually } from "../../scripts/e2e/eventually.ts";
import { freePort } from "../../scripts/e2e/free-port.ts";
import type { QueriedSample, RunningPrometheus } from "../../scripts/e2e/prometheus.ts";
import { startPrometheus } from "./support/prometheus.ts";
import { requiredProgram } from "./support/required-program.ts";
import type { StartedProgram } from "../../scripts/e2e/start-program.ts";

const collector = requiredCollector();
const prometheusCommand = requiredProgram("prometheus");
const marker = "CANARY-51c0de";
/** The job of what the Collector writes is the service's name; that of what is scraped is its scrape configuration's. */
const pushedJob = "rag-triad-demo";
const scrapedJob = "demo";
/** The floors of the configuration's low-score policy. */
const floors: Readonly<Record<string, number>> = { context_relevance: 0.3, groundedness: 0.5, answer_relevance: 0.3 };

type Row = ControlRunJson["rows"][number];

describe.skipIf(collector === undefined || prometheusCommand === undefined)(
  "the demo through agent and gateway, each a real Collector, to a real Prometheus",
  () => {
    let folder: string;
    let backend: OtlpReceiver;
    let prometheus: RunningPrometheus;
    let gateway: RunningCollector;
    let agent: RunningCollector;
    let demo: StartedProgram | undefined;
    let first: DemoJson;
    let rows: readonly Row[];
    let requests: number;

    beforeAll(async () => {
      backend = await startOtlpReceiver();
      const metricsPort = await freePort();
      folder = await mkdtemp(join(tmpdir(), "rag-triad-rules-"));
      prometheus = await startPrometheus(prometheusCommand ?? "", `127.0.0.1:${metricsPort}`, {
        receivesRemoteWrite: true,
        ruleFiles: await quickRules(folder),
      });
      gateway = await startCollector(collector ?? "", ["gateway.yaml"], {
        env: {
          RAG_BACKEND_ENDPOINT: backend.url,
          RAG_REMOTE_WRITE_ENDPOINT: `${prometheus.url}/api/v1/write`,
          // The demo's answers take milliseconds, and its spans are sent every half second.
          RAG_DECISION_WAIT: "10s",
        },
      });
      agent = await startCollector(collector ?? "", ["agent.yaml"], {
        env: { RAG_GATEWAY_ENDPOINT: gateway.grpcAddress },
      });
      const environment = {
        OTEL_EXPORTER_OTLP_ENDPOINT: agent.url,
        // Beside /metrics, which the demo always serves.
        OTEL_METRICS_EXPORTER: "otlp",
        OTEL_METRIC_EXPORT_INTERVAL: "1000",
        OTEL_METRIC_EXPORT_TIMEOUT: "1000",
        OTEL_BSP_SCHEDULE_DELAY: "500",
        OTEL_BLRP_SCHEDULE_DELAY: "500",
        OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true",
      };
      const args = ["--serve", "--json", "--latency-pairs", "0", "--metrics-port", String(metricsPort)];
      demo = startDemoWith(environment, ...args);
      const [line] = await demo.waitFor(/^\{.*\}$/m);
      first = JSON.parse(line) as DemoJson;
      // `increase` does not see the first sample of a series: each path has one of all of them before the second round.
      await eventually("both paths have the first round", async () => {
        const counts = await requestsOf();
        return counts.every((count) => count === first.requests) ? true : undefined;
      });
      const response = await fetch(new URL("/control/run", first.askUrl), { method: "POST", body: '{"corrupt": 0.3}' });
      const round = (await response.json()) as ControlRunJson;
      rows = round.rows;
      const asked = await fetch(first.askUrl, {
        method: "POST",
        body: JSON.stringify({ query: `What is the default of k1 in Lucene? ${marker}` }),
      });
      await asked.text();
      requests = first.requests + round.requests + 1;
    });

    afterAll(async () => {
      await demo?.stop();
      await agent?.stop();
      await gateway?.stop();
      await prometheus?.stop();
      await backend?.close();
      await rm(folder, { recursive: true, force: true });
    });

    /** The evaluated requests that Prometheus knows of, scraped and pushed. */
    const requestsOf = (): Promise<(number | undefined)[]> =>
      Promise.all(
        [scrapedJob, pushedJob].map((job) =>
          prometheus.value(`sum(rag_evaluations_total{job="${job}",rag_metric="groundedness"})`),
        ),
      );

    const spansOf = (traceId: string): string[] =>
      backend.spans
        .filter((span) => span.traceId === traceId)
        .map(({ name }) => name)
        .toSorted();

    it("every log event arrives, and no decision is missing", async () => {
      // Three metrics a request; the demo samples all of them.
      await backend.waitFor(() => backend.logs.length >= 3 * requests, 60_000);
      expect(backend.logs).toHaveLength(3 * requests);
      expect(new Set(backend.logs.map(({ eventName }) => eventName))).toEqual(new Set(["gen_ai.evaluation.result"]));
      await eventually("all decisions", async () =>
        (await gateway.ownMetric("otelcol_processor_tail_sampling_global_count_traces_sampled")) >= requests
          ? true
          : undefined,
      );
    });

    it("keeps every trace with a low score, whole, and a share of the healthy ones", async () => {
      const isLow = ({ quality, outcomes }: Row): boolean =>
        quality === "fail" ||
        Object.entries(floors).some(([metric, floor]) => {
          const outcome = outcomes[metric];
          return typeof outcome === "number" && outcome < floor;
        });
      const low = rows.filter(isLow);
      const rest = rows.filter((row) => !isLow(row));
      expect(low.length).toBeGreaterThan(30);
      expect(rest.length).toBeGreaterThan(30);
      const whole = ["generation", "rag_request", "retrieval"];
      await backend.waitFor(() => low.every(({ traceId }) => spansOf(traceId).length >= whole.length), 30_000);
      for (const { traceId } of low) expect(spansOf(traceId)).toEqual(whole);
      const keptRest = rest.filter(({ traceId }) => spansOf(traceId).length > 0);
      for (const { traceId } of keptRest) expect(spansOf(traceId)).toEqual(whole);
      // Five in a hundred by chance: half of them would be a miracle.
      expect(keptRest.length).toBeLessThan(0.5 * rest.length);
    });

    it("captured content stays behind: no query, chunk, answer, claim or explanation leaves", async () => {
      // It was captured, and came as far as the agent.
      const request = backend.spans.find(({ name }) => name === "rag_request");
      expect(request?.attributes["rag.quality"]).toBeDefined();
      const sent = backend.requests.map(({ body }) => body.toString("latin1")).join("\n");
      for (const text of [marker, "rag.content.", "default of k1", "gen_ai.evaluation.explanation"]) {
        expect(sent.includes(text), text).toBe(false);
      }
      expect(sent).toContain("gen_ai.evaluation.score.value");
    });

    it("metrics have the names, labels and values of the scraped ones", async () => {
      await eventually("both paths have all requests", async () => {
        const counts = await requestsOf();
        return counts.every((count) => count === requests) ? true : undefined;
      });
      const [scraped, pushed] = await eventually("both paths say the same", async () => {
        const [left, right] = await Promise.all([seriesOf(scrapedJob), seriesOf(pushedJob)]);
        return sameValues(left, right) ? [left, right] : undefined;
      }).catch(async () => [await seriesOf(scrapedJob), await seriesOf(pushedJob)]);
      expect([...(pushed?.keys() ?? [])]).toEqual([...(scraped?.keys() ?? [])]);
      for (const [series, value] of scraped ?? []) expectSame(series, pushed?.get(series), value);
      expect(scraped?.size).toBeGreaterThan(500);
      const names = new Set([...(pushed?.keys() ?? [])].map((series) => series.slice(0, series.indexOf("{"))));
      for (const name of ["rag_requests_total", "rag_request_duration_bucket", "rag_threshold", "rag_build"]) {
        expect(names).toContain(name);
      }
    });

    /** All series of a job that rag-triad wrote, without job and instance, in order. */
    async function seriesOf(job: string): Promise<ReadonlyMap<string, number>> {
      const samples = await prometheus.query(`{job="${job}",__name__=~"(rag|gen_ai)_.+"}`);
      return new Map(
        samples
          .map((sample) => [nameOf(sample), sample.value] as const)
          .toSorted(([left], [right]) => (left < right ? -1 : 1)),
      );
    }

    it("conservation holds on both paths, and each keeps its instance", async () => {
      for (const job of [scrapedJob, pushedJob]) {
        const law = `sum by (job, rag_pipeline, rag_metric) (rag_evaluations_total{job="${job}"}) + sum by (job, rag_pipeline, rag_metric) (rag_evaluation_pending{job="${job}"}) - on (job, rag_pipeline) group_left () sum by (job, rag_pipeline) (rag_requests_total{job="${job}"})`;
        expect((await prometheus.query(law)).map(({ value }) => value)).toEqual([0, 0, 0]);
      }
      const [pushed] = await prometheus.query(`rag_build{job="${pushedJob}"}`);
      const [target] = await prometheus.query(`target_info{job="${scrapedJob}"}`);
      expect(pushed?.labels["instance"]).toBe(target?.labels["service_instance_id"]);
    });

    it("the shipped rules record the same series on both paths, and miss neither", async () => {
      const recorded = async (job: string): Promise<string[]> => {
        // What is there only while a value is too low or too high is a matter of the moment: the paths are seconds apart.
        const conditional = ".+:(low1.+|high|high_enough|usual)";
        const samples = await prometheus.query(
          `{job="${job}",__name__=~"(slice|intent|pipeline):rag_.+",__name__!~"${conditional}"}`,
        );
        return samples.map(nameOf).toSorted();
      };
      const [scraped, pushed] = await eventually("both are recorded", async () => {
        const both = await Promise.all([recorded(scrapedJob), recorded(pushedJob)]);
        return both[0].length > 100 && both[0].join() === both[1].join() ? both : undefined;
      }).catch(() => Promise.all([recorded(scrapedJob), recorded(pushedJob)]));
      expect(pushed).toEqual(scraped);
      expect(scraped?.some((series) => series.startsWith("intent:rag_score:mean1h{"))).toBe(true);
      // Neither path lacks what the alerts about the monitor itself look for. The first is what `services` adds for a job.
      expect(await prometheus.query(`absent(up{job="${pushedJob}"} == 1 or rag_build{job="${pushedJob}"})`)).toEqual(
        [],
      );
      const blind = "RagServiceAbsent|RagThresholdsMissing|RagThresholdMismatch";
      expect(await prometheus.query(`ALERTS{alertname=~"${blind}"}`)).toEqual([]);
    });
  },
);

/** The shipped rules, evaluated every two seconds instead of every half minute and slower. */
async function quickRules(folder: string): Promise<string[]> {
  const shipped = new URL("../../prometheus/rules/", import.meta.url);
  const names = (await readdir(shipped)).filter((name) => name.endsWith(".rules.yml"));
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, shipped), "utf8");
      const file = join(folder, name);
      await writeFile(file, text.replaceAll(/^ {4}interval: \w+$/gm, "    interval: 2s"));
      return file;
    }),
  );
}

function nameOf({ labels }: QueriedSample): string {
  const { __name__: name, job: _job, instance: _instance, ...rest } = labels;
  const pairs = Object.entries(rest).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `${name}{${pairs.map(([label, text]) => `${label}="${text}"`).join(",")}}`;
}

/** Each reader of the SDK adds up on its own, in portions of its own: the sums of durations differ in their last digits. */
const isSame = (left: number | undefined, right: number): boolean =>
  left !== undefined && Math.abs(left - right) <= 1e-9 * Math.abs(right);

function sameValues(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): boolean {
  return left.size === right.size && [...left].every(([series, value]) => isSame(right.get(series), value));
}

function expectSame(series: string, actual: number | undefined, expected: number): void {
  expect(isSame(actual, expected), `${series}: pushed ${actual}, scraped ${expected}`).toBe(true);
}
