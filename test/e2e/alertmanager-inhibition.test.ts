import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startAlertmanager, type RunningAlertmanager } from "../../scripts/e2e/alertmanager.ts";
import { quickAlertmanagerConfig } from "../../scripts/e2e/alertmanager-config.ts";
import { eventually } from "../../scripts/e2e/eventually.ts";
import { requiredProgram } from "./support/required-program.ts";
import { shippedAlerts } from "./support/shipped-alerts.ts";

type Labels = Readonly<Record<string, string>>;

const command = requiredProgram("prometheus-alertmanager");
const all: readonly Labels[] = shippedAlerts.map(({ labels }) => labels);
/** What routes and inhibition may look at. */
const looked = ["severity", "category", "scope", "policy", "rag_metric", "job"] as const;
/** Alerts that stand for something of their own: a judge's, what it costs, and what must always get through. */
const named = ["RagJudgeErrors", "RagCoverageLow", "RagWatchdog"];
/** One alert of every kind that there is: what differs in nothing that may matter is raised once. */
const alerts = [
  ...new Map(
    all.map((labels) => [
      [...looked.map((name) => labels[name]), named.find((name) => name === labels["alertname"])].join("|"),
      labels,
    ]),
  ).values(),
];
const both = (a: Labels, b: Labels, name: string): boolean => a[name] === b[name];

/** Whether `a` has to silence `b` when both are about the same service, pipeline and intent class, as far as they name them. */
function silences(a: Labels, b: Labels): boolean {
  if (a["category"] === "retrieval" && (b["category"] === "quality" || b["category"] === "budget"))
    return both(a, b, "scope") && b["rag_metric"] === "groundedness" && b["policy"] === undefined;
  const isRedundant = a["severity"] === "page" && b["severity"] === "warning" && b["policy"] === undefined;
  if (!isRedundant || !both(a, b, "category") || !both(a, b, "rag_metric")) return false;
  return both(a, b, "scope") || (a["category"] === "quality" && a["scope"] === "service" && b["scope"] === "intent");
}

/** One pair of alerts, in a job of its own. */
interface Case {
  readonly job: string;
  readonly source: Labels;
  readonly target: Labels;
  readonly expected: boolean;
}

/** Alerts without a job would meet over all cases: they have a test of their own. */
const ofJobs = alerts.filter((labels) => labels["job"] !== undefined);
const pairs = ofJobs.flatMap((source) =>
  ofJobs.filter((target) => target !== source).map((target) => ({ source, target })),
);

const same: readonly Case[] = pairs.map(({ source, target }, index) => ({
  job: `same-${index}`,
  source,
  target,
  expected: silences(source, target),
}));

/** Every pair that silences, with one thing different: another pipeline, intent class or metric, or another component. */
const apart: readonly Case[] = pairs
  .filter(({ source, target }) => silences(source, target))
  .flatMap(({ source, target }, index) =>
    (["rag_pipeline", "rag_intent_class", "rag_metric", "component"] as const)
      .filter((name) => target[name] !== undefined && (source[name] !== undefined || name === "rag_intent_class"))
      .map((name) => ({
        job: `apart-${index}-${name}`,
        source,
        target: { ...target, [name]: "another" },
        // A page of the whole service goes for each of its intent classes.
        expected: name === "rag_intent_class" && source["rag_intent_class"] === undefined,
      })),
  );

describe.skipIf(command === undefined)("inhibition by the real Alertmanager", () => {
  let alertmanager: RunningAlertmanager;
  /** The jobs whose target, and those whose source, is silenced. */
  const silenced = { target: new Set<string>(), source: new Set<string>() };
  const cases = [...same, ...apart];
  const describeCase = ({ source, target, job }: Case): string =>
    [job, ...[source, target].map((labels) => `${labels["alertname"]} ${labels["scope"]} ${labels["severity"]}`)].join(
      " | ",
    );

  beforeAll(async () => {
    const config = await quickAlertmanagerConfig();
    // Nobody is told: what is silenced is asked of the API.
    const receivers = config.receivers.map(({ name }) => ({ name }));
    alertmanager = await startAlertmanager(command ?? "", { ...config, receivers });
    const role = (labels: Labels, job: string, name: string) => ({ labels: { ...labels, job, role: name } });
    await alertmanager.raise(
      cases.flatMap(({ job, source, target }) => [role(source, job, "source"), role(target, job, "target")]),
    );
    const wanted = cases.filter(({ expected }) => expected).map(({ job }) => job);
    // Sources and targets come to know of each other in any order: what is to be silenced may be a moment later.
    await eventually("all alerts are known, and what has to be silenced is", async () => {
      const answer = await alertmanager.alerts();
      silenced.target.clear();
      silenced.source.clear();
      for (const { labels, state } of answer)
        if (state === "suppressed") silenced[labels["role"] as "source" | "target"].add(labels["job"] ?? "");
      const isKnown = answer.length === 2 * cases.length && answer.every(({ state }) => state !== "unprocessed");
      return isKnown && wanted.every((job) => silenced.target.has(job)) ? answer : undefined;
    });
  });

  afterAll(async () => alertmanager?.stop());

  it("has pairs of both kinds, and of every rule", () => {
    expect(same.length).toBeGreaterThan(300);
    const silencing = same.filter(({ expected }) => expected);
    expect(new Set(silencing.map(({ source }) => source["category"]))).toEqual(
      new Set(["quality", "retrieval", "budget"]),
    );
    expect(apart.length).toBeGreaterThan(silencing.length);
  });

  it("silences the pairs that it has to, and no other", () => {
    const wrong = cases.filter(({ job, expected }) => silenced.target.has(job) !== expected);
    expect(wrong.map(describeCase)).toEqual([]);
  });

  it("never lets a warning silence anything", () => {
    const wrong = cases.filter(({ job, source }) => source["severity"] !== "page" && silenced.target.has(job));
    expect(wrong.map(describeCase)).toEqual([]);
  });

  it("never silences the freeze notice, the watchdog or a page that is no symptom of retrieval", () => {
    const wrong = cases.filter(
      ({ job, source, target }) =>
        silenced.target.has(job) &&
        (target["policy"] === "freeze" ||
          target["alertname"] === "RagWatchdog" ||
          (target["severity"] === "page" && source["category"] !== "retrieval")),
    );
    expect(wrong.map(describeCase)).toEqual([]);
  });

  it("never lets two alerts silence each other", () => {
    expect([...silenced.target].filter((job) => silenced.source.has(job))).toEqual([]);
  });

  it("lets alerts about the rules alone silence nothing and be silenced by nothing", async () => {
    const unnamed = alerts.filter((labels) => labels["job"] === undefined);
    expect(unnamed.length).toBeGreaterThan(0);
    // With every other alert about a service, and once as the series of a pipeline and metric.
    await alertmanager.raise([
      ...unnamed.map((labels) => ({ labels: { ...labels, role: "unnamed" } })),
      ...alerts.map((labels) => ({ labels: { ...labels, role: "among" } })),
      { labels: { ...unnamed[0], job: "rag", rag_pipeline: "support", rag_metric: "groundedness", role: "unnamed" } },
    ]);
    const known = await eventually("they are known", async () => {
      const answer = (await alertmanager.alerts()).filter(({ labels }) => labels["role"] === "unnamed");
      return answer.length === unnamed.length + 1 ? answer : undefined;
    });
    const prints = new Set(known.map(({ fingerprint }) => fingerprint));
    expect(known.flatMap(({ inhibitedBy }) => inhibitedBy)).toEqual([]);
    const inhibiting = (await alertmanager.alerts()).flatMap(({ inhibitedBy }) => inhibitedBy);
    expect(inhibiting.filter((fingerprint) => prints.has(fingerprint))).toEqual([]);
  });
});
