/** A kind of content: what a redaction hook is told about the text it is given. */
export type ContentKind = "query" | "chunk" | "answer" | "claim" | "explanation";
