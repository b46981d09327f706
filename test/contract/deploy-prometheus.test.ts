import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { unknownUses } from "../../scripts/promql/known-metrics.ts";
import { remoteWriteProblems, type PrometheusConfig } from "./deploy/prometheus-config.ts";
import { shippedText, yamlOf } from "./deploy/shipped-text.ts";
import { root } from "./lint-fixtures.ts";

const path = "prometheus/prometheus.yml";
const text = shippedText(path);
const config = yamlOf<PrometheusConfig>(text);

test("remote write sends all that is ours but buckets, and nothing else", () => {
  expect(config.remote_write).toHaveLength(1);
  for (const { write_relabel_configs } of config.remote_write)
    expect(remoteWriteProblems(write_relabel_configs)).toEqual([]);
});

test("it loads every rule file and the shipped targets", () => {
  const found = (patterns: readonly string[]): string[] =>
    patterns.flatMap((pattern) => globSync(join(dirname(path), pattern), { cwd: root })).sort();
  expect(found(config.rule_files)).toEqual(globSync("prometheus/rules/*", { cwd: root }).sort());
  const targets = config.scrape_configs.flatMap(({ file_sd_configs = [] }) =>
    file_sd_configs.flatMap(({ files }) => files),
  );
  expect(found(targets)).toEqual(["prometheus/targets/rag.yml"]);
});

test("the series that it writes elsewhere say whose they are", () => {
  expect(Object.keys(config.global.external_labels)).not.toEqual([]);
});

test("no service is scraped until one is named", () => {
  expect(yamlOf(shippedText("prometheus/targets/rag.yml"))).toEqual([]);
});

test("the example of targets is what Prometheus reads", () => {
  const example = shippedText("prometheus/targets/rag.yml")
    .match(/^# {3}.+$/gm)
    ?.map((line) => line.slice(1));
  expect(yamlOf(example?.join("\n") ?? "")).toEqual([
    { labels: { job: "support-bot" }, targets: ["support-bot-1:9464", "support-bot-2:9464"] },
  ]);
});

test("the queries of docs/long-term-storage.md ask for what is there", () => {
  const queries = [...shippedText("docs/long-term-storage.md").matchAll(/```promql\n([^`]+)```/g)];
  expect(queries).toHaveLength(2);
  const uses = queries.map(([, expression = ""]) => ({ place: "docs/long-term-storage.md", expression }));
  const own = ["highest_timestamp_in_seconds", "queue_highest_sent_timestamp_seconds"];
  const metrics = own.map((name) => `prometheus_remote_storage_${name}`);
  expect(unknownUses(uses, { metrics, labels: ["remote_name", "url"] })).toEqual([]);
});

describe("the check of remote write bites", () => {
  test.each<[problem: string, right: string, wrong: string]>([
    ["rag_groundedness_bucket goes", "_(sum|count|total)", "_(sum|count|total|bucket)"],
    ["rag_criteria_polite_bucket goes", "rag_.+|gen_ai_retrieval_duration)_(sum|count|total)", "rag_.+)"],
    ["rag_groundedness_sum stays", "(sum|count|total)", "(count|total)"],
    ["rag_requests_total stays", "(sum|count|total)", "(sum|count)"],
    ["gen_ai_retrieval_duration_count stays", "|gen_ai_retrieval_duration", ""],
    ["slice:rag_score:mean1d stays", "slice|intent", "intent"],
    ["rag:score_threshold:value stays", "pipeline|rag)", "pipeline)"],
    ["rag_build stays", "threshold|build", "threshold"],
    ["job:requests:rate5m goes", "(slice|intent|pipeline|rag):.+", ".+:.+"],
    ["http_server_request_duration_seconds_count goes", "(rag_.+|gen_ai_retrieval_duration)_", ".+_"],
    ["ALERTS of rag-quality stays", "|ALERTS;rag-quality", ""],
    ["ALERTS of database goes", "ALERTS;rag-quality", "ALERTS;.*"],
    ["up goes", "action: keep", "action: labelkeep"],
    ["intent:rag_score:mean15m stays", "action: keep", "action: drop"],
  ])("%s", (problem, right, wrong) => {
    expect(text).toContain(right);
    const broken = yamlOf<PrometheusConfig>(text.replace(right, wrong));
    expect(remoteWriteProblems(broken.remote_write[0]?.write_relabel_configs ?? [])).toContain(problem);
  });
});
