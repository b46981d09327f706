import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { runCli } from "../../../src/cli/run-cli.ts";
import type { CliIo } from "../../../src/cli/cli-io.ts";
import { profileNames } from "../../../src/rules/profile.ts";
import { requiredProgram } from "../../e2e/support/required-program.ts";

const promtool = requiredProgram("promtool");
const folder = mkdtempSync(join(tmpdir(), "rag-triad-rules-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = ["rag-data", "rag-recordings", "rag-alerts"].map((name) => `prometheus/rules/${name}.rules.yml`);

const everything = {
  thresholds: [
    ...["tone", "brevity"].map((name) => ({ metric: `criteria.${name}`, warning: 0.8, page: 0.7 })),
    { metric: "groundedness", judge: "openai/x", intentClass: "faq", warning: 0.9, page: 0.8 },
  ],
  alerting: {
    services: ["a", "b"],
    labels: ["env", "cluster"],
    objectives: { groundedness: 0.95, answer_relevance: 0.99 },
    baselineModelVersion: "v1",
  },
};

/** Writes the rules of a configuration and names their folder. */
async function generate(name: string, config: unknown, profile = "production"): Promise<string> {
  const out = join(folder, name);
  const configFile = join(folder, `${name}.json`);
  writeFileSync(configFile, JSON.stringify(config));
  const io = { stdout: new PassThrough().resume(), stderr: new PassThrough().resume() } as unknown as CliIo;
  const code = await runCli(["rules", "--config", configFile, "--out", out, "--profile", profile], io);
  expect(code).toBe(0);
  return out;
}

function runPromtool(args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(promtool ?? "", args, { cwd, encoding: "utf8" });
  return status === 0 ? "" : `${stdout}${stderr}`;
}

const configs = { defaults: {}, everything } as const;
const cases = Object.entries(configs).flatMap(([name, config]) =>
  profileNames.map((profile) => [name, profile, config] as const),
);

test.skipIf(promtool === undefined).each(cases)(
  "promtool finds nothing wrong with %s as %s",
  async (name, profile, config) => {
    const out = await generate(`${name}-${profile}`, config, profile);
    expect(runPromtool(["check", "rules", "--lint=all", "--lint-fatal", ...files], out)).toBe("");
  },
);

const groups = ["data", "scores", "traffic", "budget", "long"].map((name) => `rag-${name}`);
const alertGroups = ["quality", "comparison", "retrieval", "budget", "monitor"].map((name) => `rag-${name}-alerts`);

/** Two hours of one score each 30 seconds, then the score of `after` for half an hour. */
function scores(intentClass: string, before: number, after: number): readonly object[] {
  const labels = `{job="rag", instance="a", rag_pipeline="support", rag_intent_class="${intentClass}", rag_model_version="v1", rag_judge="openai/x"}`;
  return [
    { series: `rag_groundedness_count${labels}`, values: "0+1x300" },
    {
      series: `rag_groundedness_sum${labels}`,
      values: `0+${before}x240 ${before * 240 + after}+${after}x59`,
    },
  ];
}

interface Sample {
  readonly labels: string;
  readonly value: number;
}

/** The pages of a test at some minutes, as promtool's complaint about them; empty when they are as expected. */
async function pages(
  series: readonly object[],
  expected: Readonly<Record<string, readonly Sample[]>>,
): Promise<string> {
  const out = await generate("scenario", {});
  const file = {
    rule_files: files,
    evaluation_interval: "30s",
    group_eval_order: [...groups, ...alertGroups],
    tests: [
      {
        interval: "30s",
        input_series: series,
        promql_expr_test: Object.entries(expected).map(([eval_time, exp_samples]) => ({
          expr: 'count by (alertname, scope, rag_intent_class) (ALERTS{severity="page", alertstate="firing"})',
          eval_time,
          exp_samples,
        })),
      },
    ],
  };
  writeFileSync(join(out, "scenario.yml"), stringify(file));
  return runPromtool(["test", "rules", "scenario.yml"], out);
}

const fallen = { labels: '{alertname="RagGroundednessVeryLow", scope="intent", rag_intent_class="returns"}', value: 1 };
const healthy = ["faq", "billing", "howto", "orders"].flatMap((intentClass) => scores(intentClass, 0.875, 0.875));

test.skipIf(promtool === undefined)(
  "one intent class of five that falls pages within 15 minutes, and alone",
  async () => {
    const series = [...healthy, ...scores("returns", 0.875, 0.5625)];
    expect(await pages(series, { "119m": [], "125m": [], "134m": [fallen] })).toBe("");
  },
);

test.skipIf(promtool === undefined)("a mean that equals its threshold does not page", async () => {
  const series = [...healthy, ...scores("returns", 0.7, 0.7)];
  expect(await pages(series, { "60m": [], "119m": [], "145m": [] })).toBe("");
});

test.skipIf(promtool === undefined)("a service whose intent classes all fall pages as a service too", async () => {
  const intents = ["faq", "billing"];
  const service = { labels: '{alertname="RagGroundednessVeryLow", scope="service"}', value: 1 };
  const each = intents.map((intentClass) => ({
    labels: `{alertname="RagGroundednessVeryLow", scope="intent", rag_intent_class="${intentClass}"}`,
    value: 1,
  }));
  const series = intents.flatMap((intentClass) => scores(intentClass, 0.875, 0.25));
  expect(await pages(series, { "119m": [], "134m": [...each, service] })).toBe("");
});
