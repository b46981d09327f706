import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { collectorBinary } from "../../../scripts/collector/binary.ts";
import { goProblem, howToGetGo, installedGo } from "../../../scripts/collector/go.ts";
import { eventually } from "../../../scripts/e2e/eventually.ts";
import { freePort } from "../../../scripts/e2e/free-port.ts";
import { startProgram } from "../../../scripts/e2e/start-program.ts";

/** A configuration that is shipped in otel-collector/. */
export type ShippedConfig = "gateway.yaml" | "gateway-persistent.yaml" | "agent.yaml" | "agent-load-balancing.yaml";

/** A running Collector. */
export interface RunningCollector {
  /** The OTLP/HTTP base address. */
  readonly url: string;
  /** The OTLP/gRPC address, `host:port`. */
  readonly grpcAddress: string;
  /** What it logs. */
  log(): string;
  /** The sum of one of its own metrics over all series, or over those with a label (`sampled="true"`); 0 without any. */
  ownMetric(name: string, label?: string): Promise<number>;
  /** Ends it; returns the signal that did, `null` when it ended by itself on SIGTERM. */
  stop(): Promise<NodeJS.Signals | null>;
}

/** Where a shipped configuration is. */
export function shippedConfig(name: ShippedConfig): string {
  return fileURLToPath(new URL(`../../../otel-collector/${name}`, import.meta.url));
}

/**
 * The Collector that scripts/collector/build.ts has built, or `undefined`, with a word on stderr, so that its tests are
 * skipped. Without Go that is so even with RAG_TRIAD_REQUIRE_E2E=1; with it, a missing Collector is then an error.
 */
export function requiredCollector(): string | undefined {
  const binary = collectorBinary();
  if (existsSync(binary)) return binary;
  const noGo = goProblem(installedGo());
  const problem =
    noGo === undefined
      ? "The Collector is not built: run node scripts/collector/build.ts, as npm test does."
      : `The Collector is not built: ${noGo}. ${howToGetGo}.`;
  if (noGo === undefined && process.env["RAG_TRIAD_REQUIRE_E2E"] === "1") throw new Error(problem);
  process.stderr.write(`\nSKIPPED, the end-to-end tests of the Collector: ${problem}\n`);
  return undefined;
}

/**
 * Starts the Collector with shipped configurations as they are. Only addresses are replaced, by another configuration,
 * and what `overrides` has; `env` sets the variables that the configurations read.
 */
export async function startCollector(
  command: string,
  configs: readonly ShippedConfig[],
  options: { readonly env?: Readonly<Record<string, string>>; readonly overrides?: object } = {},
): Promise<RunningCollector> {
  const folder = await mkdtemp(join(tmpdir(), "rag-triad-collector-"));
  const [grpc, http, health, own] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const addresses = {
    receivers: {
      otlp: { protocols: { grpc: { endpoint: `127.0.0.1:${grpc}` }, http: { endpoint: `127.0.0.1:${http}` } } },
    },
    extensions: { health_check: { endpoint: `127.0.0.1:${health}` } },
    service: {
      telemetry: { metrics: { readers: [{ pull: { exporter: { prometheus: { host: "127.0.0.1", port: own } } } }] } },
    },
  };
  const files = [join(folder, "addresses.yaml"), join(folder, "overrides.yaml")] as const;
  // JSON is YAML.
  await writeFile(files[0], JSON.stringify(addresses));
  await writeFile(files[1], JSON.stringify(options.overrides ?? {}));
  const args = [...configs.map(shippedConfig), ...files].flatMap((file) => ["--config", file]);
  const program = startProgram(command, args, { ...(options.env === undefined ? {} : { env: options.env }) });

  async function ownMetric(name: string, label = ""): Promise<number> {
    const page = await (await fetch(`http://127.0.0.1:${own}/metrics`)).text();
    const lines = page.split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    const values = lines.filter((line) => line.includes(label));
    return values.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
  }

  async function stop(): Promise<NodeJS.Signals | null> {
    const { signal } = await program.stop();
    await rm(folder, { recursive: true, force: true });
    return signal;
  }

  try {
    await eventually("the Collector is ready", async () => {
      if (program.hasEnded()) return "ended" as const;
      return (await fetch(`http://127.0.0.1:${health}/`)).ok ? ("ready" as const) : undefined;
    });
    if (program.hasEnded()) throw new Error(`The Collector ended:\n${program.stderr()}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${http}`,
    grpcAddress: `127.0.0.1:${grpc}`,
    log: () => program.stderr(),
    ownMetric,
    stop,
  };
}
