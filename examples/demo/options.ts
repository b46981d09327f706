import { parseArgs } from "node:util";

/** What the demo was asked to do. */
export interface DemoOptions {
  readonly help: boolean;
  readonly json: boolean;
  readonly serve: boolean;
  /** Whether to show the way from bad answers to the page instead. */
  readonly page: boolean;
  /** The share of answers to corrupt, in [0, 1]. */
  readonly corrupt: number;
  readonly seed: string;
  /** Requests in flight at a time. */
  readonly concurrency: number;
  /** Milliseconds between the parts of an answer. */
  readonly partDelayMs: number;
  /** Pairs of requests for the comparison of latencies; 0 leaves it out. */
  readonly latencyPairs: number;
  /** 0 is any free port. */
  readonly port: number;
  readonly metricsPort: number;
  /** A file of recorded interactions to play instead of the queries. */
  readonly interactions?: string;
}

/** Thrown for a command line that is wrong; its message is meant to be read. */
export class UsageError extends Error {}

export const usage = `Usage: npm run demo -- [options]

Starts a retrieval-augmented service over the pages in examples/demo/corpus, wraps it with rag-triad, sends it
queries of several intent classes and shows what the scores say. Needs no network, no key and no account.

  --corrupt SHARE       corrupt this share of the answers on purpose, 0 to 1 (default 0.2; 0 with --interactions):
                        a number changed, a sentence from elsewhere, a negation inserted or removed
  --seed TEXT           decides which answers are corrupted, and how (default "demo")
  --interactions FILE   play recorded interactions through the wrapped pipeline instead of the queries: JSON lines of
                        {"id", "query", "contexts": ["…"] or "chunks": [{"id", "text"}], "answer"}
  --page                show the way from bad answers to the page instead: runs Prometheus and Alertmanager, breaks the
                        service in four ways, and prints who is told what, and when; takes about two minutes
  --serve               keep the service and /metrics up after the run; Ctrl-C ends it
  --json                people's text goes to stderr, and the last line on stdout is one JSON object
  --concurrency N       requests in flight at a time, 1 to 64 (default 8)
  --part-delay-ms N     the pace at which answers are streamed, 0 to 1000 (default 2; 0 when latencies are compared)
  --latency-pairs N     requests sent to the wrapped and to the bare service to compare them, 0 to 10000 (default 1000)
  --port N              the service's port (default: any free one)
  --metrics-port N      the port of /metrics (default: any free one)
  -h, --help            this text

Spans go to the OTLP receiver named by OTEL_EXPORTER_OTLP_ENDPOINT, if there is one. The exit code is 0, 1 when the
counters on /metrics did not add up, a page was not due or something failed (programs that --page needs and that are
not there, too), and 2 for a wrong command line.
`;

/** Reads the command line. Throws a {@link UsageError} that names the option, the rule and the value. */
export function readOptions(argv: readonly string[]): DemoOptions {
  const values = parse(argv);
  const others = Object.keys(values).filter((name) => !["page", "json", "help"].includes(name));
  if (values.page === true && others.length > 0)
    throw new UsageError(`--page goes with --json alone, and not with --${others.join(", --")}.`);
  return {
    help: values.help ?? false,
    json: values.json ?? false,
    serve: values.serve ?? false,
    page: values.page ?? false,
    corrupt: number("corrupt", values.corrupt, {
      least: 0,
      most: 1,
      byDefault: values.interactions === undefined ? 0.2 : 0,
    }),
    seed: values.seed ?? "demo",
    concurrency: number("concurrency", values.concurrency, { least: 1, most: 64, byDefault: 8, whole: true }),
    partDelayMs: number("part-delay-ms", values["part-delay-ms"], { least: 0, most: 1000, byDefault: 2 }),
    latencyPairs: number("latency-pairs", values["latency-pairs"], {
      least: 0,
      most: 10_000,
      byDefault: 1000,
      whole: true,
    }),
    port: number("port", values.port, { least: 0, most: 65_535, byDefault: 0, whole: true }),
    metricsPort: number("metrics-port", values["metrics-port"], { least: 0, most: 65_535, byDefault: 0, whole: true }),
    ...(values.interactions === undefined ? {} : { interactions: values.interactions }),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: false,
      options: {
        help: { type: "boolean", short: "h" },
        json: { type: "boolean" },
        serve: { type: "boolean" },
        page: { type: "boolean" },
        corrupt: { type: "string" },
        seed: { type: "string" },
        interactions: { type: "string" },
        concurrency: { type: "string" },
        "part-delay-ms": { type: "string" },
        "latency-pairs": { type: "string" },
        port: { type: "string" },
        "metrics-port": { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

interface NumberRule {
  readonly least: number;
  readonly most: number;
  readonly byDefault: number;
  readonly whole?: boolean;
}

function number(name: string, text: string | undefined, { least, most, byDefault, whole = false }: NumberRule): number {
  if (text === undefined) return byDefault;
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most) || (whole && !Number.isInteger(value))) {
    throw new UsageError(
      `--${name} has to be a ${whole ? "whole " : ""}number from ${least} to ${most}, and not "${text}".`,
    );
  }
  return value;
}
