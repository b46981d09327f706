import { createRagTriad, type Judge } from "rag-triad";
import { bytesAfterCollection } from "./measure.ts";
import { cyclic, type BenchRequest } from "./workload.ts";

/** Memory that requests hold while they wait for their scores, and that stays when they have them. */
export interface MemoryUse {
  readonly heldBytesPerRequest: number;
  readonly rssGrowthBytes: number;
}

const heldRequests = 1_000;
const lastingRequests = 100_000;

/** Measures both, after full collections. The texts belong to the service and are not counted. */
export async function measureMemory(requests: readonly BenchRequest[]): Promise<MemoryUse> {
  return { heldBytesPerRequest: await heldBytes(requests), rssGrowthBytes: await rssGrowth(requests) };
}

async function heldBytes(requests: readonly BenchRequest[]): Promise<number> {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const triad = createRagTriad({
    pipeline: "bench",
    judges: { groundedness: waitingJudge(released) },
    maxPending: heldRequests,
    holdTimeoutMs: 600_000,
    judgeTimeoutMs: 600_000,
  });
  const serve = serviceOf(triad);
  for (let index = 0; index < 200; index++) await serve(cyclic(requests, index));
  const before = await bytesAfterCollection("heapUsed");
  const openBefore = triad.snapshot().held;
  for (let index = 0; index < heldRequests - 200; index++) await serve(cyclic(requests, index));
  const after = await bytesAfterCollection("heapUsed");
  const held = triad.snapshot().held - openBefore;
  release();
  await triad.shutdown({ timeoutMs: 30_000 });
  return (after - before) / held;
}

async function rssGrowth(requests: readonly BenchRequest[]): Promise<number> {
  const triad = createRagTriad({ pipeline: "bench", judges: { groundedness: waitingJudge(Promise.resolve()) } });
  const serve = serviceOf(triad);
  const serveMany = async (count: number) => {
    for (let index = 0; index < count; index++) {
      await serve(cyclic(requests, index));
      if (index % 500 === 499) await triad.flush({ timeoutMs: 30_000 });
    }
    await triad.flush({ timeoutMs: 30_000 });
  };
  await serveMany(20_000);
  const before = await bytesAfterCollection("rss");
  await serveMany(lastingRequests);
  const after = await bytesAfterCollection("rss");
  await triad.shutdown({ timeoutMs: 30_000 });
  return after - before;
}

function serviceOf(triad: ReturnType<typeof createRagTriad>): (request: BenchRequest) => Promise<string> {
  let current: BenchRequest;
  const retrieve = triad.wrapRetriever(async (_query: string) => current.chunks);
  const generate = triad.wrapGenerator(async (_query: string, _chunks: BenchRequest["chunks"]) => current.answer);
  return (request) => {
    current = request;
    return triad.run({ query: request.query }, async () => generate(request.query, await retrieve(request.query)));
  };
}

function waitingJudge(until: Promise<void>): Judge {
  return {
    metric: "groundedness",
    name: "waiting",
    version: "1",
    thresholds: { warning: 0.5, page: 0.4 },
    judge: async () => {
      await until;
      return { outcome: { score: 0.9 }, judge: "waiting/1" };
    },
  };
}
