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

/** FNV-1a (Fowler, Noll, Vo) over UTF-16 code units, in base 36: tells texts apart, and keeps no secret. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}
