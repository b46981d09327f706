import type { Usage } from "../core/judge.ts";
import type { JudgeModel, JudgeModelReply, JudgeModelRequest } from "../judge/judge-model.ts";
import { unlessAborted } from "./unless-aborted.ts";

/**
 * What a scripted judge model does with one request: a text to reply with, a whole reply, or an error to reject with.
 * Any other plain object is replied with as JSON.
 */
export type ScriptedReply = string | JudgeModelReply | Error | { readonly [key: string]: unknown };

/** Options of {@link createScriptedJudgeModel}. */
export interface ScriptedJudgeModelOptions {
  /**
   * The reply to every request; a list of replies, one a request, the last one again once they are used up; or a
   * function that gives it (and may wait). `call` counts from 0.
   */
  readonly reply:
    | ScriptedReply
    | readonly [ScriptedReply, ...ScriptedReply[]]
    | ((request: JudgeModelRequest, call: number) => ScriptedReply | Promise<ScriptedReply>);
  /** @default "scripted-model" */
  readonly model?: string;
  readonly contextTokens?: number;
  /** What each reply uses, unless the reply says. */
  readonly usage?: Usage;
}

/** A judge model that says what it is told, and keeps what it was asked. */
export interface ScriptedJudgeModel extends JudgeModel {
  readonly requests: readonly JudgeModelRequest[];
}

/** Creates a judge model for tests. A call that is aborted rejects with the signal's reason, also when its script hangs. */
export function createScriptedJudgeModel(options: ScriptedJudgeModelOptions): ScriptedJudgeModel {
  const { reply, model = "scripted-model", contextTokens, usage } = options;
  const requests: JudgeModelRequest[] = [];
  const replyTo = async (request: JudgeModelRequest, call: number): Promise<JudgeModelReply> => {
    const given =
      typeof reply === "function"
        ? await reply(request, call)
        : isList(reply)
          ? reply.at(Math.min(call, reply.length - 1))
          : reply;
    if (given instanceof Error) throw given;
    const whole = isReply(given)
      ? given
      : { text: typeof given === "string" ? given : JSON.stringify(given), finish: "stop" as const };
    return usage === undefined || whole.usage !== undefined ? whole : { ...whole, usage };
  };
  return {
    model,
    ...(contextTokens !== undefined && { contextTokens }),
    requests,
    async complete(request, { signal }) {
      signal.throwIfAborted();
      requests.push(request);
      return unlessAborted(replyTo(request, requests.length - 1), signal);
    },
  };
}

function isList(reply: ScriptedReply | readonly ScriptedReply[]): reply is readonly ScriptedReply[] {
  return Array.isArray(reply);
}

function isReply(given: ScriptedReply | undefined): given is JudgeModelReply {
  return typeof given === "object" && "text" in given && typeof given["text"] === "string" && "finish" in given;
}
