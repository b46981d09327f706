import type { Detail } from "../../core/judge.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { Embedder } from "../embedder.ts";
import type { ModelAccess } from "./ask-model.ts";
import type { Prompt, PromptId } from "./prompt.ts";

/** What the LLM judges work with, complete. */
export interface LlmSettings extends ModelAccess {
  readonly embedder: Embedder | undefined;
  readonly prompts: Readonly<Record<PromptId, Prompt>>;
  /** Queries generated from an answer. */
  readonly queryCount: number;
  /** The share of a claim's content that the quoted sentences must have. */
  readonly minOverlap: number;
}

/** A judgement of one metric before the judge's name is put on it. */
export interface Judgement {
  readonly outcome: Outcome;
  readonly detail?: Detail;
}

/** Tokens of a model's context where its size is not known. */
export const defaultContextTokens = 16_384;
