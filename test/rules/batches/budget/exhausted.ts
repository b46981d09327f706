import type { Story } from "../../batch.ts";
import { budgetExhausted } from "../../expected/budget.ts";
import { seriesName, valuesText } from "../../series.ts";

const stepsOfDay = 288;
const all = ["22", "27", "30"].map((day) => `${Number(day) * 24}h`);

/** What is left of 28 days' budget. Everything happens on the first day and on the twentieth. */
export function exhaustedStories(): readonly Story[] {
  return [
    // 13 of 208 are a sixteenth: all of the budget, and not more.
    { ...story("nothing-left", [], [208, 13]), fires: firing("nothing-left", undefined) },
    story("something-left", [], [208, 12]),
    { ...story("of-200", [], [200, 100]), fires: firing("of-200", "700%") },
    story("of-199", [], [199, 100]),
    // 250, and 150 of 28 days at the end.
    { ...story("of-150", [100, 0], [150, 100]), fires: firing("of-150", "540%", all.slice(0, 2)) },
    {
      // The first day is forgotten after 28 more.
      ...story("long-ago", [100, 100], [208, 0]),
      fires: firing("long-ago", `${Number((100 * ((100 / 308) * 16 - 1)).toPrecision(4))}%`, all.slice(0, 2)),
    },
  ];
}

function firing(job: string, overspent: string | undefined, at = all): NonNullable<Story["fires"]> {
  return Object.fromEntries(
    at.map((checkpoint) => [checkpoint, [budgetExhausted({ job, rag_metric: "groundedness" }, overspent)]]),
  );
}

/** So many scores and violations on the first day and on the twentieth, one score a step. */
function story(job: string, first: readonly number[], twentieth: readonly number[]): Story {
  const labels = { job, rag_pipeline: "main", rag_metric: "groundedness" };
  const values = (which: number): string => {
    const [scored = 0] = first;
    const samples = Array.from({ length: 30 * stepsOfDay + 1 }, (_, index): number | undefined => {
      const day = index < stepsOfDay ? first : twentieth;
      const step = index < stepsOfDay ? index - 6 : index - 20 * stepsOfDay - 6;
      const count = index < stepsOfDay ? scored : (twentieth[0] ?? 0);
      // A last sample of 0: what comes before a gap is looked back at.
      return step < 0 || step > count ? undefined : step < (day[which] ?? 0) ? 1 : 0;
    });
    return valuesText(samples);
  };
  return {
    job,
    series: [
      { series: seriesName("pipeline:rag_scored:increase5m", labels), values: values(0) },
      { series: seriesName("pipeline:rag_violations:increase5m", labels), values: values(1) },
    ],
  };
}
