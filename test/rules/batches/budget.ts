import type { Batch, Story } from "../batch.ts";
import { gauge } from "../service.ts";
import { burnStories, burnCheckpoints } from "./budget/burn.ts";
import { exhaustedStories } from "./budget/exhausted.ts";
import { fastStories } from "./budget/fast.ts";
import { refusalCheckpoints, refusalWaits, waitCheckpoints, waitStories } from "./budget/waits.ts";

/** An objective whose budget is a sixteenth: its multiples are exact. */
const config = { alerting: { objectives: { groundedness: 0.9375 }, baselineModelVersion: "v1" } };

const increments = ["pipeline:rag_scored:increase5m", "pipeline:rag_violations:increase5m"];

/** An objective that another file has left behind: the stricter one holds. So many samples of it. */
function laxObjective(samples: number): Story {
  const labels = { rag_metric: "groundedness", source: "another-file" };
  return { job: "lax-objective", series: [gauge("rag:slo_objective:ratio", labels, 0.5, samples)] };
}

/** Error budgets, and how long alerts wait. */
export const budgetBatches: readonly Batch[] = [
  ...burnStories().map((stories, index) => ({
    name: `burn rates over days, ${index + 1}`,
    config,
    alerts: ["RagErrorBudgetBurn"],
    given: [...increments, "intent:rag_score:mean15m", "pipeline:rag_score:mean15m"],
    interval: "5m",
    evaluation: "30m",
    checkpoints: burnCheckpoints,
    stories: [...stories, laxObjective(3500)],
  })),
  {
    name: "burn rates over an hour, from the counters",
    meetsBorders: true,
    config,
    alerts: ["RagErrorBudgetBurn"],
    evaluation: "1m",
    checkpoints: ["118m", "170m", "185m"],
    stories: [...fastStories(), laxObjective(186)],
  },
  {
    name: "28 days",
    config,
    alerts: ["RagErrorBudgetExhausted"],
    given: ["pipeline:rag_scored:increase30m", "pipeline:rag_violations:increase30m", "pipeline:rag_score:mean15m"],
    interval: "30m",
    evaluation: "12h",
    checkpoints: [19, 22, 27, 30].map((day) => `${day * 24}h`),
    stories: [...exhaustedStories(), laxObjective(31 * 48)],
  },
  {
    name: "without an objective",
    alerts: ["RagErrorBudgetBurn", "RagErrorBudgetExhausted"],
    evaluation: "1m",
    checkpoints: ["118m", "170m", "185m"],
    stories: fastStories().map((story) => ({ ...story, fires: {}, results: [] })),
  },
  {
    name: "waits",
    config,
    alerts: [
      "RagErrorBudgetBurn",
      "RagErrorBudgetExhausted",
      "RagJudgeDisagreement",
      "RagGroundednessLowSlow",
      "RagGroundednessRegression",
      "RagGroundednessDrift",
      "RagContextRelevanceLowSlow",
      "RagContextRelevanceRegression",
      "RagContextRelevanceDrift",
      "RagAnswerRelevanceLowSlow",
      "RagAnswerRelevanceRegression",
      "RagAnswerRelevanceDrift",
    ],
    given: [
      "pipeline:rag_scored:increase5m",
      "pipeline:rag_scored:increase28d",
      "pipeline:rag_score_budget:remaining28d",
      ...["5m", "30m", "1h", "2h", "6h", "1d", "3d"].map((window) => `pipeline:rag_score_budget:burnrate${window}`),
      "slice:rag_score:drop1d",
      "slice:rag_score:drop_margin1d",
      "intent:rag_score:drift1d",
      "intent:rag_score:drift_margin1d",
      "intent:rag_score:mean1d",
      "intent:rag_score:mean15m",
      "pipeline:rag_score:mean15m",
      "intent:rag_score_count:increase1h",
      "intent:rag_score_count:increase1d",
      "intent:rag_refusals:ratio1h",
      "intent:rag_refusals:ratio7d",
    ],
    evaluation: "1m",
    checkpoints: waitCheckpoints,
    stories: waitStories(),
  },
  {
    name: "waits of refusals",
    alerts: ["RagRefusalShareHigh"],
    given: [
      "intent:rag_score:mean15m",
      "intent:rag_refusals:ratio1h",
      "intent:rag_refusals:ratio7d",
      "intent:rag_requests:increase1h",
      "intent:rag_requests:increase7d",
    ],
    interval: "5m",
    evaluation: "5m",
    checkpoints: refusalCheckpoints,
    stories: refusalWaits(),
  },
];
