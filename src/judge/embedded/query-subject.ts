import type { Token } from "../../text/tokens.ts";
import { chineseQuestionCharacters, questionWords } from "./word-frequency.ts";

/** What a query is about: its tokens without those that ask, or all of them when nothing else is there. */
export function subjectOf(query: readonly Token[]): readonly Token[] {
  const kept = query.filter(
    (token) => !(token.kind === "character" ? chineseQuestionCharacters : questionWords).has(token.text),
  );
  return kept.length > 0 ? kept : query;
}
