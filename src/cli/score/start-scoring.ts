import type { WarningCode } from "../../core/events.ts";
import type { JudgeSet } from "../../core/judge.ts";
import { embeddedJudges } from "../../judge/embedded/embedded-judges.ts";
import { createSystemClock } from "../../node/system-clock.ts";
import { systemRandom } from "../../node/system-random.ts";
import { createWorkerExecutor } from "../../node/worker-executor.ts";
import { createJudgeScoring } from "./judge-lines.ts";
import type { ScoreOptions } from "./score-options.ts";
import type { LineScoring } from "./line-scoring.ts";

const judgeSets: Readonly<Record<ScoreOptions["judge"], () => JudgeSet>> = { embedded: embeddedJudges };

/** While a worker judges one interaction, its next one waits here. */
const interactionsPerWorker = 2;

/** Far more than the longest interaction within the limits takes. */
const judgeTimeoutMs = 60_000;

/** The scoring that the options ask for, on worker threads. `warn` is told of threads that die or do not start. */
export function startScoring(
  { judge, workers }: Pick<ScoreOptions, "judge" | "workers">,
  warn: (code: WarningCode, message: string) => void,
): LineScoring {
  const clock = createSystemClock();
  return createJudgeScoring({
    judges: judgeSets[judge](),
    executor: createWorkerExecutor({ clock, workers, warn }),
    clock,
    random: systemRandom,
    concurrency: workers * interactionsPerWorker,
    timeoutMs: judgeTimeoutMs,
    warn,
  });
}
