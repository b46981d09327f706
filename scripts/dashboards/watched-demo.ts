import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startService, type ServiceProcess } from "../../examples/demo/incident/service.ts";
import { startTraffic } from "../../examples/demo/incident/traffic.ts";
import { demoQueries } from "../../examples/demo/queries.ts";
import { startPrometheus, type RunningPrometheus } from "../e2e/prometheus.ts";
import { root } from "../run-step.ts";

/** The demo's service with users, scraped by a Prometheus that evaluates the shipped rules and serves the dashboards. */
export interface WatchedDemo {
  readonly service: ServiceProcess;
  readonly prometheus: RunningPrometheus;
  /** The address of the page that shows a dashboard. */
  pageUrl(parameters: Readonly<Record<string, string>>): string;
  stop(): Promise<void>;
}

/** The job that the service is scraped as. */
export const watchedJob = "rag-demo";

/** What the rules are made from: an objective and a baseline, so that what depends on them has data. */
const config = {
  alerting: {
    services: [watchedJob],
    objectives: { groundedness: 0.95, context_relevance: 0.95, answer_relevance: 0.95 },
    baselineModelVersion: "extractive-1",
  },
};

/** Starts it all, with seconds for minutes (`rag-triad rules --profile e2e`) and so many requests a second. */
export async function startWatchedDemo(prometheus: string, perSecond: number): Promise<WatchedDemo> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), "rag-triad-dashboards-"));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    const configFile = join(folder, "rag-triad.config.json");
    await writeFile(configFile, JSON.stringify(config));
    const flags = ["--config", configFile, "--out", folder, "--profile", "e2e", "--no-dashboards"];
    await promisify(execFile)(process.execPath, [join(root, "src/cli/bin.ts"), "rules", ...flags]);
    const service = await startService();
    stops.push(() => service.stop());
    const scraping = await startPrometheus(prometheus, {
      config: {
        global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
        rule_files: [join(folder, "prometheus", "rules", "*.yml")],
        scrape_configs: [{ job_name: watchedJob, static_configs: [{ targets: [service.metricsAddress] }] }],
      },
      flags: [`--web.user-assets=${join(root, "grafana")}`],
    });
    stops.push(() => scraping.stop());
    const traffic = startTraffic(service.url, demoQueries, perSecond);
    // A request that was under way when the service ended has failed: nobody waits for it here.
    stops.push(() => traffic.stop().catch(() => {}));
    return {
      service,
      prometheus: scraping,
      pageUrl: (parameters) => `${scraping.url}/user/page/?${new URLSearchParams(parameters).toString()}`,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
