// A service on rag-triad/sdk that completes REQUESTS requests at once, whose judges take JUDGE_MS, and then waits for its
// end as ENDING says. The tests send signals and look at what its receiver and its last scrape got.
import { setTimeout as sleep } from "node:timers/promises";
import { createRagTriad, triadMetrics, type JudgeSet } from "../../src/index.ts";
import { startRagTelemetry } from "../../src/sdk/index.ts";

const text = (name: string): string => process.env[name] ?? "";
const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

const telemetry = startRagTelemetry({
  serviceName: "ends",
  prometheus: { port: 0 },
  otlp: { url: text("RECEIVER_URL") },
  shutdownTimeoutMs: number("SHUTDOWN_TIMEOUT_MS", 10_000),
  finalScrapeGraceMs: number("GRACE_MS", 0),
});
await telemetry.ready;

const judges: JudgeSet = Object.fromEntries(
  triadMetrics.map((metric) => [
    metric,
    {
      metric,
      name: "slow",
      version: "1",
      thresholds: { warning: 0.8, page: 0.7 },
      async judge(_interaction, { signal }) {
        await sleep(number("JUDGE_MS", 0), undefined, { signal, ref: false });
        return { outcome: { score: 0.9 }, judge: "slow/1" };
      },
    } satisfies JudgeSet[string],
  ]),
);
const triad = telemetry.register(
  createRagTriad({
    pipeline: "ends",
    judges,
    concurrency: 200,
    holdTimeoutMs: 60_000,
    judgeTimeoutMs: 120_000,
    scoreTarget: text("SCORE_TARGET") === "link" ? "link" : "hold",
  }),
);
const retrieve = triad.wrapRetriever(async (query: string) => [{ id: "a", text: `About ${query}.` }]);
const generate = triad.wrapGenerator(async function* (query: string) {
  yield "It is about ";
  yield query;
});

async function ask(query: string): Promise<void> {
  await triad.run({ query }, async () => {
    await retrieve(query);
    for await (const part of generate(query)) void part;
  });
}

const handler = text("HANDLER");
if (handler !== "") {
  const onSignal = async (): Promise<void> => {
    console.log("the application's handler");
    await telemetry.shutdown();
    console.log("ends by itself");
    process.exit(7);
  };
  if (handler === "once") process.once("SIGTERM", () => void onSignal());
  else process.on("SIGTERM", () => void onSignal());
}

await Promise.all(Array.from({ length: number("REQUESTS", 100) }, (_, index) => ask(`query ${index}`)));
if (number("JUDGE_MS", 0) === 0) await triad.flush();
console.log(`metrics ${telemetry.metricsUrl}`);
console.log(`pending ${triad.snapshot().pending}`);

switch (text("ENDING")) {
  case "natural":
    break;
  case "exit":
    process.on("SIGUSR2", () => process.exit(3));
    break;
  case "throw":
    process.on("SIGUSR2", () => {
      throw new TypeError("a fault of the application");
    });
    break;
  default:
}
if (text("ENDING") !== "natural") setInterval(() => undefined, 60_000);
