import { emittedMetrics, recordedMetrics } from "../../../scripts/promql/known-metrics.ts";
import { defaultContext, ruleCatalogue } from "../../../src/rules/catalogue.ts";

/** One rule of relabelling, as prometheus.yml writes it. */
export interface RelabelConfig {
  readonly source_labels?: readonly string[];
  readonly regex?: string;
  readonly action?: string;
  readonly separator?: string;
}

/** prometheus.yml, as far as it is looked at here. */
export interface PrometheusConfig {
  readonly global: {
    readonly scrape_interval: string;
    readonly scrape_timeout: string;
    readonly evaluation_interval: string;
    readonly external_labels: Readonly<Record<string, string>>;
  };
  readonly rule_files: readonly string[];
  readonly scrape_configs: readonly {
    readonly job_name: string;
    readonly sample_limit?: number;
    readonly file_sd_configs?: readonly { readonly files: readonly string[] }[];
  }[];
  readonly remote_write: readonly {
    readonly name: string;
    readonly url: string;
    readonly write_relabel_configs: readonly RelabelConfig[];
  }[];
}

/** Whether a series gets past relabelling; knows the actions `keep` and `drop`. */
export function isSent(labels: Readonly<Record<string, string>>, rules: readonly RelabelConfig[]): boolean {
  return rules.every(({ source_labels = [], regex = ".*", action = "replace", separator = ";" }) => {
    const value = source_labels.map((label) => labels[label] ?? "").join(separator);
    const matches = new RegExp(`^(?:${regex})$`, "s").test(value);
    return action === "keep" ? matches : action === "drop" ? !matches : true;
  });
}

const foreign = [
  "up",
  "ALERTS",
  "ALERTS_FOR_STATE",
  "scrape_samples_scraped",
  "process_cpu_seconds_total",
  "http_server_request_duration_seconds_count",
  "drag_race_total",
  "job:requests:rate5m",
];

/**
 * Series that go away and should not, and the other way round: buckets and what is not ours stay; everything else that
 * is emitted or recorded goes, criteria of the user's too, and the alerts of the rules.
 */
export function remoteWriteProblems(rules: readonly RelabelConfig[]): readonly string[] {
  const criterion = ["_bucket", "_sum", "_count"].map((suffix) => `rag_criteria_polite${suffix}`);
  const own = [...emittedMetrics(), ...criterion, ...recordedMetrics(ruleCatalogue(defaultContext))];
  const problem = (labels: Readonly<Record<string, string>>, goes: boolean): readonly string[] =>
    isSent(labels, rules) === goes ? [] : [`${Object.values(labels).join(" of ")} ${goes ? "stays" : "goes"}`];
  return [
    ...own.flatMap((name) => problem({ __name__: name }, !name.endsWith("_bucket"))),
    ...foreign.flatMap((name) => problem({ __name__: name }, false)),
    ...problem({ __name__: "ALERTS", component: "rag-quality" }, true),
    ...problem({ __name__: "ALERTS", component: "database" }, false),
  ];
}
