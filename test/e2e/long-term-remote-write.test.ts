import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { eventually } from "../../scripts/e2e/eventually.ts";
import { startPrometheus, type RunningPrometheus } from "../../scripts/e2e/prometheus.ts";
import { loadYamlWriter } from "../../src/cli/rules/load-yaml.ts";
import { writeArtifacts } from "../../src/cli/rules/generated-files.ts";
import { prometheusArtifacts } from "../../src/rules/artifacts/prometheus.ts";
import { defaultContext } from "../../src/rules/catalogue.ts";
import { ruleProfiles } from "../../src/rules/profile.ts";
import { composeFlags } from "./support/compose-command.ts";
import { createGate, type Gate } from "./support/gate.ts";
import { metricNames, valueAt, valueSoon } from "./support/prometheus-api.ts";
import { requiredProgram } from "./support/required-program.ts";
import { startScoreExporter, type ScoreExporter } from "./support/score-exporter.ts";
import { startVictoriaMetrics, type RunningVictoriaMetrics } from "./support/victoria-metrics.ts";

const prometheus = requiredProgram("prometheus");
const victoriaMetrics = requiredProgram("victoria-metrics");

const shipped = parse(readFileSync(new URL("../../prometheus/prometheus.yml", import.meta.url), "utf8")) as {
  readonly global: { readonly external_labels: Readonly<Record<string, string>> };
  readonly remote_write: readonly [object];
};

/** What has to arrive, of each kind one. */
const kinds = [
  "rag_groundedness_sum",
  "rag_groundedness_count",
  "rag_criteria_polite_count",
  "gen_ai_retrieval_duration_sum",
  "rag_requests_total",
  "rag_threshold",
  "rag_build",
  "rag_evaluation_pending",
  "rag:score_threshold:value",
  "slice:rag_score_count:increase5m",
  "intent:rag_score:mean15m",
  "pipeline:rag_score:mean15m",
  "ALERTS",
];

/** Whose values are compared; each is one series. */
const compared = [
  'rag_groundedness_count{rag_intent_class="faq"}',
  'rag_groundedness_sum{rag_intent_class="faq"}',
  'intent:rag_score:mean15m{rag_intent_class="faq",rag_metric="groundedness"}',
  'ALERTS{alertname="RagWatchdog"}',
];

describe.skipIf(prometheus === undefined || victoriaMetrics === undefined)("remote write of a real Prometheus", () => {
  const folder = mkdtempSync(join(tmpdir(), "rag-triad-remote-write-"));
  let exporter: ScoreExporter | undefined;
  let sender: RunningPrometheus;
  let gate: Gate | undefined;
  const servers: { stop(): Promise<void> }[] = [];
  let receivers: Readonly<Record<"Prometheus" | "VictoriaMetrics", string>>;
  /** A time at which the second Prometheus was not to be reached, and the sender had all kinds. */
  let outage: number;
  /** What it had then. */
  let arrivedEarly: readonly string[];

  beforeAll(async () => {
    const context = {
      ...defaultContext,
      profile: ruleProfiles.e2e,
      source: "a test",
      writeYaml: await loadYamlWriter(),
    };
    await writeArtifacts(folder, await prometheusArtifacts(context));
    exporter = await startScoreExporter();

    const second = await startPrometheus(prometheus ?? "", {
      config: {},
      flags: ["--web.enable-remote-write-receiver", "--storage.tsdb.retention.time=90d"],
    });
    servers.push(second);
    gate = await createGate(new URL(second.url).host);
    const victoria: RunningVictoriaMetrics = await startVictoriaMetrics(victoriaMetrics ?? "", [
      ...composeFlags("compose.yaml", "long-term", ["-httpListenAddr", "-storageDataPath"]),
      // It hides the last 30 s by itself.
      "-search.latencyOffset=1s",
    ]);
    servers.push(victoria);
    receivers = { Prometheus: second.url, VictoriaMetrics: victoria.url };

    const [write] = shipped.remote_write;
    const addresses = { prometheus: `http://${gate.address}`, victoria: victoria.url };
    sender = await startPrometheus(prometheus ?? "", {
      config: {
        ...shipped,
        global: { ...shipped.global, scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
        alerting: {},
        rule_files: [join(folder, "prometheus/rules/*.rules.yml")],
        scrape_configs: [{ job_name: "support-bot", static_configs: [{ targets: [exporter.address] }] }],
        remote_write: Object.entries(addresses).map(([name, url]) => ({ ...write, name, url: `${url}/api/v1/write` })),
      },
    });
    servers.push(sender);

    outage = await eventually("the sender has all kinds", async () => {
      const names = await metricNames(sender.url);
      const now = Math.floor(Date.now() / 1000);
      const values = await Promise.all(compared.map((query) => valueAt(sender.url, query, now)));
      return kinds.every((kind) => names.includes(kind)) && !values.includes(undefined) ? now : undefined;
    });
    arrivedEarly = await metricNames(second.url);
    await gate.open();
  });

  afterAll(async () => {
    await gate?.close();
    for (const server of servers.toReversed()) await server.stop();
    await exporter?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Whether a name that the sender has is one of those that go. */
  const goes = (name: string): boolean =>
    name === "ALERTS" ||
    /^(slice|intent|pipeline|rag):/.test(name) ||
    (/^(rag|gen_ai)_/.test(name) && !name.endsWith("_bucket"));

  it.each(["Prometheus", "VictoriaMetrics"] as const)(
    "%s gets every record, sum, count and counter, and no bucket",
    async (name) => {
      const names = await eventually("all names have arrived", async () => {
        const sent = (await metricNames(sender.url)).filter(goes).toSorted();
        const arrived = (await metricNames(receivers[name])).toSorted();
        return JSON.stringify(arrived) === JSON.stringify(sent) ? arrived : undefined;
      });
      expect(names).toEqual(expect.arrayContaining(kinds));
      expect(names.filter((arrived) => arrived.endsWith("_bucket"))).toEqual([]);
    },
  );

  it("the second Prometheus was not to be reached at first", () => {
    expect(arrivedEarly).toEqual([]);
  });

  it("the buckets, and what is not ours, are at home", async () => {
    expect(await metricNames(sender.url)).toEqual(
      expect.arrayContaining(["rag_groundedness_bucket", "process_cpu_seconds_total", "up", "ALERTS_FOR_STATE"]),
    );
  });

  it("what docs/long-term-storage.md says to watch is there", async () => {
    const page = readFileSync(new URL("../../docs/long-term-storage.md", import.meta.url), "utf8");
    const watched = [...new Set(page.match(/prometheus_remote_storage_\w+/g))];
    expect(watched.length).toBeGreaterThan(2);
    const own = await (await fetch(`${sender.url}/metrics`)).text();
    for (const metric of watched) expect(own).toMatch(new RegExp(`^${metric}[ {]`, "m"));
  });

  it.each(["Prometheus", "VictoriaMetrics"] as const)("all series in %s have the external labels", async (name) => {
    const labels = Object.entries(shipped.global.external_labels).map(([label, value]) => `${label}="${value}"`);
    expect(labels).not.toEqual([]);
    await valueSoon(receivers[name], compared[0] ?? "", outage);
    const count = (matcher: string): string => `count({__name__=~".+",${matcher}})`;
    for (const label of labels) {
      expect(await valueAt(receivers[name], count(label), outage)).toBeGreaterThan(kinds.length);
      expect(await valueAt(receivers[name], count(label.replace("=", "!=")), outage)).toBeUndefined();
    }
  });

  it.each(["Prometheus", "VictoriaMetrics"] as const)(
    "%s has the values of the sender, those of the outage too",
    async (name) => {
      for (const query of compared) {
        const expected = await valueAt(sender.url, query, outage);
        expect(expected).toBeGreaterThan(0);
        await eventually(`${query} at ${outage} is ${expected}`, async () =>
          (await valueAt(receivers[name], query, outage)) === expected ? true : undefined,
        );
      }
    },
  );
});
