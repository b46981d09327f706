import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordedMetrics, unknownUses } from "../../scripts/promql/known-metrics.ts";
import { usesOf } from "../../scripts/promql/template-queries.ts";
import { defaultContext, ruleCatalogue } from "../../src/rules/catalogue.ts";
import { contextOf } from "../unit/rules/contexts.ts";
import { root } from "./lint-fixtures.ts";

const full = contextOf({
  alerting: {
    services: ["rag"],
    objectives: { groundedness: 0.95 },
    baselineModelVersion: "v1",
  },
});

test.each([
  ["the defaults", defaultContext],
  ["everything that can be set", full],
])("every metric and label in the rules is emitted or recorded: %s", (_, context) => {
  const catalogue = ruleCatalogue(context);
  const uses = usesOf(catalogue);
  expect(uses.length).toBeGreaterThan(200);
  // The names of data are there with an objective or a baseline alone.
  const known = { metrics: recordedMetrics(ruleCatalogue(full)) };
  expect(unknownUses(uses, known)).toEqual([]);
});

test("the literature's rule, put among ours, is found", () => {
  const catalogue = ruleCatalogue(defaultContext);
  const broken = {
    ...catalogue,
    recordings: [
      ...catalogue.recordings,
      { record: "a:b:c", doc: "", expr: "avg_over_time(rag_groundedness[1h]) < 0.80" },
    ],
  };
  expect(unknownUses(usesOf(broken), { metrics: recordedMetrics(ruleCatalogue(full)) })).toEqual([
    "a:b:c: nothing emits or records rag_groundedness",
  ]);
});

test("queries in runbooks and pages name no metric of ours that nothing emits or records", () => {
  const known = { metrics: recordedMetrics(ruleCatalogue(full)) };
  const pages = globSync(["docs/alerting.md", "docs/runbooks/*.md"], { cwd: root });
  const uses = pages.flatMap((page) =>
    [...readFileSync(join(root, page), "utf8").matchAll(/```promql\n([^`]+)```/g)].map(([, expression = ""]) => ({
      place: page,
      expression,
    })),
  );
  expect(uses.length).toBeGreaterThan(10);
  expect(unknownUses(uses, known)).toEqual([]);
});
