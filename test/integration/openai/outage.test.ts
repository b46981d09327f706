import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRagTriad, embeddedJudges, fallback, judgePolicy, llmJudges, type JudgeSet } from "../../../src/index.ts";
import { openaiJudgeModel } from "../../../src/openai/index.ts";
import { startOpenaiServer, type Behaviour, type ScriptedServer } from "../../helpers/openai-server.ts";
import { createMetricsRig, select } from "../telemetry/metrics-rig.ts";
import { knownRequests, outcomesOf } from "./judging-rig.ts";

let server: ScriptedServer;
/** Where nothing listens any more. */
let deadUrl: string;

beforeAll(async () => {
  server = await startOpenaiServer();
  const gone = await startOpenaiServer();
  deadUrl = gone.url;
  await gone.close();
});
afterAll(() => server.close());

const [request] = knownRequests;

/** Judges with the defaults, and serves two requests one after the other; how often each judge's duration has which `error.type`. */
async function errorTypes(url: string, judgesOf: (llm: JudgeSet) => JudgeSet = (llm) => llm) {
  const rig = createMetricsRig();
  const warnings: string[] = [];
  const llm = llmJudges({
    model: openaiJudgeModel(new OpenAI({ baseURL: url, apiKey: "none" }), { model: "m" }),
    // The defaults, but for a circuit that stays open however long the test takes.
    policy: judgePolicy({ circuitBreaker: { openMs: 3_600_000 } }),
  });
  const triad = createRagTriad({ pipeline: "judged", judges: judgesOf(llm), meterProvider: rig.provider });
  triad.on("warning", ({ code, message }) => void warnings.push(`${code}: ${message}`));
  const first = await outcomesOf(triad, request);
  const afterFirst = counts(await rig.samples());
  const second = await outcomesOf(triad, request);
  const afterBoth = counts(await rig.samples());
  await triad.shutdown();
  return { first, second, afterFirst, afterBoth, warnings };
}

function counts(samples: Parameters<typeof select>[0]): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { labels, value } of select(samples, "rag_judge_duration_count")) {
    const key = `${labels["rag_judge"]?.startsWith("embedded") === true ? "embedded" : "llm"} ${labels["error_type"] ?? ""}`;
    found[key] = (found[key] ?? 0) + value;
  }
  return found;
}

const all = (reason: string) => ({
  context_relevance: { reason },
  groundedness: { reason },
  answer_relevance: { reason },
});

describe("an outage over HTTP, with the default policy", () => {
  const failing: Behaviour = (_, response) => void response.writeHead(500).end("{}");

  it.each([
    ["a dead port", () => deadUrl, "ECONNREFUSED"],
    ["HTTP 500", () => server.url, "http_500"],
  ])("%s: the first request's judgings carry the cause, the next are refused", async (_, url, cause) => {
    server.behave(failing);
    const { first, second, afterFirst, afterBoth, warnings } = await errorTypes(url());
    expect([first, second]).toEqual([all("judge_error"), all("circuit_open")]);
    expect(afterFirst).toEqual({ [`llm ${cause}`]: 3 });
    expect(afterBoth).toEqual({ [`llm ${cause}`]: 3, "llm circuit_open": 3 });
    const opened = warnings.filter((text) => text.startsWith("circuit_opened: "));
    expect(opened).toEqual([expect.stringContaining(`(${cause})`)]);
    expect(warnings.filter((text) => text.startsWith("judge_failed") && text.includes(`(${cause})`))).toHaveLength(3);
  });

  it("HTTP 401: every judging carries it, and the circuit stays closed", async () => {
    server.behave("unauthorized");
    const { second, afterBoth, warnings } = await errorTypes(server.url);
    expect([second, afterBoth]).toEqual([all("judge_error"), { "llm http_401": 6 }]);
    expect(warnings.filter((text) => text.startsWith("circuit_opened"))).toEqual([]);
  });

  it("with a fallback the failing member carries the cause, and the second judge none", async () => {
    server.behave(failing);
    const { first, afterBoth } = await errorTypes(server.url, (llm) => fallback(llm, embeddedJudges()));
    expect(Object.values(first).every((outcome) => "score" in (outcome as object))).toBe(true);
    expect(afterBoth).toEqual({ "llm http_500": 3, "llm circuit_open": 3, "embedded ": 6 });
  });
});
