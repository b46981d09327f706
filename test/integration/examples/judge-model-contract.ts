import { expect, it } from "vitest";
import type { JudgeModel, JudgeModelRequest } from "rag-triad";

/** What a server can do to a call, and what the adapter is to make of it. */
export interface FailureCase {
  readonly behaviour: string;
  readonly reason: string;
  readonly code: string;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
}

/** A server under test. */
export interface AdapterRig {
  readonly model: JudgeModel;
  behave(behaviour: string): void;
  /** How many calls the server got. */
  calls(): number;
}

const secret = "The vault is under the stairs.";

/** What every judge asks. */
export const request: JudgeModelRequest = {
  instructions: "Say how good it is.",
  input: secret,
  schema: {
    name: "criterion",
    schema: {
      type: "object",
      properties: { reason: { type: "string" }, grade: { type: "integer" } },
      required: ["reason", "grade"],
      additionalProperties: false,
    },
  },
  maxOutputTokens: 200,
};

/** Holds an adapter to the port: one attempt, the signal honoured, what is foreseen as a failure, nothing of the request in it. */
export function testJudgeModel(rig: () => AdapterRig, failures: readonly FailureCase[]): void {
  const complete = (signal: AbortSignal = new AbortController().signal): Promise<unknown> =>
    rig().model.complete(request, { signal });

  it("gives text, end, tokens and cost", async () => {
    rig().behave("success");
    expect(await complete()).toEqual({
      text: '{"reason":"fine","grade":4}',
      finish: "stop",
      usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number), cost: expect.any(Number) },
    });
  });

  it("passes on what is no JSON, for the judge to read", async () => {
    rig().behave("truncated_json");
    expect(await complete()).toMatchObject({
      text: '{"reason":"fine"',
      finish: "stop",
      usage: { cost: expect.any(Number) },
    });
  });

  it("says that an answer was cut off", async () => {
    rig().behave("cut_off");
    expect(await complete()).toMatchObject({ finish: "length" });
  });

  it.each(failures)("makes $reason ($code) of $behaviour, in one attempt", async ({ behaviour, ...expected }) => {
    rig().behave(behaviour);
    const before = rig().calls();
    const error = await complete().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ isJudgeFailure: true, retryAfterMs: undefined, ...expected });
    expect(rig().calls()).toBe(before + 1);
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain(secret);
  });

  it("ends at once when it is given up", async () => {
    rig().behave("hang");
    const controller = new AbortController();
    const before = rig().calls();
    const pending = complete(controller.signal).then(
      () => "answered",
      () => "ended",
    );
    await expect.poll(() => rig().calls()).toBe(before + 1);
    controller.abort();
    expect(await pending).toBe("ended");
  });
}
