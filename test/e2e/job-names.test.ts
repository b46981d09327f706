import { describe, expect, it } from "vitest";
import { oddJobs } from "../contract/alerting-values.ts";
import { batchRules, type Batch } from "../rules/batch.ts";
import { serviceAbsent } from "../rules/expected/monitor.ts";
import { promtoolDifferences } from "../rules/promtool-differences.ts";
import { promtoolFiles, ruleTexts } from "../rules/promtool-files.ts";
import { checkRules, testRules } from "../rules/run-promtool.ts";
import { requiredProgram } from "./support/required-program.ts";

const command = requiredProgram("promtool") ?? "";

/** A series of a job, as promtool reads its name. */
const of = (job: string, metric: string, labels = ""): string => `${metric}{job=${JSON.stringify(job)}${labels}}`;

/** As Go escapes it: a space is a plus. */
const urlquery = (text: string): string =>
  new URLSearchParams({ text }).toString().slice("text=".length).replaceAll("*", "%2A");

const base = { alerts: ["RagServiceAbsent"], evaluation: "1m", checkpoints: ["20m"] } as const;

/** Jobs that never answer, though others with most of their name do, and whose last scores are still there. */
const absent: Batch = {
  ...base,
  name: "odd jobs are absent",
  config: { alerting: { services: oddJobs } },
  given: ["pipeline:rag_score:mean15m"],
  stories: oddJobs.map((job) => ({
    job,
    series: [
      { series: of(`${job}.`, "up"), values: "1x60" },
      {
        series: of(
          job,
          "pipeline:rag_score:mean15m",
          ',rag_metric="context_relevance",rag_pipeline="p",rag_judge="j/1"',
        ),
        values: "0.5x60",
      },
    ],
    fires: { "20m": [serviceAbsent(job, {}, 0, "0.50 (p, j/1)")] },
  })),
};

/** Jobs that answer in one environment and no longer in another. */
const elsewhere: Batch = {
  ...base,
  name: "odd jobs are gone in one environment",
  config: { alerting: { services: oddJobs, labels: ["env"] } },
  stories: oddJobs.map((job) => ({
    job,
    series: [
      { series: of(job, "rag_build", ',env="here"'), values: "1x60" },
      { series: of(job, "rag_build", ',env="there"'), values: "1 1 1 stale" },
    ],
  })),
};

describe.skipIf(command === "")("jobs with any name that Prometheus takes", () => {
  it.each([absent, elsewhere].map((batch) => [batch.name, batch] as const))(
    "%s: the rules are read",
    async (_, batch) => {
      const { passed, output } = await checkRules(command, ruleTexts(batchRules(batch)));
      expect(passed, output).toBe(true);
    },
  );

  it("are missed by their name, which labels and texts have as it is", async () => {
    const { passed, output } = await testRules(command, promtoolFiles(absent, batchRules(absent)));
    expect(passed, promtoolDifferences(output)).toBe(true);
  });

  it("are missed in one environment, and in no other", async () => {
    const gone = (job: string) => {
      const { alert, labels, annotations } = serviceAbsent(job, { env: "there" });
      const summary = `No instance of ${job} with env there answers: alerts of quality are blind.`;
      const dashboard_url = `https://grafana.example.invalid/d/rag-quality?var-job=${urlquery(job)}&var-env=there`;
      return { alert, labels, annotations: { ...annotations, summary, dashboard_url } };
    };
    const batch = {
      ...elsewhere,
      stories: elsewhere.stories.map((story) => ({ ...story, fires: { "20m": [gone(story.job)] } })),
    };
    const { passed, output } = await testRules(command, promtoolFiles(batch, batchRules(batch)));
    expect(passed, promtoolDifferences(output)).toBe(true);
  });
});
