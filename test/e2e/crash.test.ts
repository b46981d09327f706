import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startOtlpReceiver, type OtlpReceiver } from "../helpers/otlp-receiver.ts";
import { runApp, type RunningApp } from "../helpers/run-app.ts";
import { countBy, requestSpans } from "./shutdown-checks.ts";

let receiver: OtlpReceiver;
let app: RunningApp;

beforeEach(async () => {
  receiver = await startOtlpReceiver();
});
afterEach(async () => {
  app.process.kill("SIGKILL");
  await receiver.close();
});

/** The app with 20 complete requests; batches leave every 50 ms, so that the batch is not what is lost. */
function start(environment: Readonly<Record<string, string>>): void {
  app = runApp(join(import.meta.dirname, "shutdown-app.ts"), {
    RECEIVER_URL: receiver.url,
    REQUESTS: "20",
    OTEL_BSP_SCHEDULE_DELAY: "50",
    ...environment,
  });
}

const children = (received: OtlpReceiver): number =>
  received.spans.filter(({ name }) => name === "retrieval" || name === "generation").length;

const never = "600000";
const endings = [
  { ending: "throw", code: 1 },
  { ending: "exit", code: 3 },
];

describe.each(endings)("an application that ends with $ending", ({ ending, code }) => {
  it("loses nothing that was scored", async () => {
    start({ ENDING: ending });
    expect(await app.line("pending ")).toBe("0");
    await receiver.waitFor((received) => requestSpans(received).length === 20);
    app.process.kill("SIGUSR2");
    expect(await app.ended).toEqual({ code, signal: null });
    expect(countBy(requestSpans(receiver), "rag.evaluation.status")).toEqual({ scored: 20 });
  });

  it("loses the request spans that are pending, and no more", async () => {
    start({ ENDING: ending, JUDGE_MS: never });
    expect(await app.line("pending ")).toBe("20");
    await receiver.waitFor((received) => children(received) === 40);
    app.process.kill("SIGUSR2");
    expect(await app.ended).toEqual({ code, signal: null });
    expect(requestSpans(receiver)).toHaveLength(0);
  });

  it("keeps those too with the score target link", async () => {
    start({ ENDING: ending, JUDGE_MS: never, SCORE_TARGET: "link" });
    expect(await app.line("pending ")).toBe("20");
    await receiver.waitFor((received) => requestSpans(received).length === 20);
    app.process.kill("SIGUSR2");
    expect(await app.ended).toEqual({ code, signal: null });
    expect(countBy(requestSpans(receiver), "rag.evaluation.status")).toEqual({ linked: 20 });
    expect(receiver.spans.filter(({ name }) => name === "rag_evaluation")).toHaveLength(0);
  });
});

describe("the score target link on a regular end", () => {
  it("sends one evaluation span a request, with one link to it", async () => {
    start({ SCORE_TARGET: "link" });
    await app.line("pending ");
    app.process.kill("SIGTERM");
    expect(await app.ended).toEqual({ code: null, signal: "SIGTERM" });
    const evaluations = receiver.spans.filter(({ name }) => name === "rag_evaluation");
    expect(evaluations).toHaveLength(20);
    const requests = new Set(requestSpans(receiver).map(({ traceId, spanId }) => `${traceId}/${spanId}`));
    for (const { links, attributes } of evaluations) {
      expect(links).toHaveLength(1);
      expect(requests.delete(`${links[0]?.traceId}/${links[0]?.spanId}`)).toBe(true);
      expect(attributes["rag.groundedness"]).toBe(0.9);
    }
  });
});
