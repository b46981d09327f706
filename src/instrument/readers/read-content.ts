import { asString, isRecord, leaf, plain, spend, type Budget } from "./property.ts";

/** Types of parts and messages that are no part of the answer's text. */
const otherTypes =
  /(?:^|[^a-z])(?:reason|think|tool|function|source|citation|search|image|audio|file|error|status|metadata|usage|debug|log|human|user|system|developer)/i;

/** Whether a part or message says of itself that it is something else than the answer's text. */
export function isOtherType(value: object): boolean {
  const type = plain(value, "type") ?? plain(value, "role");
  return typeof type === "string" && type !== "text" && otherTypes.test(type);
}

/**
 * The text of a message's content as the ecosystem has it: a string, `null` (no text), or an array of parts of
 * which the text ones count. `undefined` when it is something else.
 */
export function contentText(content: unknown, budget: Budget, depth: number = 0): string | undefined {
  if (content === null) return "";
  if (typeof content === "string") return content;
  if (!isRecord(content) || depth > 3 || !spend(budget)) return undefined;
  if (!Array.isArray(content)) {
    const parts = plain(content, "parts");
    if (Array.isArray(parts)) return contentText(parts, budget, depth + 1);
    return isOtherType(content)
      ? ""
      : (textOf(content) ?? contentText(plain(content, "content") ?? undefined, budget, depth + 1));
  }
  let text = "";
  for (const part of content) {
    const piece = isRecord(part)
      ? (contentText(part, budget, depth + 1) ?? (plain(part, "type") === undefined ? undefined : ""))
      : asString(part);
    if (piece === undefined) return undefined;
    text += piece;
  }
  return text;
}

/** `text` or `refusal`; assistants wrap the text once more, as `text.value`. */
function textOf(part: object): string | undefined {
  const text = leaf(part, "text");
  if (isRecord(text)) return asString(plain(text, "value"));
  return asString(text) ?? asString(plain(part, "refusal"));
}

const roles = /^(?:user|human|assistant|ai|model|system|developer|tool|function)$/u;

/** The role of a chat message (LangChain calls it type); `undefined` of what is no message. */
export function roleOf(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const role = plain(value, "role") ?? plain(value, "type");
  return typeof role === "string" && roles.test(role) ? role : undefined;
}

/** The text of a chat message: its content, else its refusal. */
export function messageText(message: unknown, budget: Budget): string | undefined {
  if (!isRecord(message)) return undefined;
  const content = leaf(message, "content");
  const text = content === undefined ? undefined : contentText(content, budget);
  if (text !== undefined && text !== "") return text;
  return asString(plain(message, "refusal")) ?? text;
}
