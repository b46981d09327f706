import { describe, expect, test } from "vitest";
import { defaultContext } from "../../../../src/rules/catalogue.ts";
import { dashboards } from "../../../../src/rules/dashboards/dashboards.ts";
import { judgedLegend, legend } from "../../../../src/rules/dashboards/legends.ts";
import { alertsFiring } from "../../../../src/rules/dashboards/links.ts";
import { selected, selectedScores } from "../../../../src/rules/dashboards/selectors.ts";
import { judgeVariable, sliceVariables } from "../../../../src/rules/dashboards/variables.ts";
import { keptVariable } from "../../../../src/rules/kept-variable.ts";
import { contextOf } from "../contexts.ts";

const labelled = contextOf({ alerting: { labels: ["env", "model"] } });

describe("the variable of a label that rules keep", () => {
  test("has the label's name", () => {
    expect(["env", "cluster", "label_team", "models"].map(keptVariable)).toEqual([
      "env",
      "cluster",
      "label_team",
      "models",
    ]);
  });

  test("has another name where dashboards have such a variable", () => {
    const taken = dashboards(defaultContext).flatMap(({ variables }) => variables.map(({ name }) => name));
    expect(taken.length).toBeGreaterThan(8);
    expect(taken.map(keptVariable)).toEqual(taken.map((name) => `label_${name}`));
  });

  test("is no other label's", () => {
    const labels = ["model", "label_model", "label_label_model", "label_", "label_models", "traces", "env"];
    expect(new Set(labels.map(keptVariable)).size).toBe(labels.length);
  });
});

test("variables offer what the service leaves, and leave the more to the others", () => {
  const before = 'job=~"$job", env=~"$env", model=~"$label_model"';
  expect(sliceVariables(labelled)).toMatchObject([
    { name: "job", label: "Service", query: "label_values(rag_requests_total, job)" },
    { name: "env", label: "env", query: 'label_values(rag_requests_total{job=~"$job"}, env)' },
    { name: "label_model", label: "model", query: 'label_values(rag_requests_total{job=~"$job", env=~"$env"}, model)' },
    { name: "pipeline", label: "Pipeline", query: `label_values(rag_requests_total{${before}}, rag_pipeline)` },
    { name: "intent", query: expect.stringContaining(`{${before}, rag_pipeline=~"$pipeline"}`) },
    { name: "model", label: "Model version", query: expect.stringContaining(`{${before}, rag_pipeline=~"$pipeline"`) },
  ]);
  expect(judgeVariable(labelled)).toMatchObject({
    query: expect.stringContaining(`label_values({${before}, rag_pipeline=~"$pipeline", __name__=~"`),
  });
});

test("both dashboards have the same, so that links between them keep what is chosen", () => {
  for (const { variables, links } of dashboards(labelled)) {
    expect(variables.map(({ name }) => name)).toEqual(expect.arrayContaining(["env", "label_model"]));
    expect(links.filter(({ url }) => url.startsWith("/d/")).map(({ keepsVariables }) => keepsVariables)).toEqual([
      true,
    ]);
  }
});

test.each([
  ["no labels", defaultContext, "", ""],
  ["labels", labelled, ', env=~"$env", model=~"$label_model"', " (env={{env}}) (model={{model}})"],
])("queries and names of series with %s", (_, context, matchers, named) => {
  expect(selected(context, "pipeline", 'a="b"')).toBe(`{job=~"$job"${matchers}, rag_pipeline=~"$pipeline", a="b"}`);
  expect(selectedScores(context, "pipeline")).toBe(
    `{job=~"$job"${matchers}, rag_pipeline=~"$pipeline", rag_judge=~"$judge"}`,
  );
  expect(legend(context, "pipeline")).toBe(`{{job}}/{{rag_pipeline}}${named}`);
  expect(legend(context, "slice")).toBe(`{{job}}/{{rag_pipeline}}${named} {{rag_intent_class}} {{rag_model_version}}`);
  expect(judgedLegend(context, "intent")).toBe(`{{job}}/{{rag_pipeline}}${named} {{rag_intent_class}} ({{rag_judge}})`);
});

test("an alert without such a label is shown whatever is chosen", () => {
  expect(alertsFiring(labelled)).toContain('job=~"$job", env=~"$env|", model=~"$label_model|"}');
  expect(alertsFiring(defaultContext)).toContain('job=~"$job"}');
});
