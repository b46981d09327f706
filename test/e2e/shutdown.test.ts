import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startOtlpReceiver, type OtlpReceiver } from "../helpers/otlp-receiver.ts";
import { runApp, type RunningApp } from "../helpers/run-app.ts";
import { conservation, countBy, requestSpans, scrapeToTheEnd, sum } from "./shutdown-checks.ts";

const never = "600000";
const metrics = ["context_relevance", "groundedness", "answer_relevance"] as const;
let receiver: OtlpReceiver;
let app: RunningApp;

beforeEach(async () => {
  receiver = await startOtlpReceiver();
});
afterEach(async () => {
  app.process.kill("SIGKILL");
  await receiver.close();
});

/** Starts the app and waits until so many requests are complete and not scored. */
async function startWithPending(pending: number, environment: Readonly<Record<string, string>>): Promise<string> {
  app = runApp(join(import.meta.dirname, "shutdown-app.ts"), {
    RECEIVER_URL: receiver.url,
    REQUESTS: String(pending),
    ...environment,
  });
  const url = await app.line("metrics ");
  expect(await app.line("pending ")).toBe(String(pending));
  return url;
}

describe("a signal with 100 requests pending", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "%s: all are scored, sent and counted, and the exit status is the signal's",
    async (signal) => {
      const url = await startWithPending(100, { JUDGE_MS: "3000", GRACE_MS: "20000" });
      const scrapes = scrapeToTheEnd(url);
      app.process.kill(signal);
      expect(await app.ended).toEqual({ code: null, signal });

      const spans = requestSpans(receiver);
      expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(100);
      expect(countBy(spans, "rag.evaluation.status")).toEqual({ scored: 100 });
      for (const { attributes, durationMs } of spans) {
        expect(attributes["rag.groundedness"]).toBe(0.9);
        expect(durationMs).toBeLessThan(3000);
      }
      expect(receiver.spans.filter(({ name }) => name === "retrieval")).toHaveLength(100);
      expect(receiver.spans.filter(({ name }) => name === "generation")).toHaveLength(100);
      expect(receiver.logs).toHaveLength(300);

      const texts = await scrapes;
      for (const text of texts) {
        for (const metric of metrics) {
          const { requests, resolved, pending } = conservation(text, metric);
          expect(resolved + pending).toBe(requests);
        }
      }
      const last = texts.at(-1) ?? "";
      expect(conservation(last, "groundedness")).toEqual({ requests: 100, resolved: 100, pending: 0 });
      expect(sum(last, "rag_groundedness_count")).toBe(100);
      expect(app.stderr()).toBe("");
    },
  );

  it("a judge that never answers: all are sent with the status shutdown and counted so", async () => {
    const url = await startWithPending(100, { JUDGE_MS: never, SHUTDOWN_TIMEOUT_MS: "500", GRACE_MS: "20000" });
    const scrapes = scrapeToTheEnd(url);
    app.process.kill("SIGTERM");
    expect(await app.ended).toEqual({ code: null, signal: "SIGTERM" });
    expect(countBy(requestSpans(receiver), "rag.evaluation.status")).toEqual({ shutdown: 100 });
    const last = (await scrapes).at(-1) ?? "";
    for (const metric of metrics)
      expect(conservation(last, metric)).toEqual({ requests: 100, resolved: 100, pending: 0 });
    expect(sum(last, "rag_evaluations_total", 'rag_outcome="shutdown"')).toBe(300);
  });

  it("as many as the queue takes at most: none is dropped by the batch processor", async () => {
    await startWithPending(1000, { JUDGE_MS: never, SHUTDOWN_TIMEOUT_MS: "500" });
    app.process.kill("SIGTERM");
    expect(await app.ended).toEqual({ code: null, signal: "SIGTERM" });
    expect(requestSpans(receiver)).toHaveLength(1000);
    expect(countBy(requestSpans(receiver), "rag.evaluation.status")).toEqual({ shutdown: 1000 });
  });
});

describe("the application's own handler", () => {
  it.each(["on", "once"])("registered with %s, keeps the end of the process to itself", async (handler) => {
    await startWithPending(10, { JUDGE_MS: "1500", HANDLER: handler });
    app.process.kill("SIGTERM");
    expect(await app.ended).toEqual({ code: 7, signal: null });
    expect(app.lines.slice(-2)).toEqual(["the application's handler", "ends by itself"]);
    expect(countBy(requestSpans(receiver), "rag.evaluation.status")).toEqual({ scored: 10 });
  });
});

describe("without a signal", () => {
  it("the natural end loses nothing and keeps the exit status", async () => {
    await startWithPending(10, { JUDGE_MS: "1500", ENDING: "natural" });
    expect(await app.ended).toEqual({ code: 0, signal: null });
    expect(countBy(requestSpans(receiver), "rag.evaluation.status")).toEqual({ scored: 10 });
  });
});

describe("a second signal", () => {
  it("ends the process at once", async () => {
    await startWithPending(1, { JUDGE_MS: never, SHUTDOWN_TIMEOUT_MS: "120000" });
    app.process.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(app.process.signalCode).toBeNull();
    app.process.kill("SIGTERM");
    expect(await app.ended).toEqual({ code: null, signal: "SIGTERM" });
    expect(requestSpans(receiver)).toHaveLength(0);
  });
});
