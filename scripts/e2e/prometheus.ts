import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-port.ts";
import { makeFolder, removeFolder } from "./living.ts";
import { startProgram } from "./start-program.ts";

/** One series of an instant query's result. */
export interface QueriedSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A rule as Prometheus sees it. */
export interface LoadedRule {
  readonly name: string;
  readonly health: string;
  readonly lastError?: string;
}

/** A real Prometheus with a data folder of its own. */
export interface RunningPrometheus {
  readonly url: string;
  /** The result of an instant query, at a time in seconds since the epoch, else now. */
  query(expression: string, time?: number): Promise<readonly QueriedSample[]>;
  /** The one value of a query that has one series; `undefined` when it has none. */
  value(expression: string, time?: number): Promise<number | undefined>;
  /** All rules that are loaded. */
  rules(): Promise<readonly LoadedRule[]>;
  stop(): Promise<void>;
}

/** What Prometheus is started with. */
export interface PrometheusSettings {
  /** The configuration, as prometheus.yml would have it. */
  readonly config: object;
  /** Further flags. */
  readonly flags?: readonly string[];
  /** A data folder that is there already and stays; else a new one that goes when it stops. */
  readonly dataFolder?: string;
}

/** Starts Prometheus on a free port of 127.0.0.1 and waits until it is ready. */
export async function startPrometheus(
  command: string,
  { config, flags = [], dataFolder }: PrometheusSettings,
): Promise<RunningPrometheus> {
  const folder = await makeFolder("rag-triad-prometheus-");
  const configFile = join(folder, "prometheus.yml");
  // JSON is YAML.
  await writeFile(configFile, JSON.stringify(config));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = startProgram(command, [
    `--config.file=${configFile}`,
    `--storage.tsdb.path=${dataFolder ?? join(folder, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
    ...flags,
  ]);

  async function get<T>(path: string): Promise<T> {
    const response = await fetch(`${url}${path}`);
    const body = (await response.json()) as { readonly error?: string; readonly data?: T };
    if (body.data === undefined) throw new Error(`${path}: ${body.error}`);
    return body.data;
  }

  async function query(expression: string, time?: number): Promise<readonly QueriedSample[]> {
    const parameters = new URLSearchParams({
      query: expression,
      ...(time === undefined ? {} : { time: String(time) }),
    });
    const { result } = await get<{
      readonly result: readonly {
        readonly metric: Record<string, string>;
        readonly value: readonly [number, string];
      }[];
    }>(`/api/v1/query?${parameters.toString()}`);
    return result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
  }

  async function value(expression: string, time?: number): Promise<number | undefined> {
    const samples = await query(expression, time);
    if (samples.length > 1) throw new Error(`${expression} has ${samples.length} series.`);
    return samples[0]?.value;
  }

  async function rules(): Promise<readonly LoadedRule[]> {
    const { groups } = await get<{ readonly groups: readonly { readonly rules: readonly LoadedRule[] }[] }>(
      "/api/v1/rules",
    );
    return groups.flatMap((group) => group.rules);
  }

  async function stop(): Promise<void> {
    await program.stop();
    await removeFolder(folder);
  }

  try {
    const ready = eventually("Prometheus is ready", async () =>
      (await fetch(`${url}/-/ready`)).ok || program.hasEnded() ? true : undefined,
    );
    await Promise.race([ready, program.exited]);
    if (program.hasEnded()) throw new Error(`Prometheus has ended:\n${program.stderr()}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, query, value, rules, stop };
}
