/** A recorded interaction. */
export interface Recorded {
  readonly id: string;
  readonly query: string | null;
  /** What was retrieved; `undefined` when no retriever was called. */
  readonly chunks: readonly { readonly id: string; readonly text: string; readonly score?: number }[] | undefined;
  readonly answer: string | null;
  /** What a human said about the answer, if the recording holds that. */
  readonly label: 0 | 1 | undefined;
}

/** Reads one line of a recording; throws with what is wrong with it. */
export function readRecorded(line: string): Recorded {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error("it is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("it is not a JSON object");
  const { id, query, contexts, chunks, answer, label } = value as Readonly<Record<string, unknown>>;
  if (typeof id !== "string" && typeof id !== "number") throw new Error("id has to be a text");
  if (query !== null && typeof query !== "string") throw new Error("query has to be a text or null");
  if (answer !== null && typeof answer !== "string") throw new Error("answer has to be a text or null");
  return { id: String(id), query, chunks: readChunks(contexts, chunks), answer, label: label === 0 || label === 1 ? label : undefined };
}

function readChunks(contexts: unknown, chunks: unknown): Recorded["chunks"] {
  if (contexts === undefined && chunks === undefined) return undefined;
  if (contexts !== undefined && chunks !== undefined) throw new Error("it has both contexts and chunks");
  if (contexts !== undefined) {
    if (!Array.isArray(contexts)) throw new Error("contexts has to be a list of texts");
    return contexts.map((text: unknown, position) => {
      if (typeof text !== "string") throw new Error(`contexts[${position}] has to be a text`);
      return { id: String(position + 1), text };
    });
  }
  if (!Array.isArray(chunks)) throw new Error("chunks has to be a list of {id, text}");
  return chunks.map((chunk: unknown, position) => {
    const { id, text, score } = (chunk ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof id !== "string" || typeof text !== "string") throw new Error(`chunks[${position}] has to be {id, text}`);
    return typeof score === "number" ? { id, text, score } : { id, text };
  });
}
