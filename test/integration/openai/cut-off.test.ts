import { afterEach, beforeEach, expect, it } from "vitest";
import { sendCompletion } from "../../../examples/support/openai-server/completion.ts";
import { compose } from "../../../src/index.ts";
import type { Behaviour } from "../../helpers/openai-server.ts";
import { select } from "../telemetry/metrics-rig.ts";
import { answerRelevanceOf, createJudgingRig, knownRequests, outcomesOf, type JudgingRig } from "./judging-rig.ts";

let rig: JudgingRig;

beforeEach(async () => {
  rig = await createJudgingRig();
});
afterEach(() => rig.server.close());

const [request] = knownRequests;
/** Ends with `finish_reason: "length"`, having said that share of what there is to say. */
const saying =
  (share: number): Behaviour =>
  (call, response, text) =>
    sendCompletion(call, response, text.slice(0, Math.ceil(text.length * share)), { finishReason: "length" });

it("an answer that its limit ended in the middle of its JSON is no score, and is not asked for again", async () => {
  rig.server.behave(saying(0.5));
  const triad = rig.createTriad(compose());
  expect(await outcomesOf(triad, request)).toEqual({
    context_relevance: { reason: "judge_invalid_output" },
    groundedness: { reason: "judge_invalid_output" },
    answer_relevance: { reason: "judge_invalid_output" },
  });
  const durations = select(await rig.samples(), "rag_judge_duration_count");
  expect(durations.map(({ labels, value }) => [labels["error_type"], value])).toEqual(
    Array.from({ length: 3 }, () => ["reply_cut_off", 1]),
  );
  expect(rig.server.calls.filter(({ endpoint }) => endpoint === "chat/completions")).toHaveLength(3);
});

const withProse: Behaviour = (call, response, text) =>
  sendCompletion(call, response, `${text}\n\nLet me know if`, { finishReason: "length" });

it.each([
  ["nothing", saying(1)],
  ["prose", withProse],
])(
  "one whose JSON was whole, with %s behind it, when its limit ended it is scored as any other",
  async (_, behaviour) => {
    rig.server.behave(behaviour);
    expect(await outcomesOf(rig.createTriad(compose()), request)).toEqual({
      context_relevance: { score: request.contextRelevance },
      groundedness: { score: request.groundedness },
      answer_relevance: { score: answerRelevanceOf(request) },
    });
  },
);
