import { expect, test } from "vitest";
import { embeddedJudges } from "../../../src/judge/embedded/embedded-judges.ts";
import { embeddedJudgeThresholds } from "../../../src/rules/embedded-judge-thresholds.ts";
import { contextOf } from "./contexts.ts";

test("an empty file has the defaults", () => {
  const { settings } = contextOf({});
  expect(settings).toMatchObject({
    services: [],
    judges: ["embedded/1"],
    labels: [],
    objectives: {},
    baselineModelVersion: undefined,
    minimumPage: 20,
    minimumWarning: 30,
    minimumComparison: 200,
    thresholds: [],
    metrics: ["context_relevance", "groundedness", "answer_relevance"],
  });
  expect(settings.burnWindows.map(({ factor }) => factor)).toEqual([14.4, 6, 3, 1]);
});

test("a criterion with a threshold is a metric, once", () => {
  const tone = { metric: "criteria.tone", warning: 0.8, page: 0.7 };
  const { settings } = contextOf({ thresholds: [tone, { ...tone, intentClass: "faq" }] });
  expect(settings.metrics.slice(3)).toEqual(["criteria.tone"]);
});

test.each([
  [{ alerting: { judges: ["embedded/99"] } }, "`$.alerting.judges[0]`"],
  [
    { thresholds: [{ metric: "groundedness", judge: "embedded/99", warning: 0.8, page: 0.7 }] },
    "`$.thresholds[0].judge`",
  ],
])("an embedded judge that this version does not have is refused by name: %j", (file, place) => {
  expect(() => contextOf(file)).toThrow(
    `Expected ${place} in rag.json to be an embedded judge that there is (embedded/1), got \`"embedded/99"\` (string)`,
  );
});

test.each([
  [
    { alerting: { objectives: { groundedness: 0.9 } } },
    "Expected `$.alerting.burnWindows[0].factor` in rag.json to be below 10, the fastest that a budget of groundedness can burn with the objective 0.9, got `14.4` (number)",
  ],
  [
    { alerting: { objectives: { faithfulness: 0.9 } } },
    "Unknown key `$.alerting.objectives.faithfulness` in rag.json: known are context_relevance, groundedness, answer_relevance",
  ],
  [
    { thresholds: [{ metric: "groundednes", warning: 0.8, page: 0.7 }] },
    "Expected `$.thresholds[0].metric` in rag.json to be",
  ],
  [
    { alerting: { pageWindow: "2h" } },
    'Expected `$.alerting.pageWindow` in rag.json to be a duration such as "30m" from 10m to 1h, got `"2h"` (string)',
  ],
  [
    { alerting: { pageWindow: "30m", warningWindow: "30m" } },
    'Expected `$.alerting.warningWindow` in rag.json to be longer than pageWindow (30m), got `"30m"` (string)',
  ],
  ...["without", "WITHOUT", "NaN", "inf"].map((label): [unknown, string] => [
    { alerting: { labels: ["env", label] } },
    "Expected `$.alerting.labels[1]` in rag.json to be the name of a target label that rules can group by, that they do not set themselves and that no metric of rag-triad has",
  ]),
  [{ alerting: { minimumPages: 5 } }, "Unknown key `$.alerting.minimumPages` in rag.json: did you mean `minimumPage`?"],
  [
    { alerting: { services: ["a", "a"] } },
    'Expected `$.alerting.services[1]` in rag.json to be a name that is not in the list already, got `"a"` (string)',
  ],
])("an impossible setting is refused by name: %j", (file, message) => {
  expect(() => contextOf(file)).toThrow(message);
});

test("labels that only begin like words that rules cannot group by are taken", () => {
  expect(contextOf({ alerting: { labels: ["info", "within", "nano"] } }).settings.labels).toHaveLength(3);
});

test("a burn rate that can just be reached is taken", () => {
  const burnWindows = [{ severity: "page", long: "1h", short: "5m", factor: 9.99, for: "2m" }];
  expect(() => contextOf({ alerting: { objectives: { groundedness: 0.9 }, burnWindows } })).not.toThrow();
});

test("the thresholds of the embedded judge in use are those that the judge ships", () => {
  const judges = Object.values(embeddedJudges()).filter((judge) => judge !== undefined);
  expect(judges).toHaveLength(3);
  for (const judge of judges) {
    const shipped = embeddedJudgeThresholds[`${judge.name}/${judge.version}`];
    expect(shipped?.[judge.metric as "groundedness"]).toEqual(judge.thresholds);
  }
});
