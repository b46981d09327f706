import type { MetricUse } from "./known-metrics.ts";
import type { RuleCatalogue } from "../../src/rules/catalogue.ts";

/** The queries that an annotation asks, with an empty string for each `%q`. */
export function queriesIn(template: string): readonly string[] {
  return [...template.matchAll(/query \(printf `([^`]+)`/g)].map(([, format = ""]) => format.replaceAll("%q", `""`));
}

/** Every expression of the rules: records, alerts, and the queries in annotations. */
export function usesOf({ recordings, alerts }: RuleCatalogue): readonly MetricUse[] {
  return [
    ...recordings.map(({ record, expr }) => ({ place: record, expression: expr })),
    ...alerts.flatMap(({ alert, expr, annotations }) => [
      { place: alert, expression: expr },
      ...Object.entries(annotations).flatMap(([name, text]) =>
        queriesIn(text).map((expression) => ({ place: `${alert}, ${name}`, expression })),
      ),
    ]),
  ];
}
