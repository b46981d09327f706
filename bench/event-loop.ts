import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createRagTriad, type RagTriad } from "rag-triad";
import { quantileOf } from "./measure.ts";
import { cyclic, type BenchRequest } from "./workload.ts";

const requestsPerSecond = 200;
const secondsPerRun = 4;
const warmUpSeconds = 5;
const runs = 6;
const wordsPerPart = 8;
const partIntervalMs = 4;

/**
 * p99 of the event-loop delay in milliseconds at 200 requests a second, with scoring on and off: medians over
 * interleaved runs of two services that have been up for a while.
 */
export async function measureEventLoopDelay(requests: readonly BenchRequest[]): Promise<{ on: number; off: number }> {
  const create = (sampleRatio: number) =>
    createRagTriad({ pipeline: "bench", modelVersion: "v1", intentClass: "faq", sampleRatio });
  const triads = { on: create(1), off: create(0) };
  const delays = { on: [] as number[], off: [] as number[] };
  for (const mode of ["on", "off"] as const) await serveFor(triads[mode], requests, warmUpSeconds);
  for (let run = 0; run < runs; run++) {
    for (const mode of run % 2 === 0 ? (["off", "on"] as const) : (["on", "off"] as const)) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      await serveFor(triads[mode], requests, secondsPerRun);
      delay.disable();
      await triads[mode].flush({ timeoutMs: 30_000 });
      delays[mode].push(delay.percentile(99) / 1e6);
    }
  }
  await Promise.all([triads.on.shutdown(), triads.off.shutdown()]);
  return { on: quantileOf(delays.on, 0.5), off: quantileOf(delays.off, 0.5) };
}

async function serveFor(triad: RagTriad, requests: readonly BenchRequest[], seconds: number): Promise<void> {
  const startedAt = performance.now();
  for (let sent = 0; ;) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * requestsPerSecond);
    if (due >= requestsPerSecond * seconds) return;
    while (sent < due) void serve(triad, cyclic(requests, sent++));
    await sleep(1);
  }
}

function serve(triad: RagTriad, request: BenchRequest): Promise<number> {
  const retrieve = triad.wrapRetriever(async () => request.chunks);
  // As a model streams: a few words, a pause, a few words.
  const generate = triad.wrapGenerator(async function* () {
    const words = request.answer.split(" ");
    for (let start = 0; start < words.length; start += wordsPerPart) {
      await sleep(partIntervalMs);
      yield `${words.slice(start, start + wordsPerPart).join(" ")} `;
    }
  });
  return triad.run({ query: request.query }, async () => {
    await retrieve();
    let characters = 0;
    for await (const part of generate()) characters += part.length;
    return characters;
  });
}
