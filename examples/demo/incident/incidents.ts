import { eventually } from "../../../scripts/e2e/eventually.ts";
import type { AlertEvent } from "./alert-log.ts";
import type { Stack } from "./stack.ts";
import type { Traffic } from "./traffic.ts";

/** What an incident works with. */
export interface IncidentContext {
  readonly stack: Stack;
  readonly traffic: Traffic;
  readonly events: () => readonly AlertEvent[];
  /** A line of the timeline. */
  say(line: string): void;
  /** A heading of the timeline, and time zero of what follows. */
  begin(title: string): void;
}

/** What an alert has to be for an incident to be noticed. */
export interface ExpectedAlert {
  readonly alertname: string;
  readonly receiver: string;
  readonly intent?: string;
}

/** How an incident went, in seconds. */
export interface IncidentReport {
  readonly incident: string;
  readonly expected: ExpectedAlert;
  /** From the break to the notification. */
  readonly secondsToAlert: number;
  /** From the repair to the notification that it is over; left out where nothing is repaired. */
  readonly secondsToResolved?: number;
}

const patienceMs = 90_000;

/** Waits for an alert at a receiver, from `sinceMs` on. */
export async function awaitAlert(
  { events }: Pick<IncidentContext, "events">,
  { alertname, receiver, intent }: ExpectedAlert,
  status: AlertEvent["status"],
  sinceMs: number,
): Promise<AlertEvent> {
  return eventually(
    `${alertname} ${status} at ${receiver}`,
    async () =>
      events().find(
        (event) =>
          event.atMs >= sinceMs &&
          event.status === status &&
          event.receiver === receiver &&
          event.labels["alertname"] === alertname &&
          event.labels["rag_intent_class"] === intent,
      ),
    patienceMs,
  );
}

/** The answers of one intent class go wrong: its groundedness pages, and nobody else's. */
export async function corruptedIntent(context: IncidentContext): Promise<IncidentReport> {
  const { service } = context.stack;
  const expected = { alertname: "RagGroundednessVeryLow", receiver: "rag-oncall", intent: "faq" };
  return incident(context, "the generator answers one intent class wrongly", expected, {
    break: () => service.trouble({ corrupt: "faq" }),
    broken: "every answer of intent class faq is corrupted from now on",
  });
}

/**
 * The retriever finds nothing for one intent class and the generator answers from memory: retrieval pages, and
 * groundedness, which falls to 0, is silenced as its symptom.
 */
export async function emptyRetriever(context: IncidentContext): Promise<IncidentReport> {
  const { service, prometheus, alertmanager } = context.stack;
  const expected = { alertname: "RagRetrievalEmpty", receiver: "rag-oncall", intent: "how_to" };
  const symptom = { alertname: "RagGroundednessVeryLow", rag_intent_class: "how_to" };
  return incident(context, "the retriever returns nothing for one intent class", expected, {
    break: () => service.trouble({ emptyRetriever: "how_to" }),
    broken: "nothing is retrieved for intent class how_to; the generator answers from memory",
    async meanwhile() {
      await eventually(
        "the groundedness alert is inhibited",
        async () =>
          (await alertmanager.alerts()).find(
            ({ labels, inhibitedBy }) =>
              inhibitedBy.length > 0 && Object.entries(symptom).every(([name, value]) => labels[name] === value),
          ),
        patienceMs,
      );
      context.say("RagGroundednessVeryLow how_to fires as its symptom: inhibited, nobody is told");
    },
    async afterwards() {
      const firing = `ALERTS{alertstate="firing", alertname="RagGroundednessVeryLow", rag_intent_class="how_to"}`;
      await eventually(
        "the symptom is over",
        async () => ((await prometheus.query(firing)).length === 0 ? true : undefined),
        patienceMs,
      );
    },
  });
}

/** Every judge fails until no score is left to look at: the judge's alert, and no page. */
export async function brokenJudge(context: IncidentContext): Promise<IncidentReport> {
  const expected = { alertname: "RagJudgeErrors", receiver: "rag-chat" };
  const title = "the judges break";
  context.begin(title);
  await context.stack.service.trouble({ brokenJudge: true });
  const brokenAtMs = performance.now();
  context.say("every judge fails from now on");
  const { atMs } = await awaitAlert(context, expected, "firing", brokenAtMs);
  await awaitAlert(context, { alertname: "RagRequestsWithoutScores", receiver: "rag-chat" }, "firing", brokenAtMs);
  context.say("no score is left in the page window, and nobody was paged about quality");
  return { incident: title, expected, secondsToAlert: seconds(atMs - brokenAtMs) };
}

/** The service is killed. */
export async function killedService(context: IncidentContext): Promise<IncidentReport> {
  const expected = { alertname: "RagServiceAbsent", receiver: "rag-chat" };
  const title = "the service dies";
  context.begin(title);
  await context.traffic.stop();
  await context.stack.service.kill();
  const brokenAtMs = performance.now();
  context.say("killed");
  const { atMs } = await awaitAlert(context, expected, "firing", brokenAtMs);
  return { incident: title, expected, secondsToAlert: seconds(atMs - brokenAtMs) };
}

async function incident(
  context: IncidentContext,
  title: string,
  expected: ExpectedAlert,
  steps: {
    break(): Promise<void>;
    readonly broken: string;
    /** Between alert and repair. */
    meanwhile?(): Promise<void>;
    /** When it is resolved. */
    afterwards?(): Promise<void>;
  },
): Promise<IncidentReport> {
  context.begin(title);
  await steps.break();
  const brokenAtMs = performance.now();
  context.say(steps.broken);
  const alert = await awaitAlert(context, expected, "firing", brokenAtMs);
  await steps.meanwhile?.();
  await context.stack.service.trouble({});
  const repairedAtMs = performance.now();
  context.say("repaired");
  const resolved = await awaitAlert(context, expected, "resolved", repairedAtMs);
  await steps.afterwards?.();
  return {
    incident: title,
    expected,
    secondsToAlert: seconds(alert.atMs - brokenAtMs),
    secondsToResolved: seconds(resolved.atMs - repairedAtMs),
  };
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
