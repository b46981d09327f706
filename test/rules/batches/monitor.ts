import type { Batch } from "../batch.ts";
import { judgingStories } from "./monitor/judgings.ts";
import { judgeStories } from "./monitor/judges.ts";
import { scoringStories } from "./monitor/scoring.ts";
import { seriesStories } from "./monitor/series.ts";
import { monitorCheckpoints } from "./monitor/checkpoints.ts";

/** What watches the watching. */
export const monitorBatch: Batch = {
  name: "monitor",
  meetsBorders: true,
  alerts: [
    "RagServiceAbsent",
    "RagRequestsWithoutScores",
    "RagCoverageLow",
    "RagJudgeErrors",
    "RagQueueDropping",
    "RagJudgeBudgetSpent",
    "RagJudgeCanariesFailing",
    "RagThresholdsMissing",
    "RagThresholdMismatch",
    "RagScoreSumNotFinite",
    "RagLabelOverflow",
    "RagSliceOther",
    "RagWatchdog",
  ],
  evaluation: "1m",
  checkpoints: monitorCheckpoints,
  stories: [...scoringStories(), ...judgeStories(), ...seriesStories()],
};

/** What judges do, also where no outcome shows it: few rules, so that many stories are told fast. */
export const judgingBatch: Batch = {
  name: "judgings",
  meetsBorders: true,
  alerts: ["RagRequestsWithoutScores", "RagCoverageLow", "RagJudgeErrors", "RagJudgeBudgetSpent"],
  evaluation: "1m",
  checkpoints: monitorCheckpoints,
  stories: judgingStories(),
};
