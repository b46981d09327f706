import { interactionLimits } from "../../core/interaction.ts";
import { contentText, isOtherType, messageText, roleOf } from "./read-content.ts";
import { isLive, isRecord, leaf, plain, spend, type Budget } from "./property.ts";

const answerKeys = [
  "answer",
  "output_text",
  "text",
  "content",
  "response",
  "result",
  "output",
  "completion",
  "generated_text",
  "message",
  "object",
];
const maxDepth = 5;
const maxValues = 20_000;

/**
 * Reads the answer's text from what generators return: a string or UTF-8 bytes, `{ text | content | answer | … }`,
 * OpenAI chat completions (a refusal is an answer) and responses, AI SDK results, LangChain messages and states,
 * Anthropic, Gemini and Ollama responses, arrays of parts or messages. `null` is an empty answer. `undefined`: not
 * understood. Never throws; reads nothing of a stream or promise.
 */
export function readAnswer(value: unknown): string | undefined {
  try {
    return read(value, { left: maxValues }, 0);
  } catch {
    return undefined;
  }
}

function read(value: unknown, budget: Budget, depth: number): string | undefined {
  if (value === null) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (!isRecord(value) || depth > maxDepth || !spend(budget)) return undefined;
  // A character takes at most three bytes per UTF-16 code unit, so this much shows that there is too much.
  if (value instanceof Uint8Array)
    return new TextDecoder().decode(value.subarray(0, 3 * interactionLimits.answerCharacters + 4));
  if (Array.isArray(value)) return readList(value, budget);
  if (isLive(value) || value instanceof Error) return undefined;
  return readCompletion(value, budget) ?? readKeys(value, budget, depth);
}

/** A list of messages is answered by its last assistant message, a list of parts by all of them. */
function readList(list: readonly unknown[], budget: Budget): string | undefined {
  if (roleOf(list.at(-1)) === undefined) return contentText(list, budget);
  const answer = list.findLast((message) => isRecord(message) && !isOtherType(message));
  return answer === undefined ? "" : messageText(answer, budget);
}

/** The shapes whose text is not under a single key. */
function readCompletion(value: object, budget: Budget): string | undefined {
  const choice = firstItem(plain(value, "choices"));
  if (choice !== undefined)
    return messageText(plain(choice, "message"), budget) ?? contentText(plain(choice, "text"), budget);
  const candidate = firstItem(plain(value, "candidates"));
  if (candidate !== undefined) return contentText(plain(candidate, "content"), budget);
  const output = plain(value, "output");
  if (Array.isArray(output) && !plain(value, "output_text")) return contentText(output, budget);
  const messages = plain(value, "messages");
  if (Array.isArray(messages)) return readList(messages, budget);
  const refusal = plain(value, "refusal");
  return typeof refusal === "string" ? messageText(value, budget) : undefined;
}

function readKeys(value: object, budget: Budget, depth: number): string | undefined {
  for (const key of answerKeys) {
    const found = key === "output" || key === "object" ? plain(value, key) : leaf(value, key);
    if (found === undefined || typeof found === "function") continue;
    const text = Array.isArray(found) ? contentText(found, budget) : read(found, budget, depth + 1);
    if (text !== undefined) return text;
  }
  return undefined;
}

function firstItem(list: unknown): object | undefined {
  if (!Array.isArray(list)) return undefined;
  const first: unknown = list[0];
  return isRecord(first) ? first : undefined;
}
