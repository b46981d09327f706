import type { Story } from "../../batch.ts";
import { budgetExhausted } from "../../expected/budget.ts";
import { seriesName, valuesText } from "../../series.ts";

const halfHoursOfDay = 48;
const mostOfHalfHour = 10;
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

/** So many scores and violations on the first day and on the twentieth: ten each half hour, until they are all. */
function story(job: string, first: readonly number[], twentieth: readonly number[]): Story {
  const labels = { job, rag_pipeline: "main", rag_metric: "groundedness" };
  const values = (which: number): string => {
    const samples = Array.from({ length: 30 * halfHoursOfDay + 1 }, (_, index): number | undefined => {
      const day = index < halfHoursOfDay ? first : twentieth;
      const before = (index < halfHoursOfDay ? index : index - 20 * halfHoursOfDay) * mostOfHalfHour - mostOfHalfHour;
      if (before < 0 || before >= (day[0] ?? 0)) return undefined;
      return Math.max(0, Math.min(mostOfHalfHour, (day[which] ?? 0) - before));
    });
    return valuesText(samples);
  };
  return {
    job,
    series: [
      { series: seriesName("pipeline:rag_scored:increase30m", labels), values: values(0) },
      { series: seriesName("pipeline:rag_violations:increase30m", labels), values: values(1) },
    ],
  };
}
