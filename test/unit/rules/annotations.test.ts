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

test("labels that are kept are in the summary and in the address of the dashboard, where the alert has them", () => {
  const { alerts } = ruleCatalogue(contextOf(file));
  const page = alerts.find(({ alert, labels }) => alert === "RagGroundednessVeryLow" && labels.scope === "intent");
  expect(page?.annotations["summary"]).toContain(
    "{{ $labels.rag_pipeline }}{{ with $labels.env }} (env={{ . }}){{ end }}{{ with $labels.cluster }} (cluster={{ . }}){{ end }} is",
  );
  expect(page?.annotations["dashboard_url"]).toContain("{{ with $labels.env }}&var-env={{ . | urlquery }}{{ end }}");
});

test.each([
  ["https://x.example/d/rag#top", "https://x.example/d/rag?var-job={{ $labels.job | urlquery }}&", "#top"],
  ["https://x.example/d/rag?orgId=1&", "https://x.example/d/rag?orgId=1&var-job={{ $labels.job | urlquery }}&", ""],
  ["https://x.example/d/rag?", "https://x.example/d/rag?var-job={{ $labels.job | urlquery }}&", ""],
  ["https://x.example/?a=b#c?d", "https://x.example/?a=b&var-job={{ $labels.job | urlquery }}&", "#c?d"],
])("variables of %s come before its fragment", (dashboardUrl, start, end) => {
  const [alert] = ruleCatalogue(contextOf({ alerting: { dashboardUrl } })).alerts;
  const url = alert?.annotations["dashboard_url"] ?? "";
  expect(url.startsWith(start)).toBe(true);
  expect(url.endsWith(`urlquery }}${end}`)).toBe(true);
});
