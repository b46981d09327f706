import { describe, expect, it } from "vitest";
import { alertNames, defaultContext, ruleCatalogue } from "../../src/rules/catalogue.ts";
import { ruleFiles } from "../../src/rules/rule-files.ts";
import { allBatches } from "../rules/all-batches.ts";
import { batchRules } from "../rules/batch.ts";
import { promtoolDifferences } from "../rules/promtool-differences.ts";
import { promtoolFiles, ruleTexts } from "../rules/promtool-files.ts";
import { checkRules, countsBothBorders, testRules } from "../rules/run-promtool.ts";
import { contextOf } from "../unit/rules/contexts.ts";
import { requiredProgram, skipLoudly } from "./support/required-program.ts";

const command = requiredProgram("promtool") ?? "";
const isPrometheus2 = command === "" || (await countsBothBorders(command));
const untold = allBatches.filter(({ meetsBorders }) => !isPrometheus2 && meetsBorders === true);
if (untold.length > 0) {
  skipLoudly(
    `${untold.length} of ${allBatches.length} batches of stories cannot be told: their windows begin at samples, and ${command} is of Prometheus 3, which does not count these. Put the promtool of Prometheus 2 first on the PATH.`,
  );
}

describe.skipIf(command === "")("promtool", () => {
  it.concurrent.for(allBatches)("$name", async (batch, { skip }) => {
    skip(untold.includes(batch));
    const { passed, output } = await testRules(command, promtoolFiles(batch, batchRules(batch)));
    expect(passed, promtoolDifferences(output)).toBe(true);
  });

  it.concurrent.each([
    ["the defaults", defaultContext],
    [
      "everything that can be set",
      contextOf({
        thresholds: [
          { metric: "criteria.tone", warning: 0.8, page: 0.7 },
          { metric: "groundedness", intentClass: "smalltalk", warning: 0.5, page: 0.4 },
        ],
        alerting: {
          labels: ["env"],
          services: ["rag"],
          objectives: { groundedness: 0.95, "criteria.tone": 0.94 },
          baselineModelVersion: "v1",
        },
      }),
    ],
    ["compressed windows", contextOf({}, "e2e")],
    ["waiting for nothing", contextOf({}, "backfill")],
  ] as const)("check rules finds nothing to complain of: %s", async (_, context) => {
    const { passed, output } = await checkRules(command, ruleTexts(ruleFiles(context)));
    expect(passed, output).toBe(true);
  });

  it("check rules fails on a rule that a lint complains of", async () => {
    const twice = { record: "a:b:c", doc: "", expr: "vector(1)" };
    const files = ruleTexts([
      { name: "twice.yml", doc: "", groups: [{ name: "twice", interval: "1m", rules: [twice, twice] }] },
    ]);
    expect((await checkRules(command, files)).passed).toBe(false);
  });

  it("a batch fails when what it expects does not happen, and says what", async () => {
    const batch = allBatches.find(({ stories }) => stories[0]?.fires !== undefined);
    const [story] = batch?.stories ?? [];
    if (batch === undefined || story === undefined) throw new Error("No batch with an alert in its first story.");
    const quiet = { ...batch, stories: [{ ...story, series: [] }] };
    const { passed, output } = await testRules(command, promtoolFiles(quiet, batchRules(quiet)));
    expect(passed).toBe(false);
    expect(promtoolDifferences(output)).toMatch(/^alertname: Rag\w+, time: \w+,\n {2}- +Labels:\{alertname=/m);
  });
});

describe("the stories", () => {
  const { alerts } = ruleCatalogue(contextOf({ alerting: { objectives: { groundedness: 0.95 } } }));

  it.each(alertNames(alerts).map((name) => [name]))("%s fires in one and is silent in another", (name) => {
    const loaded = allBatches.filter((batch) => batch.alerts?.includes(name) ?? true);
    const stories = loaded.flatMap((batch) => batch.stories);
    const fires = (story: (typeof stories)[number]): boolean =>
      Object.values(story.fires ?? {}).some((expected) => expected.some(({ alert }) => alert === name));
    // The watchdog always fires; that is checked at every checkpoint.
    if (name !== "RagWatchdog") expect(stories.some(fires)).toBe(true);
    expect(stories.some((story) => !fires(story))).toBe(true);
  });

  it("every rule of an alert fires in one: its severity, scope and windows are those of an expectation", () => {
    const expected = allBatches.flatMap(({ stories }) =>
      stories.flatMap(({ fires = {} }) => Object.values(fires).flat()),
    );
    const missing = alerts.filter(
      ({ alert, labels }) =>
        alert !== "RagWatchdog" &&
        !expected.some(
          (each) =>
            each.alert === alert && Object.entries(labels).every(([label, value]) => each.labels[label] === value),
        ),
    );
    expect(missing.map(({ alert, labels }) => `${alert} ${JSON.stringify(labels)}`)).toEqual([]);
  });
});
