import { fileURLToPath } from "node:url";
import { startProgram, type StartedProgram } from "../../../scripts/e2e/start-program.ts";

const main = fileURLToPath(new URL("../../../examples/demo/main.ts", import.meta.url));

/** Starts the demo as it is in the source tree, over the built package. */
export function startDemo(...args: readonly string[]): StartedProgram {
  return startDemoWith({ OTEL_EXPORTER_OTLP_ENDPOINT: undefined }, ...args);
}

/** The same, with these environment variables. */
export function startDemoWith(
  env: Readonly<Record<string, string | undefined>>,
  ...args: readonly string[]
): StartedProgram {
  return startProgram(process.execPath, [main, ...args], { env });
}

/** What the demo's JSON holds; see docs and `--help`. */
export interface DemoJson {
  readonly requests: number;
  readonly scored: number;
  readonly unscoredByReason: Readonly<Record<string, number>>;
  readonly meanScores: Readonly<Record<string, number | null>>;
  readonly meanScoresByIntent: Readonly<Record<string, Readonly<Record<string, number | null>>>>;
  readonly evaluations: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly cleanVsCorruptedAuroc: number | null;
  readonly addedLatencyMs: { readonly p50: number | null; readonly p99: number | null };
  readonly groundednessByKind: Readonly<Record<string, { readonly answers: number; readonly mean: number }>>;
  readonly conservation: {
    readonly scrapes: number;
    readonly mostPending: number;
    readonly violations: readonly string[];
  };
  readonly metricsUrl: string;
  readonly askUrl: string;
  readonly badLines?: number;
}

/** What `POST /control/run` answers. */
export interface ControlRunJson extends DemoJson {
  readonly rows: readonly {
    readonly traceId: string;
    readonly quality: string | null;
    readonly intentClass: string;
    readonly corrupted: string | null;
    readonly outcomes: Readonly<Record<string, number | string>>;
  }[];
}
