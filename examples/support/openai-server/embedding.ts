import type { ServerResponse } from "node:http";
import { tokensOf } from "./completion.ts";
import { sendJson, type OpenaiCall } from "./server.ts";

const defaultDimensions = 256;

/** A unit vector of a text's words: texts that share words are near each other, which is all that an example needs. */
export function embeddingOf(text: string, dimensions: number = defaultDimensions): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["nothing"]) {
    const place = placeOf(word.slice(0, 6), dimensions);
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Answers with one vector a text. */
export function sendEmbeddings({ body }: OpenaiCall, response: ServerResponse): void {
  const texts = [body["input"]].flat().map(String);
  const dimensions = typeof body["dimensions"] === "number" ? body["dimensions"] : defaultDimensions;
  const tokens = tokensOf(texts.join(""));
  sendJson(response, 200, {
    object: "list",
    model: body["model"],
    data: texts.map((text, index) => ({ object: "embedding", index, embedding: embeddingOf(text, dimensions) })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

/** FNV-1a, folded to a place in the vector. */
function placeOf(word: string, dimensions: number): number {
  let hash = 0x811c9dc5;
  for (const sign of word) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) % dimensions;
}
