import type { Story } from "../../batch.ts";
import type { Slice } from "../../service.ts";
import { alertOf, firing, steady, type TestedMetric } from "./metric.ts";

/** Queries that the corpus cannot answer: where refusals are usual, a low context relevance is as it should be. */
export function refusedStories(tested: TestedMetric): readonly Story[] {
  const { bad } = tested;
  const slice = (job: string, intent: string): Slice => ({ job, intent });
  const half = slice("refused", "half");
  // Of the same name as one that is refused, elsewhere.
  const elsewhere = [slice("refused-elsewhere", "mostly"), { ...slice("refused", "mostly"), pipeline: "other" }];
  const one = slice("refused-service", "one");
  const two = slice("refused-service", "two");
  return [
    {
      job: "refused",
      series: [
        ...steady(tested, slice("refused", "mostly"), bad, 40, { refusals: 21 }),
        ...steady(tested, half, bad, 4, { refusals: 2, retrievals: 4 }),
        ...elsewhere.flatMap((each) => steady(tested, each, bad, 4, { refusals: 0 })),
      ],
      fires: firing(
        [half, ...elsewhere].flatMap((each) =>
          (["page", "warning"] as const).map((severity) => alertOf(tested, each, severity, bad)),
        ),
      ),
    },
    {
      // Two intent classes that do not count do not make one a matter of the service; a second one that counts does.
      job: "refused-service",
      series: [
        ...steady(tested, one, bad, 4, { refusals: 0, retrievals: 4 }),
        ...steady(tested, slice("refused-service", "mostly"), bad, 40, { refusals: 21 }),
        ...steady(tested, { ...two, pipeline: "other" }, bad, 4, { refusals: 2 }),
        ...steady(tested, { ...one, pipeline: "other" }, bad, 4, { refusals: 0 }),
      ],
      fires: firing([
        alertOf(tested, one, "page", bad),
        alertOf(tested, one, "warning", bad),
        ...[one, two, { job: "refused-service" }].flatMap((place) =>
          (["page", "warning"] as const).map((severity) =>
            alertOf(tested, { ...place, pipeline: "other" }, severity, bad),
          ),
        ),
      ]),
    },
  ];
}
