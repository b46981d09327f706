import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bulkhead, compose, retry, timeout } from "../../../src/index.ts";
import { conservationViolations } from "../../helpers/conservation.ts";
import { behaviours, type BehaviourName } from "../../helpers/openai-server.ts";
import { sum } from "../telemetry/metrics-rig.ts";
import { answerRelevanceOf, createJudgingRig, knownRequests, serve, type JudgingRig } from "./judging-rig.ts";

const requestCount = 5_000;
const atOnce = 64;

let rig: JudgingRig;

beforeAll(async () => {
  rig = await createJudgingRig();
});
afterAll(() => rig.server.close());

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One that makes a judge lie, which no client can notice, has no place where scores must be right. */
const names = (Object.keys(behaviours) as BehaviourName[]).filter((name) => name !== "fabricated_quote");

const pipeline = {
  metrics: ["context_relevance", "groundedness", "answer_relevance"],
  intentClasses: ["unknown", "other"],
};

/** The reasons for which what the judge model does may leave a metric without a score. */
const reasons: ReadonlySet<string> = new Set([
  "judge_error",
  "judge_timeout",
  "judge_invalid_output",
  "rate_limited",
  "queue_full",
]);

const right = new Map(
  knownRequests.map((known) => [
    known.query,
    {
      context_relevance: known.contextRelevance,
      groundedness: known.groundedness,
      answer_relevance: answerRelevanceOf(known),
    } as Readonly<Record<string, number>>,
  ]),
);

it("5,000 requests under every misbehaviour at random: each metric has its right score or a reason, and the counters balance at every scrape", async () => {
  const random = createRandom(4);
  const played = new Map<BehaviourName, number>();
  rig.server.behave((call, response, text) => {
    const isWell = random() < 0.7;
    const other = names[Math.floor(random() * names.length)] ?? "success";
    // Ten megabytes at a time take long to make.
    const name = isWell || (other === "huge" && random() < 0.8) ? "success" : other;
    played.set(name, (played.get(name) ?? 0) + 1);
    behaviours[name](call, response, text);
  });
  // Without what keeps calls away from a server in trouble: the storm is to reach it.
  const policy = compose(
    retry({ maxAttempts: 2, initialDelayMs: 1, maxDelayMs: 4, maxRetryAfterMs: 50 }),
    bulkhead({ concurrency: 48, maxQueue: 100 }),
    timeout({ ms: 1_000 }),
  );
  const triad = rig.createTriad(policy, {
    concurrency: 32,
    maxPending: 200,
    judgeTimeoutMs: 10_000,
    holdTimeoutMs: 50,
  });

  const queries = new Map<string, string>();
  const found: string[] = [];
  let evaluated = 0;
  triad.on("evaluated", ({ id, results }) => {
    evaluated++;
    const query = queries.get(id) ?? "";
    for (const [metric, result] of Object.entries(results)) {
      const outcome = result?.outcome ?? { reason: "none" };
      const isRight = "score" in outcome ? outcome.score === right.get(query)?.[metric] : reasons.has(outcome.reason);
      if (!isRight) found.push(`${metric} of "${query}": ${JSON.stringify(outcome)}`);
    }
  });

  let served = 0;
  const scraper = (async () => {
    while (served < requestCount) {
      found.push(...conservationViolations(await rig.samples(), false, pipeline));
      await sleep(20);
    }
  })();
  while (served < requestCount) {
    if (served - evaluated >= atOnce) {
      await sleep(1);
      continue;
    }
    const known = knownRequests[served % knownRequests.length] ?? knownRequests[0];
    queries.set(serve(triad, known), known.query);
    served++;
  }
  await scraper;
  await triad.shutdown({ timeoutMs: 20_000 });
  const series = await rig.samples();
  found.push(...conservationViolations(series, true, pipeline));
  expect(found).toEqual([]);
  expect(evaluated).toBe(requestCount);

  const counted = (outcome: string): number => sum(series, "rag_evaluations_total", { rag_outcome: outcome });
  console.log(
    Object.fromEntries([...reasons, "scored"].map((outcome) => [outcome, counted(outcome)])),
    rig.server.calls.length,
    "calls",
  );
  expect(sum(series, "rag_requests_total")).toBe(requestCount);
  expect(counted("scored")).toBeGreaterThan(requestCount);
  for (const reason of ["judge_error", "judge_timeout", "judge_invalid_output", "rate_limited"]) {
    expect(counted(reason), reason).toBeGreaterThan(0);
  }
  for (const name of names) expect(played.get(name), name).toBeGreaterThan(0);
}, 600_000);
