import { afterEach, describe, expect, it } from "vitest";
import { createAlertLog } from "../../../examples/demo/incident/alert-log.ts";
import { findAlertingPrograms, missingPrograms } from "../../../examples/demo/incident/programs.ts";
import { createStyle } from "../../../examples/demo/report/style.ts";
import { createTimeline } from "../../../examples/demo/report/timeline.ts";
import { controlTrouble } from "../../../examples/demo/service/control-trouble.ts";
import { close, listen } from "../../../examples/demo/service/listen.ts";
import type { Pipeline, RetrievedChunk } from "../../../examples/demo/service/pipeline.ts";
import { createAskServer } from "../../../examples/demo/service/server.ts";
import { troubledPipeline, type Trouble } from "../../../examples/demo/service/trouble.ts";
import type { Notification, NotifiedAlert } from "../../../scripts/e2e/webhook-receiver.ts";

describe("the programs of --page", () => {
  const having =
    (...commands: readonly string[]) =>
    (command: string) =>
      commands.includes(command) ? `/bin/${command}` : undefined;

  it("are found under Debian's names and those of the downloads", () => {
    const debian = findAlertingPrograms(having("prometheus", "prometheus-alertmanager"));
    expect(debian).toEqual({ prometheus: "/bin/prometheus", alertmanager: "/bin/prometheus-alertmanager" });
    const downloads = findAlertingPrograms(having("prometheus", "alertmanager", "prometheus-alertmanager"));
    expect(downloads).toEqual({ prometheus: "/bin/prometheus", alertmanager: "/bin/alertmanager" });
  });

  it.each([
    { there: [], missing: ["Prometheus", "Alertmanager"] },
    { there: ["prometheus"], missing: ["Alertmanager"] },
    { there: ["alertmanager"], missing: ["Prometheus"] },
  ])("are missed by name when there are $there", ({ there, missing }) => {
    const found = findAlertingPrograms(having(...there));
    const programs = "missing" in found ? found.missing : [];
    expect(programs.map(({ name }) => name)).toEqual(missing);
    const text = missingPrograms(programs);
    for (const { debianPackage } of programs) expect(text).toContain(`apt-get install ${debianPackage} as root`);
  });
});

describe("the alert log", () => {
  const alert = (alertname: string, status: NotifiedAlert["status"]): NotifiedAlert => ({
    status,
    labels: { alertname },
    annotations: {},
    fingerprint: alertname,
  });
  const notification = (receiver: string, ...alerts: readonly NotifiedAlert[]): Notification => ({
    atMs: 1,
    receiver,
    groupLabels: {},
    alerts,
  });

  it("has what is news to a receiver, each once", () => {
    const heard: string[] = [];
    const log = createAlertLog(({ receiver, labels, status }) =>
      heard.push(`${receiver} ${labels["alertname"]} ${status}`),
    );
    log.add(notification("chat", alert("a", "resolved")));
    log.add(notification("chat", alert("a", "firing")));
    log.add(notification("chat", alert("a", "firing"), alert("b", "firing")));
    log.add(notification("pager", alert("a", "firing")));
    log.add(notification("chat", alert("a", "resolved"), alert("b", "firing")));
    log.add(notification("chat", alert("a", "firing")));
    expect(heard).toEqual(["chat a firing", "chat b firing", "pager a firing", "chat a resolved", "chat a firing"]);
    expect(log.events()).toHaveLength(5);
  });
});

it("the timeline names who is told what about whom, with the first sentence of the description", () => {
  const said: string[] = [];
  const say = (...lines: readonly string[]): void => void said.push(...lines);
  const section = (title: string, lines: readonly string[]): void => say(title, ...lines);
  const timeline = createTimeline({ say, section, style: createStyle(false) });
  const event = {
    atMs: performance.now(),
    receiver: "rag-oncall",
    labels: { alertname: "RagX", severity: "page", rag_intent_class: "faq", rag_metric: "groundedness" },
    annotations: { description: "The mean is 0.577 by embedded/1. More follows." },
  };
  timeline.event({ ...event, status: "firing" });
  timeline.begin("it breaks");
  timeline.event({ ...event, status: "resolved" });
  expect(said[0]).toMatch(
    /^ +\d+\.\d s +page     → rag-oncall {2}RagX \(faq, groundedness\): The mean is 0\.577 by embedded\/1\.$/,
  );
  expect(said[1]).toBe("It breaks");
  expect(said[2]).toMatch(/\+0\.0 s {2}resolved → rag-oncall {2}RagX \(faq, groundedness\)$/);
  expect(timeline.plain({ ...event, status: "firing" })).toMatchObject({
    atSeconds: expect.any(Number),
    status: "firing",
  });
});

describe("trouble", () => {
  const chunk = { id: "c", text: "A passage." } as RetrievedChunk;
  const pipeline = (word: string): Pipeline => ({
    retrieve: async () => [chunk],
    async *generate(_, chunks) {
      yield `${word} from ${chunks.length}`;
    },
  });
  const trouble: Trouble = {};
  const troubled = troubledPipeline(pipeline("truth"), {
    corrupted: pipeline("lies"),
    trouble,
    intentOf: (query) => query.split(" ")[0] ?? "",
  });
  async function answer(query: string): Promise<string> {
    const chunks = await troubled.retrieve(query);
    const parts: string[] = [];
    for await (const part of troubled.generate(query, chunks)) parts.push(part);
    return `${chunks.length} retrieved, ${parts.join("")}`;
  }

  let stop: (() => Promise<void>) | undefined;
  afterEach(async () => stop?.());

  it("meets one intent class, for as long as it lasts", async () => {
    const server = createAskServer(async () => ({ requestId: "", parts: troubled.generate("", []) }), {
      "/control/trouble": controlTrouble(trouble),
    });
    const url = await listen(server, 0);
    stop = () => close(server);
    const control = (body: string) => fetch(`${url}/control/trouble`, { method: "POST", body });

    expect((await control('{"corrupt": "faq"}')).status).toBe(200);
    expect(await answer("faq 1")).toBe("1 retrieved, lies from 1");
    expect(await answer("how_to 1")).toBe("1 retrieved, truth from 1");

    // From memory: an answer that nothing was retrieved for.
    expect((await control('{"emptyRetriever": "faq", "brokenJudge": true}')).status).toBe(200);
    expect(trouble).toEqual({ emptyIntent: "faq", brokenJudge: true });
    expect(await answer("faq 1")).toBe("0 retrieved, truth from 1");
    expect(await answer("how_to 1")).toBe("1 retrieved, truth from 1");

    for (const bad of [
      "",
      "[]",
      "null",
      '"faq"',
      '{"corrupt": 1}',
      '{"corrupt": "nope"}',
      '{"emptyRetriever": ""}',
      '{"brokenJudge": "yes"}',
      '{"other": true}',
    ]) {
      const refused = await control(bad);
      expect([bad, refused.status]).toEqual([bad, 400]);
      const text = await refused.text();
      expect(text).toContain("{} repairs all");
      expect(text).toContain("faq, how_to, ambiguous, chinese, unanswerable, off_topic");
    }
    expect(trouble).toEqual({ emptyIntent: "faq", brokenJudge: true });

    expect((await control("{}")).status).toBe(200);
    expect(trouble).toEqual({});
    expect(await answer("faq 1")).toBe("1 retrieved, truth from 1");
  });
});
