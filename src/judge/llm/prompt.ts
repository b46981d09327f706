import { shortHash } from "../judge-version.ts";

/** What a judge model is told to do, and its version: a judge's own version says it. */
export interface Prompt {
  /** Changes whenever the text does. */
  readonly version: string;
  readonly text: string;
}

/** Prompts of {@link llmJudges}, by what they are for. */
export const promptIds = ["groundedness", "queries", "answerGrade", "contextSentences", "contextGrade"] as const;

/** One of {@link promptIds}. */
export type PromptId = (typeof promptIds)[number];

/** Prompts in place of ours. The paragraph on data and delimiters is added to each. */
export type PromptOverrides = Partial<Record<PromptId, string>>;

/** The prompt in force: ours, or the user's, whose version is a hash of its text. */
export function promptOf(own: Prompt, override: string | undefined): Prompt {
  return override === undefined ? own : { version: `p${shortHash(override)}`, text: override };
}
