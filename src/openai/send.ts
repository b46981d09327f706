import { unlessAborted } from "../resilience/aborted.ts";
import type { CallOptions } from "./client.ts";
import { parseBody, readBody, type ResponseLike } from "./read-body.ts";

/** Longer than any judging may take: policies and the deadline end calls, not the client. */
const clientTimeoutMs = 660_000;

/**
 * Makes one attempt of a call and resolves with the JSON it is answered with, of at most `maxBytes`. Ends when the
 * signal is aborted, whatever the client does. Rejects with what the client rejects with (see `failureOf`), or with a
 * `JudgeFailure` about the body or the abort.
 */
export function send(
  create: (options: CallOptions) => unknown,
  { signal, maxBytes }: { readonly signal: AbortSignal; readonly maxBytes: number },
): Promise<unknown> {
  return unlessAborted(async () => {
    const pending = create({ maxRetries: 0, timeout: clientTimeoutMs, signal });
    // The raw response, so that the body is bounded while it comes. A client that was wrapped may not offer it.
    if (offersResponse(pending)) return readBody(await pending.asResponse(), maxBytes);
    const value: unknown = await (pending as PromiseLike<unknown>);
    return typeof value === "string" ? parseBody(value) : value;
  }, signal);
}

function offersResponse(pending: unknown): pending is { asResponse(): Promise<ResponseLike> } {
  return typeof pending === "object" && pending !== null && "asResponse" in pending;
}
