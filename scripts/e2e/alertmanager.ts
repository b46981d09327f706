import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-port.ts";
import { makeFolder, removeFolder } from "./living.ts";
import { startProgram } from "./start-program.ts";

/** An alert as Alertmanager has it. */
export interface KnownAlert {
  readonly labels: Readonly<Record<string, string>>;
  /** `unprocessed` until the first look, then `active` or, silenced by another one, `suppressed`. */
  readonly state: string;
  /** Fingerprints of the alerts that silence it. */
  readonly inhibitedBy: readonly string[];
  readonly fingerprint: string;
}

/** A real Alertmanager with a data folder of its own. */
export interface RunningAlertmanager {
  readonly url: string;
  /** `host:port`. */
  readonly address: string;
  alerts(): Promise<readonly KnownAlert[]>;
  /** Raises alerts, as Prometheus does. */
  raise(alerts: readonly { readonly labels: object; readonly annotations?: object }[]): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Alertmanager on a free port of 127.0.0.1, alone and in no cluster, and waits until it is ready. */
export async function startAlertmanager(command: string, config: object): Promise<RunningAlertmanager> {
  const folder = await makeFolder("rag-triad-alertmanager-");
  const configFile = join(folder, "alertmanager.yml");
  // JSON is YAML.
  await writeFile(configFile, JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  const program = startProgram(command, [
    `--config.file=${configFile}`,
    `--storage.path=${join(folder, "data")}`,
    `--web.listen-address=${address}`,
    // Else it listens for a cluster on 0.0.0.0:9094.
    "--cluster.listen-address=",
  ]);

  async function alerts(): Promise<readonly KnownAlert[]> {
    const body = (await (await fetch(`${url}/api/v2/alerts`)).json()) as readonly {
      readonly labels: Record<string, string>;
      readonly fingerprint: string;
      readonly status: { readonly state: string; readonly inhibitedBy: readonly string[] };
    }[];
    return body.map(({ labels, fingerprint, status }) => ({ labels, fingerprint, ...status }));
  }

  async function raise(raised: readonly object[]): Promise<void> {
    const response = await fetch(`${url}/api/v2/alerts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(raised),
    });
    if (!response.ok) throw new Error(`Alertmanager refuses the alerts: ${await response.text()}`);
  }

  async function stop(): Promise<void> {
    await program.stop();
    await removeFolder(folder);
  }

  try {
    const ready = eventually("Alertmanager is ready", async () =>
      (await fetch(`${url}/-/ready`)).ok || program.hasEnded() ? true : undefined,
    );
    await Promise.race([ready, program.exited]);
    if (program.hasEnded()) throw new Error(`Alertmanager has ended:\n${program.stderr()}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, address, alerts, raise, stop };
}
