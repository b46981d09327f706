import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bulkhead, compose, retry, timeout, type Outcome, type Policy } from "../../../src/index.ts";
import { behaviours, refuse, type Behaviour, type BehaviourName } from "../../helpers/openai-server.ts";
import { answerRelevanceOf, createJudgingRig, knownRequests, outcomesOf, type JudgingRig } from "./judging-rig.ts";

let rig: JudgingRig;

beforeAll(async () => {
  rig = await createJudgingRig();
});
afterAll(() => rig.server.close());

const [request] = knownRequests;
const right: Readonly<Record<string, Outcome>> = {
  groundedness: { score: 0.5 },
  context_relevance: { score: 0.5 },
  answer_relevance: { score: answerRelevanceOf(request) },
};

function all(reason: string): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.keys(right).map((metric) => [metric, { reason }]));
}

/** Retries without a pause; a time limit that only what hangs can meet. */
function policy(ms = 20_000): Policy {
  return compose(
    retry({ maxAttempts: 2, initialDelayMs: 1, maxDelayMs: 1, maxRetryAfterMs: 100 }),
    bulkhead({}),
    timeout({ ms }),
  );
}

describe("a judge model that always does the same", () => {
  const invalid = all("judge_invalid_output");
  it.each<[BehaviourName, Readonly<Record<string, object>>]>([
    ["success", right],
    ["code_fence", right],
    ["extra_prose", right],
    ["extra_claim", { ...right, answer_relevance: { reason: "judge_invalid_output" } }],
    ["missing_claims", invalid],
    ["out_of_scale", invalid],
    ["fabricated_quote", { ...right, groundedness: { score: 0 }, context_relevance: { score: 0 } }],
    ["wrong_schema", invalid],
    ["truncated_json", invalid],
    ["cut_off", invalid],
    ["empty", invalid],
    ["refusal", invalid],
    ["content_filter", invalid],
    ["huge", invalid],
    ["truncated_body", invalid],
    ["no_body", invalid],
    ["web_page", invalid],
    ["rate_limited", all("rate_limited")],
    ["rate_limited_for_a_while", all("rate_limited")],
    ["out_of_quota", all("rate_limited")],
    ["server_error", all("judge_error")],
    ["unauthorized", all("judge_error")],
    ["reset", all("judge_error")],
    ["reset_in_body", all("judge_error")],
    ["hang", all("judge_timeout")],
    ["hang_in_body", all("judge_timeout")],
  ])("%s", async (behaviour, expected) => {
    rig.server.behave(behaviour);
    const triad = rig.createTriad(policy(behaviour.startsWith("hang") ? 100 : undefined));
    expect(await outcomesOf(triad, request)).toEqual(expected);
    await triad.shutdown({ timeoutMs: 1_000 });
  });

  it("hangs, under the standard policy: the judging deadline ends it", async () => {
    rig.server.behave("hang");
    const triad = rig.createTriad(undefined, { judgeTimeoutMs: 200 });
    expect(await outcomesOf(triad, request)).toEqual(all("judge_timeout"));
    await triad.shutdown({ timeoutMs: 1_000 });
  });
});

describe("a judge model that fails each request once", () => {
  const once = (behaviour: Behaviour): Behaviour => {
    const seen = new Set<unknown>();
    return (call, response, text) => {
      const schema = JSON.stringify(call.body["response_format"]);
      const isFirst = !seen.has(schema);
      seen.add(schema);
      (isFirst ? behaviour : behaviours.success)(call, response, text);
    };
  };
  it.each<[string, Behaviour]>([
    ["rate_limited", behaviours.rate_limited],
    ["rate_limited for a moment", refuse(429, {}, { "retry-after-ms": "5" })],
    ...(["server_error", "reset", "reset_in_body", "truncated_body", "no_body", "web_page"] as const).map(
      (name) => [name, behaviours[name]] as [string, Behaviour],
    ),
    ...(["truncated_json", "wrong_schema", "missing_claims", "out_of_scale", "empty"] as const).map(
      (name) => [name, behaviours[name]] as [string, Behaviour],
    ),
  ])("%s, and is asked again", async (_, behaviour) => {
    rig.server.behave(once(behaviour));
    const triad = rig.createTriad(policy());
    expect(await outcomesOf(triad, request)).toEqual(right);
    await triad.shutdown({ timeoutMs: 1_000 });
  });

  it("hang, and is asked again", async () => {
    rig.server.behave(once(behaviours.hang));
    const triad = rig.createTriad(compose(retry({ maxAttempts: 10, initialDelayMs: 1 }), timeout({ ms: 500 })));
    expect(await outcomesOf(triad, request)).toEqual(right);
    await triad.shutdown({ timeoutMs: 1_000 });
  });
});

it.each(["json_schema", "json_object"])("a server without %s is judged with all the same", async (unknown) => {
  rig.server.behave((call, response, text) => {
    const type = (call.body["response_format"] as { readonly type?: string } | undefined)?.type;
    const refused = type === "json_schema" || type === unknown;
    (refused ? refuse(400, { param: "response_format" }) : behaviours.extra_prose)(call, response, text);
  });
  const triad = rig.createTriad(policy());
  for (const known of knownRequests) {
    expect(await outcomesOf(triad, known)).toEqual({
      groundedness: { score: known.groundedness },
      context_relevance: { score: known.contextRelevance },
      answer_relevance: { score: answerRelevanceOf(known) },
    });
  }
  await triad.shutdown({ timeoutMs: 1_000 });
});

it("whatever the model did, nothing of what was judged or asked is in any signal", async () => {
  const spans = rig
    .spans()
    .map(({ name, attributes, events, status, links }) => ({ name, attributes, events, status, links }));
  const signals = JSON.stringify([spans, await rig.text(), rig.warnings]);
  expect(spans.length).toBeGreaterThan(100);
  expect(rig.warnings.length).toBeGreaterThan(10);
  const found = [
    ...signals.matchAll(
      /.{0,40}(?:listens on|monks|Toledo|Histograms need|Which port|Refused|\[\[\[|Reply with).{0,40}/g,
    ),
  ];
  expect(found.map(([text]) => text)).toEqual([]);
});
