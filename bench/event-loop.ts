import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createRagTriad } from "rag-triad";
import { quantileOf } from "./measure.ts";
import { cyclic, type BenchRequest } from "./workload.ts";

const requestsPerSecond = 200;
const secondsPerRun = 4;
const runs = 4;

/** p99 of the event-loop delay in milliseconds at 200 requests a second: medians over interleaved runs. */
export async function measureEventLoopDelay(requests: readonly BenchRequest[]): Promise<{ on: number; off: number }> {
  const delays = { on: [] as number[], off: [] as number[] };
  for (let run = 0; run < runs; run++) {
    for (const mode of run % 2 === 0 ? (["off", "on"] as const) : (["on", "off"] as const)) {
      delays[mode].push(await runOnce(requests, mode === "on" ? 1 : 0));
    }
  }
  return { on: quantileOf(delays.on, 0.5), off: quantileOf(delays.off, 0.5) };
}

async function runOnce(requests: readonly BenchRequest[], sampleRatio: number): Promise<number> {
  const triad = createRagTriad({ pipeline: "bench", modelVersion: "v1", intentClass: "faq", sampleRatio });
  let served = 0;
  const serve = (request: BenchRequest) => {
    const retrieve = triad.wrapRetriever(async () => request.chunks);
    const generate = triad.wrapGenerator(async function* () {
      for (const word of request.answer.split(/(?<= )/u)) yield word;
    });
    return triad.run({ query: request.query }, async () => {
      await retrieve();
      for await (const part of generate()) served += part.length;
    });
  };
  await serve(cyclic(requests, 0));
  await triad.flush({ timeoutMs: 30_000 });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const startedAt = performance.now();
  delay.enable();
  for (let sent = 0; ;) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * requestsPerSecond);
    if (due >= requestsPerSecond * secondsPerRun) break;
    while (sent < due) void serve(cyclic(requests, sent++));
    await sleep(1);
  }
  delay.disable();
  await triad.shutdown({ timeoutMs: 30_000 });
  return delay.percentile(99) / 1e6;
}
