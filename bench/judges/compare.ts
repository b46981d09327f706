import type { Interaction } from "rag-triad";
import { quantileOf } from "../measure.ts";
import type { Instant } from "./instant.ts";
import type { RecordedCalls } from "./recorded-calls.ts";

const warmUpRounds = 4;
const rounds = 12;

/**
 * Milliseconds for one interaction, medians over rounds: judged, and only the same calls made by hand. Of the process's CPU
 * time, which a busy machine does not stretch.
 */
export interface Overhead {
  readonly judgedMs: number;
  readonly byHandMs: number;
  readonly addedMs: number;
  readonly ratio: number;
}

/** An interaction, with what judging it asks for. */
export interface Prepared {
  readonly interaction: Interaction;
  readonly calls: RecordedCalls;
}

/** Both ways to treat an interaction. */
export interface Ways {
  /** Run before each round. */
  readonly prepare?: () => void;
  readonly judged: (prepared: Prepared) => Promise<unknown>;
  readonly byHand: (prepared: Prepared) => Promise<unknown>;
}

/** Times both ways in turn, one interaction after the other, in one process. */
export async function compare(all: readonly Prepared[], instant: Instant, ways: Ways): Promise<Overhead> {
  const times = { judged: [] as number[], byHand: [] as number[] };
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const way of round % 2 === 0 ? (["judged", "byHand"] as const) : (["byHand", "judged"] as const)) {
      ways.prepare?.();
      const before = process.cpuUsage();
      for (const prepared of all) {
        instant.answerAs(prepared.calls);
        await ways[way](prepared);
      }
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) times[way].push((user + system) / 1_000 / all.length);
    }
  }
  const [judgedMs, byHandMs] = [quantileOf(times.judged, 0.5), quantileOf(times.byHand, 0.5)];
  return { judgedMs, byHandMs, addedMs: judgedMs - byHandMs, ratio: judgedMs / byHandMs };
}
