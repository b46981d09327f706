import { expect, test } from "vitest";
import { parse } from "yaml";
import { loadYamlWriter } from "../../../src/cli/rules/load-yaml.ts";
import { renderRuleFile } from "../../../src/rules/artifacts/render-rule-file.ts";
import { runbookIndex } from "../../../src/rules/artifacts/runbook-index.ts";
import { ruleCatalogue } from "../../../src/rules/catalogue.ts";
import { ruleFiles } from "../../../src/rules/rule-files.ts";
import { oddJobs } from "../../contract/alerting-values.ts";
import { contextOf } from "./contexts.ts";

const writeYaml = await loadYamlWriter();
const context = contextOf({ alerting: { services: oddJobs, labels: ["env"] } });
const absences = ruleCatalogue(context).alerts.filter(({ alert }) => alert === "RagServiceAbsent");

/** The strings after `job=` and `job=~` in an expression, as PromQL reads them. */
function jobsIn(expression: string, operator: "=" | "=~"): readonly string[] {
  return [...expression.matchAll(/\bjob(=~?)("(?:[^"\\]|\\.)*")/g)].flatMap(([, found, text = ""]) =>
    found === operator ? [JSON.parse(text) as string] : [],
  );
}

test("each odd job is asked for by its name, and named in texts that say it as it is", () => {
  const own = absences.filter(({ labels }) => labels["job"] !== undefined);
  expect(own.map(({ expr }) => [...new Set(jobsIn(expr, "="))])).toEqual(oddJobs.map((job) => [job]));
  const plain = (template: string | undefined): string | undefined => template?.replaceAll(`{{ "{{" }}`, "{{");
  expect(own.map(({ labels }) => plain(labels["job"]))).toEqual(oddJobs);
  expect(own.map(({ annotations }) => plain(annotations["summary"]))).toEqual(
    oddJobs.map((job) => `No instance of ${job} answers: alerts of quality are blind.`),
  );
  const links = own.map(({ annotations }) => new URL(annotations["dashboard_url"] ?? ""));
  expect(links.map(({ searchParams }) => [...searchParams])).toEqual(oddJobs.map((job) => [["var-job", job]]));
  for (const [index, { annotations }] of own.entries()) {
    expect(annotations["description"]).toContain(JSON.stringify(oddJobs[index]));
  }
});

test("the pattern of all of them matches them, and nothing else", () => {
  const [pattern = ""] = absences.flatMap(({ expr }) => jobsIn(expr, "=~"));
  const matched = (job: string): boolean => new RegExp(`^(?:${pattern})$`, "u").test(job);
  expect(oddJobs.filter((job) => !matched(job))).toEqual([]);
  expect(
    ["kube-system", "a", "d", "support", "abc d e f g.h", "a|b (c) d e f g.h", "$1 $& {x} $$"].filter(matched),
  ).toEqual([]);
});

test("the files have them as they are", () => {
  const files = ruleFiles(context);
  const read = files.map((file) => parse(renderRuleFile(file, [], writeYaml)) as unknown);
  expect(JSON.stringify(read)).toContain(JSON.stringify(absences[1]?.expr));
  expect(
    read.flatMap((file) => (file as { groups: { rules: object[] }[] }).groups.flatMap(({ rules }) => rules)),
  ).toEqual(expect.arrayContaining(absences.map(({ expr, labels }) => expect.objectContaining({ expr, labels }))));
});

test("the index of runbooks stays a table", async () => {
  const [index] = await runbookIndex({ ...context, source: "it", writeYaml });
  const rows = index?.text.split("\n").filter((line) => line.startsWith("| [")) ?? [];
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((row) => row.split(/(?<!\\)\|/).length !== 6)).toEqual([]);
});
