import { bodyFailure, connectionFailure } from "./failures.ts";
import type { HeadersLike } from "./retry-after.ts";

/** An answer of `fetch`, as far as it is read here. */
export interface ResponseLike {
  readonly headers: HeadersLike;
  readonly body: ReadableStream<Uint8Array> | null;
}

/**
 * The JSON of an answer that has at most `maxBytes`. A larger one is refused by its declared length, or as soon as that
 * many bytes have come, and the rest is not received.
 * @throws JudgeFailure
 */
export async function readBody(response: ResponseLike, maxBytes: number): Promise<unknown> {
  if (Number(response.headers.get("content-length")) > maxBytes) {
    await response.body?.cancel().catch(() => undefined);
    throw bodyFailure("http_body_too_large");
  }
  return parseBody(await readText(response.body, maxBytes));
}

/** The JSON that a body's text says; an empty body says nothing. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bodyFailure("http_body_not_json");
  }
}

async function readText(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw connectionFailure(error);
    });
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      void reader.cancel().catch(() => undefined);
      throw bodyFailure("http_body_too_large");
    }
    text += decoder.decode(value, { stream: true });
  }
}
