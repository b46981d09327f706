import type { Usage } from "../core/judge.ts";

/** A JSON Schema, as plain JSON. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a judge asks a judge model. */
export interface JudgeModelRequest {
  /** What to do: ours, never text that is being judged. */
  readonly instructions: string;
  /** What to judge, between the delimiters that `instructions` name. */
  readonly input: string;
  /** The JSON to answer with. An adapter has the server enforce it where that can; else `instructions` ask for it. */
  readonly schema?: { readonly name: string; readonly schema: JsonSchema };
  readonly maxOutputTokens?: number;
}

/** What a judge model answers. */
export interface JudgeModelReply {
  /** The text as it came; judges read the JSON out of it. */
  readonly text: string;
  /** Why it ended: `length` is a cut-off answer, `refusal` the model's own refusal to judge. */
  readonly finish: "stop" | "length" | "refusal";
  readonly usage?: Usage;
}

/**
 * The LLM behind a judge, as a port: an adapter to another SDK is one function. It makes one attempt (policies retry),
 * honours the signal, and rejects with a `JudgeFailure` for what it foresees: limits, outages, hangs.
 */
export interface JudgeModel {
  /** The model's name, e.g. `gpt-5-mini`. */
  readonly model: string;
  /** Tokens that request and reply may have together, where known: what does not fit is windowed. */
  readonly contextTokens?: number;
  complete(request: JudgeModelRequest, options: { readonly signal: AbortSignal }): Promise<JudgeModelReply>;
}
