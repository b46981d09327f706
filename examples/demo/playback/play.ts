import type { RagTriad } from "rag-triad";
import type { CorruptionKind } from "../corruption/corrupt.ts";
import type { Line } from "../../../src/cli/score/line-splitter.ts";
import type { LatencyPairs } from "../measure/added-latency.ts";
import { readLines } from "./lines.ts";
import { readRecorded, type Recorded } from "./recorded.ts";
import type { RecordedPipeline } from "./recorded-pipeline.ts";

/** What a playback is told of while it goes on. */
export interface PlaybackListener {
  /** Before an interaction is played; its evaluation follows under the same request id. */
  readonly onPlayed: (requestId: string, recorded: Recorded) => void;
  readonly onCorrupted: (requestId: string, kind: CorruptionKind) => void;
  /** A line that is no interaction. It is skipped. */
  readonly onBadLine: (number: number, problem: string) => void;
}

/** What a playback did. */
export interface PlaybackReport {
  readonly played: number;
  readonly badLines: number;
  /** Milliseconds of the same interactions through the bare and the wrapped functions, of the first ones. */
  readonly latency: LatencyPairs;
}

/** So many may wait for their judge; reading goes on when fewer do. Far below the triad's own bound: nothing is dropped. */
const mostPending = 64;

/** Plays a file through the wrapped pipeline, one interaction after the other, holding none but those that wait for their judge. */
export async function play(
  path: string,
  {
    triad,
    pipeline,
    latencyPairs,
    listener,
  }: { triad: RagTriad; pipeline: RecordedPipeline; latencyPairs: number; listener: PlaybackListener },
): Promise<PlaybackReport> {
  const retrieve = triad.wrapRetriever(pipeline.retrieve, { dataSourceId: "recording" });
  const generate = triad.wrapGenerator(pipeline.generate, {
    readInput: ([recorded]) => (recorded.query === null ? {} : { query: recorded.query }),
  });
  const latency: { bare: number[]; wrapped: number[] } = { bare: [], wrapped: [] };
  let played = 0;
  let badLines = 0;

  async function playWrapped(recorded: Recorded): Promise<void> {
    const parts = await triad.run({ query: recorded.query }, async (request) => {
      listener.onPlayed(request.id, recorded);
      if (recorded.chunks !== undefined) await retrieve(recorded);
      return generate(recorded, (kind) => listener.onCorrupted(request.id, kind));
    });
    await readToEnd(parts);
  }

  async function playBare(recorded: Recorded): Promise<void> {
    if (recorded.chunks !== undefined) await pipeline.retrieve(recorded);
    await readToEnd(pipeline.generate(recorded));
  }

  for await (const line of readLines(path)) {
    const recorded = readLine(line);
    if ("problem" in recorded) {
      badLines++;
      listener.onBadLine(line.number, recorded.problem);
      continue;
    }
    if (played < latencyPairs) latency.bare.push(await timed(() => playBare(recorded)));
    const wrapped = await timed(() => playWrapped(recorded));
    if (played < latencyPairs) latency.wrapped.push(wrapped);
    played++;
    while (triad.snapshot().pending > mostPending) await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return { played, badLines, latency };
}

function readLine(line: Line): Recorded | { readonly problem: string } {
  if ("problem" in line) return line;
  try {
    return readRecorded(line.text, line.number);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

async function readToEnd(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const part of parts) void part;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
