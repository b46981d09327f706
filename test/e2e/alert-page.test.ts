import { describe, expect, it } from "vitest";
import type { AlertEvent } from "../../examples/demo/incident/alert-log.ts";
import { startDemo } from "./support/demo.ts";
import { requiredProgram } from "./support/required-program.ts";

const commands = [requiredProgram("prometheus"), requiredProgram("prometheus-alertmanager")];

interface PageJson {
  readonly incidents: readonly {
    readonly incident: string;
    readonly secondsToAlert: number;
    readonly secondsToResolved?: number;
  }[];
  readonly alerts: readonly Omit<AlertEvent, "atMs">[];
  readonly undue: number;
  readonly rulesInError: readonly unknown[];
}

describe.skipIf(commands.includes(undefined))(
  "from bad answers to the page, with real Prometheus and Alertmanager",
  () => {
    it("tells the right people the right things, and nobody anything else", { timeout: 300_000 }, async () => {
      const demo = startDemo("--page", "--json");
      const { code } = await demo.exited;
      expect(demo.stderr()).not.toContain("✘");
      // Six classes, and a word on the one without a mean.
      expect(demo.stderr()).toMatch(
        /of six intent classes, groundedness (?:\w+ \d\.\d\d, ){5}off_topic none \(all refused/,
      );
      expect(code).toBe(0);
      const { incidents, alerts, undue, rulesInError } = JSON.parse(demo.stdout()) as PageJson;

      // Every page of the whole run, at the pager: one for each incident that is one, each resolved once.
      const pager = alerts.filter(({ receiver }) => receiver === "rag-oncall");
      const about = ({ labels, status }: Pick<AlertEvent, "labels" | "status">) =>
        [labels["alertname"], labels["rag_intent_class"], status].join(" ");
      expect(pager.map(about)).toEqual([
        "RagGroundednessVeryLow faq firing",
        "RagGroundednessVeryLow faq resolved",
        "RagRetrievalEmpty how_to firing",
        "RagRetrievalEmpty how_to resolved",
      ]);
      expect(pager[0]?.labels).toEqual({
        alertname: "RagGroundednessVeryLow",
        category: "quality",
        component: "rag-quality",
        job: "rag-demo",
        rag_intent_class: "faq",
        rag_judge: "embedded/1",
        rag_metric: "groundedness",
        rag_pipeline: "demo",
        scope: "intent",
        severity: "page",
      });
      expect(pager[0]?.annotations["description"]).toMatch(/^Mean groundedness over 15m is 0\.\d{3} by embedded\/1\./);
      expect(pager[0]?.annotations["diagnosis"]).toMatch(/generation \d+/);
      expect(pager[2]?.annotations["description"]).toMatch(/^It is [\d.]+% over 5m, or over 15m/);

      // What pages is in the chat too; the judge's break and the service's death are there alone.
      const chat = alerts.filter(({ receiver, status }) => receiver === "rag-chat" && status === "firing").map(about);
      for (const page of pager.filter(({ status }) => status === "firing")) expect(chat).toContain(about(page));
      const judge = alerts.filter(
        ({ labels, status }) => labels["alertname"] === "RagJudgeErrors" && status === "firing",
      );
      expect(judge.map(({ labels }) => labels["rag_metric"]).toSorted()).toEqual([
        "answer_relevance",
        "context_relevance",
        "groundedness",
      ]);
      for (const { receiver, labels } of judge) expect([receiver, labels["severity"]]).toEqual(["rag-chat", "warning"]);
      const absent = alerts.filter(({ labels }) => labels["alertname"] === "RagServiceAbsent");
      expect(absent.map(({ labels }) => labels["job"])).toEqual(["rag-demo"]);
      const alive = alerts.filter(({ receiver }) => receiver === "rag-deadman");
      expect(alive.map(({ labels }) => labels["alertname"])).toEqual(["RagWatchdog"]);

      expect(incidents).toHaveLength(4);
      for (const { secondsToAlert, secondsToResolved = 1 } of incidents) {
        expect(secondsToAlert).toBeGreaterThan(0);
        expect(secondsToResolved).toBeGreaterThan(0);
      }
      expect({ undue, rulesInError }).toEqual({ undue: 0, rulesInError: [] });
    });
  },
);
