import { asString, isRecord, leaf, plain, spend, type Budget } from "./property.ts";
import { contentText, isOtherType } from "./read-content.ts";

const textKeys = [
  "text",
  "textDelta",
  "delta",
  "token",
  "content",
  "contentBlockDelta",
  "answer",
  "output_text",
  "response",
  "message",
  "generated_text",
];
const metadataKeys = [
  "type",
  "event",
  "kind",
  "usage",
  "metadata",
  "sources",
  "documents",
  "citations",
  "chunks",
  "context",
  "contexts",
  "done",
  "model",
  "finishReason",
  "finish_reason",
  "input",
  "query",
  "question",
  "langgraph_step",
  "langgraph_node",
  "messageStart",
  "messageStop",
  "contentBlockStart",
  "contentBlockStop",
];
const maxDepth = 3;
const maxValues = 10_000;

/**
 * Reads the text of one part of a stream: strings, OpenAI chat chunks and responses events, AI SDK parts, LangChain
 * message chunks and events, Anthropic, Gemini and Ollama chunks, `{ text | delta | content | … }`. A part that
 * carries something else (usage, tool calls, reasoning, sources, a finish) has the text "". `undefined`: not understood.
 * Bytes are not read here, as a character may be split over two parts.
 */
export function readPart(part: unknown, budget: Budget = { left: maxValues }, depth: number = 0): string | undefined {
  if (part === null || part === undefined) return "";
  if (typeof part === "string") return part;
  if (!isRecord(part) || depth > maxDepth || !spend(budget)) return undefined;
  if (Array.isArray(part)) return joined(part, budget, depth);
  return readChoices(part, budget) ?? readEvent(part, budget, depth) ?? readText(part, budget, depth);
}

/** What marks a part as an addition to those before it. */
const deltaKeys = [
  "type",
  "event",
  "choices",
  "candidates",
  "delta",
  "textDelta",
  "token",
  "done",
  "contentBlockDelta",
];

/** Whether the part may be the whole answer so far, as streams of partial objects give it again and again. */
export function maybeSnapshot(part: unknown): boolean {
  return isRecord(part) && !Array.isArray(part) && !deltaKeys.some((key) => key in part);
}

/** An array of parts, or a chunk with its metadata, as LangGraph pairs them. */
function joined(parts: readonly unknown[], budget: Budget, depth: number): string | undefined {
  let text = "";
  for (const part of parts) {
    const piece = readPart(part, budget, depth + 1);
    if (piece === undefined) return undefined;
    text += piece;
  }
  return text;
}

function readChoices(part: object, budget: Budget): string | undefined {
  const choices = plain(part, "choices");
  if (Array.isArray(choices)) {
    const choice: unknown = choices[0];
    if (!isRecord(choice) || (plain(choice, "index") ?? 0) !== 0) return "";
    const delta = plain(choice, "delta");
    if (!isRecord(delta)) return asString(plain(choice, "text")) ?? "";
    return (contentText(plain(delta, "content") ?? null, budget) ?? "") + (asString(plain(delta, "refusal")) ?? "");
  }
  const candidates = plain(part, "candidates");
  if (!Array.isArray(candidates)) return undefined;
  const candidate: unknown = candidates[0];
  return isRecord(candidate) ? (contentText(plain(candidate, "content") ?? null, budget) ?? "") : "";
}

/** Events that say what they are: only those that add text to the answer are read. */
function readEvent(part: object, budget: Budget, depth: number): string | undefined {
  const event = plain(part, "event");
  const data = plain(part, "data");
  if (typeof event === "string" && isRecord(data)) {
    if (event === "on_chat_model_stream" || event === "on_llm_stream")
      return readPart(plain(data, "chunk"), budget, depth + 1);
    if (/^on_\w+_(start|stream|end)$/.test(event)) return "";
    return readPart(data, budget, depth + 1);
  }
  if (isRecord(data) && plain(data, "choices") !== undefined) return readPart(data, budget, depth + 1);
  const type = plain(part, "type");
  if (typeof type !== "string") return undefined;
  if (type.startsWith("response."))
    return /^response\.(output_text|refusal)\.delta$/.test(type) ? (asString(plain(part, "delta")) ?? "") : "";
  if (type === "content_block_start" || type === "message_start" || type === "message_delta") return "";
  if (/^(text|reasoning|tool-input)-(start|end)$/.test(type)) return "";
  return undefined;
}

function readText(part: object, budget: Budget, depth: number): string | undefined {
  if (isOtherType(part)) return "";
  for (const key of textKeys) {
    const value = leaf(part, key);
    if (value === undefined || value === null || typeof value === "function") continue;
    if (typeof value === "string") return value;
    const text =
      key === "content" ? contentText(value, budget) : isRecord(value) ? readPart(value, budget, depth + 1) : undefined;
    if (text !== undefined) return text;
  }
  return isEmpty(part) || metadataKeys.some((key) => plain(part, key) !== undefined) ? "" : undefined;
}

/** The first of a stream of partial objects. */
function isEmpty(part: object): boolean {
  return Reflect.getPrototypeOf(part) === Object.prototype && Object.keys(part).length === 0;
}
