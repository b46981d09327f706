import type { WarningCode } from "../../core/events.ts";
import type { JudgeSet } from "../../core/judge.ts";
import { embeddedJudges } from "../../judge/embedded/embedded-judges.ts";
import { createSystemClock } from "../../node/system-clock.ts";
import { createWorkerExecutor } from "../../node/worker-executor.ts";
import { createJudgeScorer } from "./judge-scorer.ts";
import type { ScoreOptions } from "./score-options.ts";
import type { Scorer } from "./scorer.ts";

const judgeSets: Readonly<Record<ScoreOptions["judge"], () => JudgeSet>> = { embedded: embeddedJudges };

/** While a worker judges one interaction, its next one waits here. */
const interactionsPerWorker = 2;

/** Far more than the longest interaction within the limits takes. */
const judgeTimeoutMs = 60_000;

/** The scorer that the options ask for, on worker threads. `warn` is told of threads that die or do not start. */
export function startScorer(
  { judge, workers }: Pick<ScoreOptions, "judge" | "workers">,
  warn: (code: WarningCode, message: string) => void,
): Scorer {
  const clock = createSystemClock();
  return createJudgeScorer({
    judges: judgeSets[judge](),
    executor: createWorkerExecutor({ clock, workers, warn }),
    clock,
    concurrency: workers * interactionsPerWorker,
    timeoutMs: judgeTimeoutMs,
    warn,
  });
}
