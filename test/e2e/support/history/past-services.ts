import { createRandom } from "../../../../examples/demo/corruption/random.ts";
import { embeddedThresholds } from "../../../../src/judge/embedded/thresholds.ts";
import type { PastService } from "./history.ts";
import { createServiceCounters, type CountingService, type PastRequest } from "./service-counters.ts";

/** Seconds between two looks at the counters: Prometheus's default scrape interval. */
export const stepSeconds = 60;

/** What answered so many minutes before the end of the history. */
type Life = (minutesLeft: number, score: (mean: number) => number) => readonly PastRequest[];

const groundedness = (intentClass: string, outcome: number | string, rest: Partial<PastRequest> = {}): PastRequest => ({
  intentClass,
  outcomes: { groundedness: outcome },
  ...rest,
});
const times = (count: number, request: () => PastRequest): readonly PastRequest[] =>
  Array.from({ length: count }, request);
/** Enough in a step for 15 minutes to have more than the 20 that an alert asks for. */
const enough = 3;

/** A life that begins a day and a half before the end. */
const recent =
  (life: Life): Life =>
  (minutesLeft, score) =>
    minutesLeft > 36 * 60 ? [] : life(minutesLeft, score);

/** Services whose histories end in something that has to page, or in something that must not; each in a job of its own. */
const lives: Readonly<Record<string, Life>> = {
  // Pages: one intent class of five falls to 0.6 while the mean of all stays above 0.8.
  one_of_five: (minutesLeft, score) =>
    ["a", "b", "c", "d", "e"].flatMap((intent) =>
      times(enough, () => groundedness(intent, score(intent === "c" && minutesLeft <= 10 ? 0.6 : 0.9))),
    ),
  // Pages as retrieval, not as groundedness: most answers have no context.
  empty_index: recent((minutesLeft, score) => {
    const empty = times(minutesLeft <= 14 ? 2 : 0, () => groundedness("faq", 0, { isEmpty: true }));
    return [...empty, ...times(enough - empty.length, () => groundedness("faq", score(0.9)))];
  }),
  // Warns: the new model version is worse than the baseline, by less than would page.
  worse_model: recent((_, score) =>
    ["v1", "v2"].flatMap((modelVersion) =>
      times(enough, () => groundedness("faq", score(modelVersion === "v1" ? 0.95 : 0.85), { modelVersion })),
    ),
  ),
  // None of these pages.
  judge_down: recent((minutesLeft, score) =>
    times(enough, () => groundedness("faq", minutesLeft <= 60 ? "judge_error" : score(0.9))),
  ),
  traffic_stops: recent((minutesLeft, score) =>
    times(minutesLeft <= 40 ? 0 : enough, () => groundedness("faq", score(0.9))),
  ),
  ten_bad_at_night: recent((minutesLeft) =>
    minutesLeft <= 10 && minutesLeft > 0
      ? times(1, () => groundedness("faq", 0.1))
      : times(minutesLeft % 60 === 0 ? 1 : 0, () => groundedness("faq", 0.9)),
  ),
  deploy: recent((minutesLeft, score) =>
    times(enough, () => groundedness("faq", score(0.9), { modelVersion: minutesLeft <= 20 ? "v2" : "v1" })),
  ),
  // 0.73 would page by the thresholds of the embedded judge, and does not by those of other judges.
  fallback_judge: recent((minutesLeft, score) =>
    times(enough, () =>
      minutesLeft <= 30 ? groundedness("faq", score(0.73), { judge: "gpt/1" }) : groundedness("faq", score(0.9)),
    ),
  ),
  at_the_threshold: recent(() => times(enough, () => groundedness("faq", embeddedThresholds.groundedness.page))),
};

/** All of them. */
export function pastServices(): readonly PastService[] {
  return [...Object.entries(lives).map(([job, life]) => living({ job }, life)), ...restarting()];
}

/** Two instances of a healthy service, one of which restarts every few hours, the last time ten minutes ago. */
function restarting(): readonly PastService[] {
  const healthy = recent((_, score) => times(enough, () => groundedness("faq", score(0.9))));
  const [steady, unsteady] = ["a:1", "b:1"].map((instance) => living({ job: "restart", instance }, healthy));
  if (steady === undefined || unsteady === undefined) return [];
  return [
    steady,
    {
      counters: unsteady.counters,
      live(left) {
        if (((left * stepSeconds) / 60) % 240 === 10) unsteady.counters.restart();
        unsteady.live(left);
      },
    },
  ];
}

function living({ job, instance = "a:1" }: Omit<CountingService, "pipeline">, life: Life): PastService {
  const counters = createServiceCounters({ job, instance, pipeline: "support" });
  const random = createRandom(`${job}/${instance}`);
  // Up to 0.1 above or below the mean, rounded as scores are.
  const score = (mean: number): number => Math.round(Math.min(1, mean + (random() - 0.5) * 0.2) * 1e4) / 1e4;
  return {
    counters,
    live(left) {
      for (const request of life((left * stepSeconds) / 60, score)) counters.add(request);
    },
  };
}
