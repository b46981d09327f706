import { readPart } from "./read-part.ts";

/**
 * The answer in a stream of bytes. Server-sent events and lines of JSON (an SDK's `toReadableStream()`) are read
 * event by event, so that the wire format is not scored as if it were the answer; other text is the answer as it is.
 * `undefined` when the events are not understood.
 */
export function readWireText(text: string): string | undefined {
  const lines = text.split(/\r?\n/u).filter((line) => line !== "");
  if (lines.length === 0) return text;
  const isEvents = lines.every((line) => /^(data|event|id|retry)?:/u.test(line)) && lines.some((line) => line.startsWith("data:"));
  if (isEvents) return joinedEvents(lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5).replace(/^ /u, "")));
  const isJsonLines = lines.every((line) => line.startsWith("{") && line.endsWith("}"));
  return (isJsonLines && joinedJson(lines)) || text;
}

function joinedEvents(data: readonly string[]): string | undefined {
  const events = data.filter((line) => line !== "[DONE]");
  if (events.some((line) => line.startsWith("{"))) return joinedJson(events);
  return events.join("");
}

function joinedJson(lines: readonly string[]): string | undefined {
  let text = "";
  try {
    for (const line of lines) {
      const piece = readPart(JSON.parse(line));
      if (piece === undefined) return undefined;
      text += piece;
    }
  } catch {
    return undefined;
  }
  return text;
}
