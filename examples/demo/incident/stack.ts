import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startAlertmanager, type RunningAlertmanager } from "../../../scripts/e2e/alertmanager.ts";
import { webhookAlertmanagerConfig } from "../../../scripts/e2e/alertmanager-config.ts";
import { makeFolder, removeFolder } from "../../../scripts/e2e/living.ts";
import { startPrometheus, type RunningPrometheus } from "../../../scripts/e2e/prometheus.ts";
import { startProgram } from "../../../scripts/e2e/start-program.ts";
import { startWebhookReceiver, type Notification } from "../../../scripts/e2e/webhook-receiver.ts";
import type { AlertingPrograms } from "./programs.ts";
import { startService, type ServiceProcess } from "./service.ts";

/** The service, and all there is between it and the person on call. */
export interface Stack {
  readonly service: ServiceProcess;
  readonly prometheus: RunningPrometheus;
  readonly alertmanager: RunningAlertmanager;
  stop(): Promise<void>;
}

/** The job that the service is scraped as. */
export const job = "rag-demo";

const command = fileURLToPath(new URL("../../../src/cli/bin.ts", import.meta.url));

/**
 * Starts the service, Prometheus with the rules of `rag-triad rules --profile e2e` (the shipped ones, with seconds for
 * minutes), Alertmanager with the shipped routes and inhibition, and a receiver in place of chat and pager.
 */
export async function startStack(
  { prometheus, alertmanager }: AlertingPrograms,
  onNotification: (notification: Notification) => void,
): Promise<Stack> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  const started = <T extends { stop(): Promise<void> }>(part: T): T => {
    stops.push(() => part.stop());
    return part;
  };
  try {
    const folder = await makeFolder("rag-triad-page-");
    stops.push(() => removeFolder(folder));
    await writeRules(folder);
    const receiver = started(await startWebhookReceiver(onNotification));
    const alerting = started(await startAlertmanager(alertmanager, await webhookAlertmanagerConfig(receiver.url)));
    const service = started(await startService());
    const scraping = started(
      await startPrometheus(prometheus, {
        config: {
          global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
          alerting: { alertmanagers: [{ static_configs: [{ targets: [alerting.address] }] }] },
          rule_files: [join(folder, "prometheus", "rules", "*.yml")],
          scrape_configs: [{ job_name: job, static_configs: [{ targets: [service.metricsAddress] }] }],
        },
        // An alert sent before Prometheus has found Alertmanager is sent again soon.
        flags: ["--rules.alert.resend-delay=1s"],
      }),
    );
    return { service, prometheus: scraping, alertmanager: alerting, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function writeRules(folder: string): Promise<void> {
  const program = startProgram(process.execPath, [command, "rules", "--out", folder, "--profile", "e2e"]);
  const { code } = await program.exited;
  if (code !== 0) throw new Error(`rag-triad rules has failed:\n${program.stderr()}`);
}
