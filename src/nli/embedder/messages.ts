/** What is asked of the thread with the model. */
export type EmbedRequest =
  | { readonly kind: "embed"; readonly id: number; readonly texts: readonly string[]; readonly as: "query" | "passage" }
  /** Nobody waits for this call any more: it may end at once. It is answered all the same. */
  | { readonly kind: "cancel"; readonly id: number };

/** Its answer; one for each `embed`. */
export type EmbedReply =
  | { readonly kind: "embedded"; readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly kind: "failed"; readonly id: number; readonly failure: EmbedFailure };

/** A failure in a form that crosses threads; it carries no content. */
export type EmbedFailure =
  /** A `JudgeFailure`. */
  | { readonly type: "foreseen"; readonly reason: "too_long" | "judge_invalid_output"; readonly message: string }
  /** A `RagTriadError`: what is wrong with the set-up. */
  | { readonly type: "setup"; readonly code: string; readonly message: string }
  | { readonly type: "other"; readonly errorType: string };
