import type { Story } from "../../batch.ts";
import { budgetBurn } from "../../expected/budget.ts";
import { sliceSeries, type Phase, type Slice } from "../../service.ts";

/** Violations begin after 120 minutes. */
const breaks = 120;
const end = 186;

/** The hour's burn rate, from the counters. What two judges and two intent classes say adds up. */
export function fastStories(): readonly Story[] {
  return [burns(), tooFew(), tooLittle()];
}

function phase(minutes: number, requests: number, violations: number, page = 0): Phase {
  return {
    minutes,
    requests,
    scores: { groundedness: 0.875 },
    violations: { groundedness: { warning: violations, page } },
    diagnoses: { generation: violations },
  };
}

function placeOf(job: string) {
  return { job, rag_metric: "groundedness" };
}

/** 20 scores in 5 minutes, of which all violate: 0.9 of an hour's after 55 minutes. */
function burns(): Story {
  const job = "burns-fast";
  const slice = (more: Partial<Slice>): Slice => ({ job, intent: "faq", ...more });
  const phases = (requests: number) => [phase(breaks, requests, 0), phase(end - breaks, requests, requests)];
  return {
    job,
    series: [
      ...sliceSeries(slice({}), phases(3)),
      ...sliceSeries(slice({ intent: "how-to", judge: "llm/2" }), phases(1)),
    ],
    fires: { "185m": [budgetBurn("1h", placeOf(job), { value: "16.0", diagnoses: "generation 240," })] },
    results: [
      {
        at: "185m",
        expression: "pipeline:rag_violations:increase5m",
        samples: [
          { labels: series("pipeline:rag_violations:increase5m", job), value: 20 },
          { labels: series("pipeline:rag_violations:increase5m", "too-few"), value: 19 },
          { labels: series("pipeline:rag_violations:increase5m", "too-little"), value: 17 },
        ],
      },
      {
        at: "185m",
        expression: "pipeline:rag_scored:increase5m",
        samples: [
          { labels: series("pipeline:rag_scored:increase5m", job), value: 20 },
          { labels: series("pipeline:rag_scored:increase5m", "too-few"), value: 19 },
          { labels: series("pipeline:rag_scored:increase5m", "too-little"), value: 20 },
        ],
      },
    ],
  };
}

function series(name: string, job: string): string {
  return `${name}{job="${job}", rag_pipeline="main", rag_metric="groundedness"}`;
}

/** 19 scores in 5 minutes. */
function tooFew(): Story {
  const job = "too-few";
  return { job, series: sliceSeries({ job, intent: "faq" }, [phase(breaks, 3.8, 0), phase(end - breaks, 3.8, 3.8)]) };
}

/** 17 of 20, which all are below the page threshold too: they are counted once, and what has no score is not. */
function tooLittle(): Story {
  const job = "too-little";
  return {
    job,
    series: sliceSeries(
      { job, intent: "faq" },
      [phase(breaks, 5, 0), phase(end - breaks, 5, 3.4, 3.4)].map((each) => ({
        ...each,
        unscored: { groundedness: { unreadable: 1 } },
      })),
    ),
  };
}
