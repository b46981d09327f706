import { startPrometheus as start, type RunningPrometheus } from "../../../scripts/e2e/prometheus.ts";

/**
 * Starts Prometheus on a free port, scraping one address (`host:port`) every second, if any. It takes remote write at
 * `/api/v1/write` when `receivesRemoteWrite` is set, and evaluates the rules of `ruleFiles`.
 */
export function startPrometheus(
  command: string,
  target: string | undefined,
  options: { readonly receivesRemoteWrite?: boolean; readonly ruleFiles?: readonly string[] } = {},
): Promise<RunningPrometheus> {
  return start(command, {
    config: {
      global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
      rule_files: options.ruleFiles ?? [],
      scrape_configs: target === undefined ? [] : [{ job_name: "demo", static_configs: [{ targets: [target] }] }],
    },
    flags: options.receivesRemoteWrite === true ? ["--web.enable-remote-write-receiver"] : [],
  });
}
