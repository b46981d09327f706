import { expect, test } from "vitest";
import { alertNames, defaultContext, ruleCatalogue } from "../../../src/rules/catalogue.ts";
import type { ProfileName } from "../../../src/rules/profile.ts";
import { ruleFiles } from "../../../src/rules/rule-files.ts";
import { contextOf } from "./contexts.ts";

const full = {
  thresholds: ["tone", "brevity"].map((name) => ({ metric: `criteria.${name}`, warning: 0.8, page: 0.7 })),
  alerting: {
    labels: ["env", "cluster"],
    services: ["support", "search"],
    objectives: { groundedness: 0.95 },
    baselineModelVersion: "v1",
  },
};

const { alerts, recordings } = ruleCatalogue(contextOf(full));

/** Records that no rule uses: panels show them. */
const forPanels = [
  "intent:rag_score:mean5m",
  "pipeline:rag_score:mean1d",
  "pipeline:rag_score:mean7d",
  "slice:rag_score:mean7d",
  "intent:rag_violations:ratio1h",
];

test("every record is used by a rule, or is one of those that panels show", () => {
  const expressions = [...recordings, ...alerts].map(({ expr }) => expr);
  const texts = alerts.flatMap(({ annotations }) => Object.values(annotations));
  const unused = [...new Set(recordings.map(({ record }) => record))].filter(
    (record) => ![...expressions, ...texts].some((text) => new RegExp(`(?<![\\w:])${record}(?![\\w:])`).test(text)),
  );
  expect(unused.sort()).toEqual([...forPanels].sort());
});

test("every record that a rule uses is recorded", () => {
  const recorded = new Set(recordings.map(({ record }) => record));
  for (const { expr } of [...recordings, ...alerts]) {
    for (const [name] of expr.matchAll(/\b\w+:\w+:\w+/g)) expect(recorded, name).toContain(name);
  }
});

test("a rule sees what it uses: recorded earlier in its group, or in another one", () => {
  for (const { groups } of ruleFiles(contextOf(full))) {
    for (const { name, rules } of groups) {
      const ofGroup = rules.map((rule) => ("record" in rule ? rule.record : ""));
      for (const [index, { expr }] of rules.entries()) {
        for (const [used] of expr.matchAll(/\b\w+:\w+:\w+/g)) {
          const last = ofGroup.lastIndexOf(used);
          expect(last < index, `${name}: ${used}`).toBe(true);
        }
      }
    }
  }
});

test("every aggregation keeps job and the configured labels, but for thresholds and other data", () => {
  for (const { expr } of [...recordings, ...alerts]) {
    for (const [, labels = ""] of expr.matchAll(/\bby \(([^)]*)\)/g)) {
      if (/^(rag_metric|rag_model_version)\b/.test(labels)) continue;
      expect(labels, expr).toMatch(/^job, env, cluster(, |$)/);
    }
  }
});

test("what is recorded of scores keeps pipeline, judge and metric", () => {
  const scores = recordings.filter(({ record }) => /:rag_score(_sum|_count)?:/.test(record));
  expect(scores.length).toBeGreaterThan(40);
  for (const { record, expr, labels } of scores) {
    for (const [, by = ""] of expr.matchAll(/\bby \(([^)]*)\)/g)) {
      if (/^(rag_metric|rag_model_version)\b/.test(by)) continue;
      expect(by, record).toContain("rag_pipeline");
      expect(by, record).toContain("rag_judge");
      expect(by.includes("rag_metric") || labels?.["rag_metric"] !== undefined, record).toBe(true);
    }
  }
});

test.each(alerts.map((alert) => [`${alert.alert} ${alert.labels.scope} ${alert.labels.severity}`, alert] as const))(
  "%s says what an alert must say",
  (_, { alert, annotations, labels, expr, keepFiringFor }) => {
    expect(alert).toMatch(/^Rag([A-Z][a-z]+)+$/);
    expect(Object.keys(annotations)).toEqual(["summary", "description", "diagnosis", "runbook_url", "dashboard_url"]);
    for (const text of Object.values(annotations)) expect(text.length).toBeGreaterThan(20);
    expect(annotations["summary"]).not.toContain("$value");
    expect(annotations["summary"]).toMatch(/^([A-Z]|\{\{).*\.$/);
    expect(annotations["runbook_url"]?.endsWith(alert)).toBe(true);
    expect(labels["component"]).toBe("rag-quality");
    expect(JSON.stringify(labels)).not.toContain("{{");
    expect(expr).not.toMatch(/le="/);
    // Retrieval pages outlive the groundedness that they silence: 15m of the page window + its 10m + one step of 5m.
    if (labels.severity !== "none") expect(keepFiringFor).toBe(labels.category === "retrieval" ? "30m" : "10m");
  },
);

test("no two rules of an alert set the same labels", () => {
  const keys = alerts.map(({ alert, labels }) => JSON.stringify([alert, labels]));
  const twice = keys.filter((key, index) => keys.indexOf(key) < index);
  expect(twice).toEqual([]);
});

test.each([{}, { pageWindow: "30m" }, { warningWindow: "30m" }, { slowWindow: "12h", longWindow: "4d" }])(
  "no two rules record the same series, with %j",
  (alerting) => {
    const rules = ruleCatalogue(contextOf({ alerting })).recordings;
    const keys = rules.map(({ record, labels }) => JSON.stringify([record, labels]));
    expect(keys.filter((key, index) => keys.indexOf(key) < index)).toEqual([]);
  },
);

test("severities and policies are those that Alertmanager routes by", () => {
  const pages = alertNames(alerts.filter(({ labels }) => labels.severity === "page"));
  expect(pages).toEqual([
    "RagContextRelevanceVeryLow",
    "RagGroundednessVeryLow",
    "RagAnswerRelevanceVeryLow",
    "RagCriterionVeryLow",
    "RagRetrievalEmpty",
    "RagRetrievalErrors",
    "RagErrorBudgetBurn",
  ]);
  expect(alertNames(alerts.filter(({ labels }) => labels["policy"] === "freeze"))).toEqual(["RagErrorBudgetExhausted"]);
  expect(alertNames(alerts.filter(({ labels }) => labels.severity === "none"))).toEqual(["RagWatchdog"]);
});

test("profiles differ in durations alone: names and labels are the same", () => {
  const namesOf = (profile: ProfileName) => {
    const catalogue = ruleCatalogue(contextOf(full, profile));
    return [
      catalogue.recordings.map(({ record, labels }) => [record, labels]),
      catalogue.alerts.map(({ alert, labels }) => [alert, labels]),
    ];
  };
  expect(namesOf("e2e")).toEqual(namesOf("production"));
  expect(namesOf("backfill")).toEqual(namesOf("production"));
});

test("backfill keeps the ranges, and e2e has none above 2 minutes", () => {
  const rangesOf = (profile: ProfileName) =>
    ruleCatalogue(contextOf(full, profile)).recordings.flatMap(({ expr }) =>
      [...expr.matchAll(/\[(\w+)(?::\w+)?\]/g)].map(([, range = ""]) => range),
    );
  expect(rangesOf("backfill")).toEqual(rangesOf("production"));
  for (const range of rangesOf("e2e")) expect(range).toMatch(/^(\d|\d\d|1[01]\d|120)s$/);
});

test("in e2e, retrieval fires before the groundedness that it ruins, and what waits for history waits for some", () => {
  const holds = (name: string) =>
    new Set(
      ruleCatalogue(contextOf({}, "e2e")).alerts.flatMap(({ alert, ...rule }) => (alert === name ? [rule.for] : [])),
    );
  expect(holds("RagRetrievalEmpty")).toEqual(new Set(["0s"]));
  expect(holds("RagGroundednessVeryLow")).toEqual(new Set(["3s"]));
  expect(holds("RagIntentBlind")).toEqual(new Set(["30s"]));
});

test("every service has an alert of its own absence, and one of all where labels are kept; without any, whoever answered lately", () => {
  const absences = alerts.filter(({ alert }) => alert === "RagServiceAbsent");
  expect(absences.map(({ expr, labels }) => [labels["job"], expr])).toEqual([
    ...["support", "search"].map((job) => [
      job,
      `  absent(up{job="${job}"} == 1 or rag_build{job="${job}"})
* on ()
  (count(group by (job, env, cluster, instance) (present_over_time(rag_build{job="${job}"}[1d]))) or vector(0))`,
    ]),
    [
      undefined,
      `  count by (job, env, cluster) (group by (job, env, cluster, instance) (present_over_time(rag_build{job=~"support|search"}[1d])))
unless on (job, env, cluster)
  group by (job, env, cluster) (rag_build)
and on (job)
  rag_build`,
    ],
  ]);
  const unlabelled = ruleCatalogue(contextOf({ alerting: { services: ["support"] } })).alerts;
  expect(unlabelled.filter(({ alert }) => alert === "RagServiceAbsent")).toHaveLength(1);
  const byDefault = ruleCatalogue(defaultContext).alerts.filter(({ alert }) => alert === "RagServiceAbsent");
  expect(byDefault.map(({ expr }) => expr)).toEqual([
    "  count by (job) (group by (job, instance) (present_over_time(rag_build[1d])))\nunless on (job)\n  group by (job) (rag_build)",
  ]);
});

test("objectives and the baseline are data; without them there is none", () => {
  const data = (file: unknown) =>
    ruleCatalogue(contextOf(file))
      .recordings.filter(({ record }) => /^rag:(slo|baseline)/.test(record))
      .map(({ record, expr, labels }) => [record, expr, labels]);
  expect(data({})).toEqual([]);
  expect(data(full)).toEqual([
    ["rag:slo_objective:ratio", "vector(0.95)", { rag_metric: "groundedness" }],
    ["rag:baseline_model_version:info", "vector(1)", { rag_model_version: "v1" }],
  ]);
});

test("settings reach the rules", () => {
  const changed = ruleCatalogue(
    contextOf({
      alerting: {
        pageWindow: "20m",
        minimumPage: 77,
        emptyRetrievalShare: 0.33,
        runbookUrl: "https://wiki.example/{alert}.md",
        dashboardUrl: "https://grafana.example/d/rag?orgId=1",
      },
    }),
  );
  const page = changed.alerts.find(({ alert }) => alert === "RagGroundednessVeryLow");
  expect(page?.expr).toContain("intent:rag_score:mean20m");
  expect(page?.expr).toContain(">= 58");
  expect(page?.annotations["runbook_url"]).toBe("https://wiki.example/RagGroundednessVeryLow.md");
  expect(page?.annotations["dashboard_url"]).toMatch(/^https:\/\/grafana\.example\/d\/rag\?orgId=1&var-job=/);
  const high = changed.recordings.find(({ record }) => record === "intent:rag_retrieval_empty:high");
  expect(high?.expr).toContain("0.33 + 0.7735 / sqrt(");
  expect(changed.recordings.some(({ record }) => record === "pipeline:rag_requests:increase20m")).toBe(true);
});
