import { errorTypeOf } from "../core/errors.ts";
import { isJudgeFailure, JudgeFailure } from "../core/judge-failure.ts";
import { httpFailure, type Refusal } from "./http-failure.ts";
import type { HeadersLike } from "./retry-after.ts";

/** What can be wrong with the body of an answer; the `code` of the failure. */
export type BodyProblem = "http_body_too_large" | "http_body_not_json" | "http_body_wrong_shape";

const bodyMessages: Readonly<Record<BodyProblem, string>> = {
  http_body_too_large: "The body of the server's answer is larger than it may be",
  http_body_not_json: "The body of the server's answer is no JSON",
  http_body_wrong_shape: "The body of the server's answer is not what this endpoint answers with",
};

/** The failure for a body that cannot be used. */
export function bodyFailure(problem: BodyProblem): JudgeFailure {
  return new JudgeFailure("judge_invalid_output", bodyMessages[problem], {
    code: problem,
    retryable: problem !== "http_body_too_large",
  });
}

/** The failure for a connection that could not be made or broke. */
export function connectionFailure(error: unknown): JudgeFailure {
  return new JudgeFailure("judge_error", "The connection to the judge model's server failed", {
    code: systemCodeOf(error) ?? "connection_error",
    retryable: true,
  });
}

/** What the server says about the call, when `error` is the client's error for an answer with an error status. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { status, code, type, param, message, headers } = error as Readonly<Record<string, unknown>>;
  if (typeof status !== "number") return undefined;
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return {
    status,
    code: text(code),
    type: text(type),
    param: text(param),
    message: text(message),
    headers: isHeaders(headers) ? headers : undefined,
  };
}

/**
 * The failure behind what a client's method rejects with. An error that is no client's is returned as it is: it is a
 * programming error. No message of the client's is kept, because servers quote requests in theirs.
 */
export function failureOf(error: unknown, client: object): unknown {
  if (isJudgeFailure(error)) return error;
  const refusal = refusalOf(error);
  if (refusal !== undefined) return httpFailure(refusal);
  if (isClientError(error, client, "APIConnectionTimeoutError")) {
    return new JudgeFailure("judge_timeout", "The client gave up waiting for the judge model's server", {
      code: "client_timeout",
      retryable: true,
    });
  }
  if (isClientError(error, client, "APIConnectionError")) return connectionFailure(error);
  if (error instanceof SyntaxError) return bodyFailure("http_body_not_json");
  if (isClientError(error, client, "OpenAIError")) {
    return new JudgeFailure("judge_error", "The client could not make the call", { code: errorTypeOf(error) });
  }
  return error;
}

/** Whether `error` is of a class that the client's own class carries under that name, as `OpenAI.APIError` is. */
function isClientError(error: unknown, client: object, name: string): boolean {
  const errorClass: unknown = (client.constructor as unknown as Readonly<Record<string, unknown>>)[name];
  return typeof errorClass === "function" && error instanceof errorClass;
}

function isHeaders(value: unknown): value is HeadersLike {
  return typeof value === "object" && value !== null && typeof (value as { get?: unknown }).get === "function";
}

/** The code of the system error at the bottom, e.g. `ECONNRESET`. */
function systemCodeOf(error: unknown): string | undefined {
  for (let each = error, depth = 0; typeof each === "object" && each !== null && depth < 5; depth++) {
    const { code, cause } = each as { readonly code?: unknown; readonly cause?: unknown };
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]{1,40}$/.test(code)) return code;
    each = cause;
  }
  return undefined;
}
