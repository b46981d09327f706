import { eventually } from "../../../scripts/e2e/eventually.ts";
import { createAlertLog, type AlertEvent } from "../incident/alert-log.ts";
import {
  awaitAlert,
  brokenJudge,
  corruptedIntent,
  emptyRetriever,
  killedService,
  type IncidentContext,
  type IncidentReport,
} from "../incident/incidents.ts";
import { findAlertingPrograms, missingPrograms } from "../incident/programs.ts";
import { job, startStack, type Stack } from "../incident/stack.ts";
import { startTraffic } from "../incident/traffic.ts";
import type { DemoOptions } from "../options.ts";
import { demoQueries, intentClasses } from "../queries.ts";
import { createTimeline } from "../report/timeline.ts";
import type { Output } from "./output.ts";

const queriesPerSecond = 24;
/** So many scrapes of a healthy service before the first incident. */
const healthyScrapes = 10;

/**
 * From a bad answer to the page: runs the service, Prometheus and Alertmanager, breaks the service in four ways and shows who
 * is told what, and when. Returns whether it went as it has to: every incident noticed, and no page that was not due.
 */
export async function runPageDemo(options: DemoOptions, output: Output): Promise<boolean> {
  const programs = findAlertingPrograms();
  if ("missing" in programs) throw new Error(missingPrograms(programs.missing));
  const timeline = createTimeline(output);
  const log = createAlertLog(timeline.event);
  output.say(
    "Starting the service, Prometheus with the shipped rules (seconds for minutes: 15m is 15s) and Alertmanager with the",
    "shipped routes; chat, pager and dead man's switch are a receiver here. It takes about two minutes.",
    "",
  );
  const stack = await startStack(programs, log.add);
  try {
    timeline.say(`Prometheus ${stack.prometheus.url}  Alertmanager ${stack.alertmanager.url}`);
    const traffic = startTraffic(stack.service.url, demoQueries, queriesPerSecond);
    const context: IncidentContext = { ...timeline, stack, traffic, events: log.events };
    await awaitAlert(context, { alertname: "RagWatchdog", receiver: "rag-deadman" }, "firing", 0);
    await awaitHealthy(stack);
    timeline.say(
      `healthy: ${queriesPerSecond} queries a second of six intent classes, groundedness ${await means(stack)}`,
    );
    const incidents = [
      await corruptedIntent(context),
      await emptyRetriever(context),
      await brokenJudge(context),
      await killedService(context),
    ];
    const rulesInError = (await stack.prometheus.rules()).filter(({ health }) => health === "err");
    const events = log.events();
    const undue = events.filter((event) => isUnduePage(event, incidents));
    summarise(incidents, undue, output);
    for (const { name, lastError } of rulesInError) output.say(output.style.bad(`✘ rule ${name}: ${lastError}`));
    if (options.json) output.json({ incidents, alerts: events.map(timeline.plain), undue: undue.length, rulesInError });
    return undue.length === 0 && rulesInError.length === 0;
  } finally {
    await stack.stop();
  }
}

async function awaitHealthy({ prometheus }: Stack): Promise<void> {
  await eventually("healthy scrapes", async () =>
    ((await prometheus.value(`sum(count_over_time(up{job="${job}"}[1m]))`)) ?? 0) >= healthyScrapes ? true : undefined,
  );
}

async function means({ prometheus }: Stack): Promise<string> {
  const samples = await prometheus.query('intent:rag_score:mean15m{rag_metric="groundedness"}');
  const values = new Map(samples.map(({ labels, value }) => [labels["rag_intent_class"], value]));
  const scored = intentClasses.filter((intent) => values.has(intent));
  const unscored = intentClasses.filter((intent) => !values.has(intent));
  return [
    ...scored.map((intent) => `${intent} ${values.get(intent)?.toFixed(2)}`),
    ...unscored.map((intent) => `${intent} none (all refused: a refusal makes no claims)`),
  ].join(", ");
}

function isUnduePage({ labels, status }: AlertEvent, incidents: readonly IncidentReport[]): boolean {
  return (
    status === "firing" &&
    labels["severity"] === "page" &&
    !incidents.some(
      ({ expected }) => expected.alertname === labels["alertname"] && expected.intent === labels["rag_intent_class"],
    )
  );
}

function summarise(incidents: readonly IncidentReport[], undue: readonly AlertEvent[], output: Output): void {
  const { good, bad } = output.style;
  output.section("From the break to the message", [
    ...incidents.map(({ incident, expected, secondsToAlert, secondsToResolved }) => {
      const who = `${expected.alertname}${expected.intent === undefined ? "" : ` ${expected.intent}`} → ${expected.receiver}`;
      const resolved =
        secondsToResolved === undefined ? "" : `, resolved ${secondsToResolved.toFixed(1)} s after the repair`;
      return good(`✔ ${incident}: ${who} after ${secondsToAlert.toFixed(1)} s${resolved}`);
    }),
    undue.length === 0
      ? good("✔ nobody was paged about anything else")
      : bad(
          `✘ pages that were not due: ${undue.map(({ labels }) => `${labels["alertname"]} ${labels["rag_intent_class"] ?? ""}`.trim()).join(", ")}`,
        ),
    "",
    "With the shipped windows it is minutes where it was seconds here.",
  ]);
}
