import { readPart } from "./read-part.ts";

/** The lines of server-sent events; no answer in prose consists of nothing else. */
const eventLine = /^(?:data|event|id|retry)?:/u;

/**
 * The answer in the whole text of a stream. Server-sent events, and in bytes lines of JSON (an SDK's
 * `toReadableStream()`), are read event by event, so that the wire format is not scored as if it were the answer; other
 * text is the answer as it is. `undefined` when the events are not understood.
 */
export function readWireText(text: string, wasBytes: boolean): string | undefined {
  if (!eventLine.test(text) && !(wasBytes && text.startsWith("{"))) return text;
  const lines = text.split(/\r?\n/u).filter((line) => line !== "");
  const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5).replace(/^ /u, ""));
  if (data.length > 0 && lines.every((line) => eventLine.test(line))) return joinedEvents(data);
  const isJsonLines = wasBytes && lines.every((line) => line.startsWith("{") && line.endsWith("}"));
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
