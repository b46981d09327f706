import { isRecord } from "../core/violation.ts";
import type { JudgeModelReply } from "../judge/judge-model.ts";
import { bodyFailure } from "./failures.ts";
import { httpFailure } from "./http-failure.ts";
import { usageOf, type TokenPrice } from "./prices.ts";
import { readTokens } from "./read-tokens.ts";

/**
 * What a chat completion says.
 * @throws JudgeFailure when it is none; an error with an HTTP status in it, as gateways send with status 200, counts as that status.
 */
export function readCompletion(body: unknown, price: TokenPrice | undefined): JudgeModelReply {
  if (!isRecord(body)) throw bodyFailure("http_body_wrong_shape");
  const { choices, usage } = body;
  if (!Array.isArray(choices)) throw errorInBody(body);
  const choice: unknown = choices[0];
  const { message, finish_reason: finishReason } = isRecord(choice) ? choice : {};
  const { content, refusal } = isRecord(message) ? message : {};
  return {
    text: textOf(content),
    finish: finishOf(finishReason, refusal),
    usage: usageOf(readTokens(usage), price),
  };
}

function errorInBody({ error }: Readonly<Record<string, unknown>>): Error {
  const status = isRecord(error) ? Number(error["code"] ?? error["status"]) : Number.NaN;
  if (!(status >= 400 && status < 600)) return bodyFailure("http_body_wrong_shape");
  return httpFailure({ status, code: "", type: "", param: "", message: "", headers: undefined });
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (isRecord(part) && typeof part["text"] === "string" ? part["text"] : "")).join("");
}

function finishOf(finishReason: unknown, refusal: unknown): JudgeModelReply["finish"] {
  if (finishReason === "content_filter" || (typeof refusal === "string" && refusal !== "")) return "refusal";
  return finishReason === "length" ? "length" : "stop";
}
