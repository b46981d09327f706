/** A sentence of an answer and the passage it was taken from. */
export interface DraftSentence {
  readonly text: string;
  /** Cited at the end of the sentence. */
  readonly chunkId?: string;
}

/** An answer before it is streamed. */
export interface Draft {
  readonly language: "en" | "zh";
  readonly refusal: boolean;
  readonly sentences: readonly DraftSentence[];
}

/** `zh` when Chinese characters make up a fifth of the letters or more. */
export function languageOf(text: string): "en" | "zh" {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return han > 0 && han * 5 >= letters ? "zh" : "en";
}

/** The text of a draft: each sentence with the id of its passage before its full stop. */
export function renderDraft(draft: Draft): string {
  return draft.sentences
    .map((sentence) => renderSentence(sentence, draft.language))
    .join(draft.language === "zh" ? "" : " ");
}

function renderSentence({ text, chunkId }: DraftSentence, language: Draft["language"]): string {
  if (chunkId === undefined) return text;
  const citation = language === "zh" ? `【${chunkId}】` : ` [source: ${chunkId}]`;
  const end = /[.!?。！？]["”’)）]*$/u.exec(text)?.index ?? text.length;
  return `${text.slice(0, end)}${citation}${text.slice(end)}`;
}

/** How a text is streamed. */
export interface Pace {
  /** The least length of a part but the last. */
  readonly partCharacters: number;
  /** Milliseconds from one part to the next; with 0 other requests still get their turn between parts. */
  readonly partDelayMs: number;
}

/** Streams a text in parts of a few words, the way a model does. */
export async function* streamText(
  text: string,
  { partCharacters, partDelayMs }: Pace,
): AsyncGenerator<string, void, undefined> {
  let part = "";
  for (const piece of text.match(/\s*\S{1,12}/gu) ?? []) {
    part += piece;
    if (part.length < partCharacters) continue;
    yield part;
    part = "";
    await new Promise<void>(
      (resolve) => void (partDelayMs > 0 ? setTimeout(resolve, partDelayMs) : setImmediate(resolve)),
    );
  }
  if (part !== "") yield part;
}
