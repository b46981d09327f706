import type { Clock } from "../core/clock.ts";
import type { Interaction } from "../core/interaction.ts";
import type { Judge } from "../core/judge.ts";
import type { MetricId } from "../core/metric.ts";
import { onAbort } from "../core/on-abort.ts";
import type { MetricResults } from "../core/scoring-job.ts";
import type { AskElsewhere } from "./ask-judge.ts";
import { workerKey, type CpuScoring } from "./cpu-scoring.ts";

/** Members of one worker module that go to a worker together, one a metric, so that they share its reading of the interaction. */
interface Batch {
  readonly key: string;
  readonly interaction: Interaction;
  readonly members: Map<MetricId, Judge>;
  readonly abort: AbortController;
  /** Members that somebody waits for. */
  waiting: number;
  readonly results: Promise<MetricResults | undefined>;
}

/**
 * Creates the way members of combined judges get to the executor. Those that are asked in one turn of the event loop go
 * as one task; it is ended when nobody waits for any of them.
 */
export function createMemberBatches(score: CpuScoring, clock: Clock): AskElsewhere {
  const open = new Set<Batch>();

  function begin(interaction: Interaction, key: string): Batch {
    const abort = new AbortController();
    const members = new Map<MetricId, Judge>();
    const results = new Promise<void>((resolve) => void clock.schedule(resolve, 0)).then(() => {
      open.delete(batch);
      return score(interaction, [...members.values()], abort.signal);
    });
    const batch: Batch = { key, interaction, members, abort, waiting: 0, results };
    open.add(batch);
    return batch;
  }

  return async (judge, interaction, signal) => {
    const { metric } = judge;
    const key = workerKey(judge);
    const batch =
      [...open].find(
        (known) =>
          known.key === key &&
          known.interaction === interaction &&
          !known.members.has(metric) &&
          !known.abort.signal.aborted,
      ) ?? begin(interaction, key);
    batch.members.set(metric, judge);
    batch.waiting++;
    const stop = onAbort(signal, () => {
      batch.waiting--;
      if (batch.waiting === 0) batch.abort.abort(signal.reason);
    });
    try {
      return (await batch.results)?.[metric];
    } finally {
      stop();
    }
  };
}
