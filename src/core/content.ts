/** A kind of content: what a redaction hook is told about the text it is given. */
export type ContentKind = "query" | "chunk" | "answer" | "claim" | "explanation";

/** A redaction hook: given a whole text and its kind, returns what may leave the process. */
export type Redact = (text: string, kind: ContentKind) => string;
