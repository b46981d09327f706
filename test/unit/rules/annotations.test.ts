import { expect, test } from "vitest";
import { alertNames, ruleCatalogue } from "../../../src/rules/catalogue.ts";
import { contextOf } from "./contexts.ts";

const file = {
  thresholds: [{ metric: "criteria.tone", warning: 0.8, page: 0.7 }],
  alerting: {
    labels: ["env", "cluster"],
    services: ["support", "search"],
    objectives: { groundedness: 0.95 },
    baselineModelVersion: "v1",
  },
};

/** Alerts that need not say something that all others say, with the reason. */
const silentAbout: Readonly<Record<"value" | "relevance" | "hint", Readonly<Record<string, string>>>> = {
  value: { RagWatchdog: "Its value is always 1." },
  relevance: { RagWatchdog: "It is about no service." },
  hint: {
    RagWatchdog: "Nothing is wrong while it fires.",
    RagIntentBlind: "Requests are too few: there is no score, so that no judge and no diagnosis is to be asked.",
  },
};

test.each([
  ["value", "description", /\$value\b/],
  ["relevance", "description", / Context relevance now:\{\{ range query .*\}\} unknown\{\{ end \}\}\.$/],
  ["hint", "diagnosis", /\brag\.diagnosis over|judge/i],
] as const)("alerts say their %s in the %s, those of all configurations", (what, annotation, pattern) => {
  const all = [file, {}, { alerting: { services: ["support"] } }].flatMap(
    (each) => ruleCatalogue(contextOf(each)).alerts,
  );
  const silent = all.filter(({ annotations }) => !pattern.test(annotations[annotation] ?? ""));
  expect(alertNames(silent).toSorted()).toEqual(Object.keys(silentAbout[what]).toSorted());
});

test("a job that is absent has no labels: its name is in the queries of its texts, and it is asked for in all places", () => {
  const [absence] = ruleCatalogue(contextOf(file)).alerts.filter(({ alert }) => alert === "RagServiceAbsent");
  expect(absence?.annotations["description"]).toContain(
    'label_join(pipeline:rag_score:mean15m{rag_metric="context_relevance",job=%q}, "rag_judge", ", ", "env", "cluster", "rag_pipeline", "rag_judge")` "support")',
  );
  expect(JSON.stringify(absence?.annotations)).not.toContain("$labels");
});
