import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createAlertLog } from "../../examples/demo/incident/alert-log.ts";
import { parseExposition } from "../../examples/demo/measure/exposition.ts";
import { startAlertmanager } from "../../scripts/e2e/alertmanager.ts";
import { webhookAlertmanagerConfig } from "../../scripts/e2e/alertmanager-config.ts";
import { eventually } from "../../scripts/e2e/eventually.ts";
import { startPrometheus } from "../../scripts/e2e/prometheus.ts";
import { startWebhookReceiver } from "../../scripts/e2e/webhook-receiver.ts";
import { loadYamlWriter } from "../../src/cli/rules/load-yaml.ts";
import { defaultContext, ruleCatalogue } from "../../src/rules/catalogue.ts";
import { renderRuleFile } from "../../src/rules/artifacts/render-rule-file.ts";
import { ruleProfiles } from "../../src/rules/profile.ts";
import { ruleFiles } from "../../src/rules/rule-files.ts";
import { resolveRuleSettings } from "../../src/rules/settings.ts";
import { startDemo, type ControlRunJson, type DemoJson } from "./support/demo.ts";
import { backfillHistory, backfillRecordings, retention } from "./support/history/backfill.ts";
import { pastRequestsOf, repeatingService } from "./support/history/demo-week.ts";
import { firedIn } from "./support/history/fired-alerts.ts";
import { recordHistory, type PastService } from "./support/history/history.ts";
import { pastServices, stepSeconds } from "./support/history/past-services.ts";
import { requiredProgram } from "./support/required-program.ts";

const prometheus = requiredProgram("prometheus");
const promtool = requiredProgram("promtool");
const alertmanager = requiredProgram("prometheus-alertmanager");
const isThere = ![prometheus, promtool, alertmanager].includes(undefined);
const programs = { prometheus: prometheus ?? "", promtool: promtool ?? "", alertmanager: alertmanager ?? "" };

const daySeconds = 86_400;
/** Every so often rules are evaluated over the past. */
const lookSeconds = 300;
const steps = (8 * daySeconds) / stepSeconds + 1;
/** 15 a minute: of the smaller intent classes just enough for an alert to look at 15 minutes, which is the hardest. */
const perStep = 15;
const { alerts, recordings } = ruleCatalogue(defaultContext);

describe.skipIf(!isThere)("production windows over eight days of history", () => {
  let names: { readonly exported: ReadonlySet<string>; readonly counted: ReadonlySet<string> };
  let folder: string;
  let dataFolder: string;
  let endSeconds: number;
  let services: readonly PastService[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "rag-triad-history-"));
    dataFolder = join(folder, "data");
    const { clean, corrupted, exported } = await demoRounds();
    services = [
      repeatingService("demo", { healthy: clean, perStep }),
      repeatingService("demo-corrupted", {
        healthy: clean,
        ending: corrupted,
        endingSteps: 20,
        livesSteps: daySeconds / stepSeconds,
        perStep,
      }),
      ...pastServices(),
    ];
    const history = recordHistory(services, steps, stepSeconds);
    names = { exported, counted: new Set([...history.series.keys()].map((series) => series.replace(/\{.*/, ""))) };
    // A multiple of both steps: windows then hold the same samples whenever the test runs. And samples lie between the looks:
    // one at the border of a window counts for Prometheus 2, and not for 3.
    endSeconds = Math.floor(Date.now() / 1000 / lookSeconds) * lookSeconds;
    await backfillHistory(programs, history, { endSeconds: endSeconds - stepSeconds / 2, dataFolder });
    const range = { startSeconds: endSeconds - 8 * daySeconds, endSeconds, stepSeconds: lookSeconds };
    // Without an objective there is no budget.
    const needed = recordings.filter(({ record }) => !record.includes("budget"));
    await backfillRecordings(programs, needed, range, dataFolder);
  });

  const running: { stop(): Promise<void> }[] = [];
  /** Ends with the test, however that ends. */
  function started<T extends { stop(): Promise<void> }>(program: T): T {
    running.push(program);
    return program;
  }

  afterEach(async () => {
    for (const program of running.splice(0).toReversed()) await program.stop();
  });

  afterAll(async () => rm(folder, { recursive: true, force: true }));

  it("counts by names that the demo exports", () => {
    expect([...names.counted].filter((name) => !names.exported.has(name))).toEqual([]);
    expect(names.counted.size).toBeGreaterThan(10);
  });

  it("raises no alert in seven days of the demo's own scores, and some as soon as they are corrupted", async () => {
    const reader = await startPrometheus(programs.prometheus, { config: {}, flags: retention, dataFolder });
    try {
      const week = { startSeconds: endSeconds - 7 * daySeconds, endSeconds, stepSeconds: lookSeconds };
      const fired = [];
      for (const alert of alerts)
        if (alert.alert !== "RagWatchdog") fired.push(...(await firedIn(reader.url, alert, week)));
      expect(fired.filter(({ labels }) => labels["job"] === "demo" || labels["job"] === undefined)).toEqual([]);

      const corrupted = fired.filter(({ labels }) => labels["job"] === "demo-corrupted");
      const pages = corrupted.filter(({ labels }) => labels["severity"] === "page");
      expect(pages.map(({ labels }) => labels["rag_intent_class"])).toEqual(expect.arrayContaining(["faq", "chinese"]));
      expect(new Set(pages.map(({ alert }) => alert))).toEqual(new Set(["RagGroundednessVeryLow"]));
      // Not before the first corrupted answer.
      for (const { from } of corrupted) expect(from).toBeGreaterThan(endSeconds - 20 * stepSeconds);
    } finally {
      await reader.stop();
    }
  });

  it("pages through Alertmanager for what has to page, and for nothing else", async () => {
    // Life goes on as it was until now: the end was a while ago.
    const late = Math.floor((Date.now() / 1000 - endSeconds) / stepSeconds);
    if (late > 0) {
      const tail = recordHistory(services, late, stepSeconds, () => 0);
      await backfillHistory(programs, tail, { endSeconds: endSeconds + (late - 0.5) * stepSeconds, dataFolder });
    }
    const settings = resolveRuleSettings({ path: "a test", values: { alerting: { baselineModelVersion: "v1" } } });
    const writeYaml = await loadYamlWriter();
    const files = ruleFiles({ settings, profile: ruleProfiles.backfill });
    for (const file of files) await writeFile(join(folder, file.name), renderRuleFile(file, [], writeYaml));
    const log = createAlertLog();
    const receiver = started(await startWebhookReceiver(log.add));
    const alerting = started(
      await startAlertmanager(programs.alertmanager, await webhookAlertmanagerConfig(receiver.url)),
    );
    const server = started(
      await startPrometheus(programs.prometheus, {
        config: {
          global: { evaluation_interval: "1s" },
          alerting: { alertmanagers: [{ static_configs: [{ targets: [alerting.address] }] }] },
          rule_files: [join(folder, "*.rules.yml")],
        },
        flags: [...retention, "--rules.alert.resend-delay=1s"],
        dataFolder,
      }),
    );
    const told = (to: string) =>
      log
        .events()
        .filter(({ receiver: name, labels }) => name === to && labels["job"] !== "demo-corrupted")
        .map(({ labels }) =>
          [labels["job"], labels["alertname"], labels["rag_intent_class"], labels["rag_model_version"]]
            .filter((part) => part !== undefined)
            .join(" "),
        );
    await eventually(
      "those who have to know are told",
      async () => {
        const [pager, chat] = [told("rag-oncall"), told("rag-chat")];
        return pager.includes("one_of_five RagGroundednessVeryLow c") &&
          pager.includes("empty_index RagRetrievalEmpty faq") &&
          chat.includes("judge_down RagJudgeErrors") &&
          chat.includes("worse_model RagGroundednessRegression faq v2") &&
          told("rag-deadman").length > 0
          ? true
          : undefined;
      },
      120_000,
    );
    // Rules see the same history at every evaluation: what has not fired by now does not.
    const firing = await server.query('ALERTS{alertstate="firing", severity="page", job!="demo-corrupted"}');
    expect(
      firing
        .map(({ labels }) => [labels["job"], labels["alertname"], labels["rag_intent_class"] ?? "service"].join(" "))
        .toSorted(),
    ).toEqual([
      "empty_index RagGroundednessVeryLow faq",
      "empty_index RagRetrievalEmpty faq",
      "empty_index RagRetrievalEmpty service",
      "one_of_five RagGroundednessVeryLow c",
    ]);
    // Everything begins to fire in the second that Prometheus starts: whether the symptom is silenced before it is told is
    // chance here, and not where alerts fire one after the other (alert-page.test.ts).
    const symptomTold = "empty_index RagGroundednessVeryLow faq";
    expect(
      told("rag-oncall")
        .filter((page) => page !== symptomTold)
        .toSorted(),
    ).toEqual([
      "empty_index RagRetrievalEmpty",
      "empty_index RagRetrievalEmpty faq",
      "one_of_five RagGroundednessVeryLow c",
    ]);
    const symptom = await eventually("the symptom is known", async () =>
      (await alerting.alerts()).find(
        ({ labels }) => labels["job"] === "empty_index" && labels["alertname"] === "RagGroundednessVeryLow",
      ),
    );
    expect(symptom.state).toBe("suppressed");
    // It has fallen ten minutes ago, and the mean of the whole service does not show it.
    const mean = 'pipeline:rag_score:mean15m{job="one_of_five", rag_metric="groundedness"}';
    expect(await server.value(mean)).toBeGreaterThan(0.8);
    expect(told("rag-chat").filter((text) => text.startsWith("demo "))).toEqual([]);
    expect((await server.rules()).filter(({ health }) => health === "err")).toEqual([]);
  });
});

/** The demo's scores, clean and with every answer corrupted, and the names of its metrics. */
async function demoRounds() {
  const demo = startDemo("--serve", "--json", "--corrupt", "0", "--latency-pairs", "0");
  try {
    const [line] = await demo.waitFor(/^\{.*\}$/m);
    const { askUrl, metricsUrl } = JSON.parse(line) as DemoJson;
    const round = async (corrupt: number) => {
      const body = JSON.stringify({ corrupt });
      const response = await fetch(new URL("/control/run", askUrl), { method: "POST", body });
      return pastRequestsOf((await response.json()) as ControlRunJson);
    };
    const [clean, corrupted] = [await round(0), await round(1)];
    const page = await (await fetch(metricsUrl)).text();
    return { clean, corrupted, exported: new Set(parseExposition(page).map(({ name }) => name)) };
  } finally {
    await demo.stop();
  }
}
