import { isJudgeFailure, JudgeFailure } from "../../core/judge-failure.ts";
import type { JudgeContext } from "../../core/judge.ts";
import type { Policy, PolicyContext } from "../../resilience/policy.ts";
import type { JsonSchema, JudgeModel, JudgeModelReply, JudgeModelRequest } from "../judge-model.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import type { JsonObject } from "./parse-json.ts";
import { readJson, replyFailure } from "./read-json.ts";

/** One thing that a judge wants to know from its model. */
export interface ModelRequest<T> {
  readonly instructions: string;
  readonly input: string;
  readonly schema: { readonly name: string; readonly schema: JsonSchema };
  /** Tokens that a sound reply has at most. */
  readonly replyTokens: number;
  /** Turns the reply's JSON into what is wanted; `undefined` when it is something else. */
  readonly read: (value: JsonObject) => T | undefined;
}

/** How a judge reaches its model. */
export interface ModelAccess {
  readonly model: JudgeModel;
  readonly policy: Policy;
  /** Tokens that a request and its reply may have together. */
  readonly contextTokens: number;
}

/** What thinking may add to a reply, in tokens, where there is room. */
const thinkingTokens = 4_096;

/** Said when the last reply could not be used. Of the reply itself nothing is repeated: it may hold what was judged. */
const again =
  "\n\nYour last reply could not be used: it was not one complete JSON object of the shape that is asked for. Reply with that object and nothing else.";

/**
 * Asks the model under the policy and reads its reply, once more if that is not the JSON that was asked for. What the
 * calls used is noted as they return, so that it counts whatever comes of them.
 *
 * @throws JudgeFailure `too_long` before any call when the request does not fit; `judge_invalid_output` for a second
 * unusable reply, a refusal of the model's own, or one cut off by its limit; and what model and policy reject with.
 */
export async function askModel<T>(request: ModelRequest<T>, access: ModelAccess, context: JudgeContext): Promise<T> {
  try {
    return await askOnce(request, access, context);
  } catch (error) {
    if (!isUnusableReply(error)) throw error;
    return await askOnce({ ...request, instructions: request.instructions + again }, access, context);
  }
}

/** Tokens of a request without its input: what is left of the context is for what is judged. */
export function overheadTokens(
  request: Pick<ModelRequest<unknown>, "instructions" | "schema" | "replyTokens">,
): number {
  const fixed = estimateTokens(request.instructions + again + JSON.stringify(request.schema));
  return fixed + request.replyTokens;
}

async function askOnce<T>(request: ModelRequest<T>, access: ModelAccess, context: JudgeContext): Promise<T> {
  const { instructions, input, schema } = request;
  const inputTokens = estimateTokens(input) + overheadTokens(request) - request.replyTokens;
  const room = access.contextTokens - inputTokens;
  if (room < request.replyTokens) throw tooLong("context_too_small");
  const maxOutputTokens = Math.min(room, request.replyTokens + thinkingTokens);
  const reply = await complete({ instructions, input, schema, maxOutputTokens }, inputTokens, access, context);
  if (reply.finish === "refusal") {
    throw new JudgeFailure("judge_invalid_output", "The judge model refused to judge", { code: "model_refused" });
  }
  try {
    return readJson(reply.text, request.read);
  } catch (error) {
    // Asked again it would be cut off again.
    if (reply.finish !== "length") throw error;
    throw new JudgeFailure("judge_invalid_output", "The judge model's reply was cut off", { code: "reply_cut_off" });
  }
}

async function complete(
  request: JudgeModelRequest,
  inputTokens: number,
  { model, policy }: ModelAccess,
  context: JudgeContext,
): Promise<JudgeModelReply> {
  const { signal, clock, random, deadlineMs } = context;
  const policyContext: PolicyContext = {
    signal,
    clock,
    random,
    ...(deadlineMs !== undefined && { deadlineMs }),
    warn: (warning) => context.note({ warnings: [warning] }),
  };
  const reply: Partial<JudgeModelReply> | undefined = await policy.execute(
    {
      run: (within) => model.complete(request, { signal: within.signal }),
      estimate: { inputTokens, outputTokens: request.maxOutputTokens ?? 0 },
      usageOf: (value) => value?.usage,
    },
    policyContext,
  );
  if (reply?.usage !== undefined) context.note({ usage: reply.usage });
  if (typeof reply?.text !== "string") throw replyFailure("reply_empty");
  return { text: reply.text, finish: reply.finish ?? "stop" };
}

/** The failure of what is longer than the model can be given. */
export function tooLong(code: "context_too_small" | "too_many_calls"): JudgeFailure {
  return new JudgeFailure("too_long", "The interaction is too long for the judge model's context", { code });
}

function isUnusableReply(error: unknown): boolean {
  return (
    isJudgeFailure(error) &&
    error.reason === "judge_invalid_output" &&
    error.code.startsWith("reply_") &&
    error.retryable
  );
}
