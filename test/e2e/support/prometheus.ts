import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../../../scripts/e2e/eventually.ts";
import { freePort } from "../../../scripts/e2e/free-port.ts";
import { startProgram } from "../../../scripts/e2e/start-program.ts";

/** One series of an instant query's result. */
export interface QueriedSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A real Prometheus with a data folder of its own. */
export interface RunningPrometheus {
  readonly url: string;
  /** The result of an instant query, at a time in seconds since the epoch, else now. */
  query(expression: string, time?: number): Promise<readonly QueriedSample[]>;
  /** The one value of a query that has one series; `undefined` when it has none. */
  value(expression: string, time?: number): Promise<number | undefined>;
  stop(): Promise<void>;
}

/**
 * Starts Prometheus on a free port, scraping one address (`host:port`) every second, if any. It takes remote write at
 * `/api/v1/write` when `receivesRemoteWrite` is set, and evaluates the rules of `ruleFiles`.
 */
export async function startPrometheus(
  command: string,
  target: string | undefined,
  options: { readonly receivesRemoteWrite?: boolean; readonly ruleFiles?: readonly string[] } = {},
): Promise<RunningPrometheus> {
  const folder = await mkdtemp(join(tmpdir(), "rag-triad-prometheus-"));
  const configFile = join(folder, "prometheus.yml");
  const config = {
    global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
    rule_files: options.ruleFiles ?? [],
    scrape_configs: target === undefined ? [] : [{ job_name: "demo", static_configs: [{ targets: [target] }] }],
  };
  // JSON is YAML.
  await writeFile(configFile, JSON.stringify(config));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = startProgram(command, [
    `--config.file=${configFile}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
    ...(options.receivesRemoteWrite === true ? ["--web.enable-remote-write-receiver"] : []),
  ]);

  async function query(expression: string, time?: number): Promise<readonly QueriedSample[]> {
    const parameters = new URLSearchParams({
      query: expression,
      ...(time === undefined ? {} : { time: String(time) }),
    });
    const response = await fetch(`${url}/api/v1/query?${parameters.toString()}`);
    const body = (await response.json()) as {
      readonly error?: string;
      readonly data?: {
        readonly result: readonly {
          readonly metric: Record<string, string>;
          readonly value: readonly [number, string];
        }[];
      };
    };
    if (body.data === undefined) throw new Error(`${expression}: ${body.error}`);
    return body.data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
  }

  async function value(expression: string, time?: number): Promise<number | undefined> {
    const samples = await query(expression, time);
    if (samples.length > 1) throw new Error(`${expression} has ${samples.length} series.`);
    return samples[0]?.value;
  }

  async function stop(): Promise<void> {
    await program.stop();
    await rm(folder, { recursive: true, force: true });
  }

  try {
    await eventually(`Prometheus is ready\n${program.stderr()}`, async () =>
      (await fetch(`${url}/-/ready`)).ok ? true : undefined,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, query, value, stop };
}
