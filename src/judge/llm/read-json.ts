import { JudgeFailure } from "../../core/judge-failure.ts";
import { findObjects } from "./find-objects.ts";
import { parseJson, repeatsKey, type JsonObject } from "./parse-json.ts";

/** Characters that a judge model's answer may have; a longer one is refused before it is parsed. */
export const maxReplyCharacters = 1_000_000;

/** Objects that are looked into: an answer with more of them is no answer. */
const maxObjects = 100;

/** How deep the JSON of an answer may be nested. */
export const maxReplyDepth = 32;

/** What can be wrong with a judge model's answer; the `code` of the failure. */
export type ReplyProblem =
  | "reply_empty"
  | "reply_too_long"
  | "reply_too_deep"
  | "reply_truncated"
  | "reply_not_json"
  | "reply_ambiguous"
  | "reply_wrong_shape";

const messages: Readonly<Record<ReplyProblem, string>> = {
  reply_empty: "The judge model answered with nothing",
  reply_too_long: `The judge model's answer is longer than ${maxReplyCharacters} characters`,
  reply_too_deep: `The JSON in the judge model's answer is nested deeper than ${maxReplyDepth}`,
  reply_truncated: "The JSON in the judge model's answer has no end",
  reply_not_json: "The judge model's answer has no JSON object in it",
  reply_ambiguous:
    "The judge model's answer has several JSON objects of the wanted shape that differ, or one with a key twice",
  reply_wrong_shape: "No JSON object in the judge model's answer has the wanted shape",
};

/**
 * Reads the one JSON object out of a judge model's answer: alone, in a code fence, with prose around it or after a
 * `<think>` section; with line breaks inside its strings and commas after its last entries. `read` turns the object
 * into what is wanted, or returns `undefined` when it is something else; it is given plain data, with no `__proto__`.
 * Several objects that `read` accepts must be the same, else the answer is refused: one of them may be a quotation
 * from what is being judged. Takes time linear in the answer's length.
 * @throws JudgeFailure `judge_invalid_output` with a {@link ReplyProblem} as its code, and no part of the answer in it.
 */
export function readJson<T>(text: string, read: (value: JsonObject) => T | undefined): T {
  if (text.length > maxReplyCharacters) throw replyFailure("reply_too_long");
  const spoken = withoutThoughts(text);
  if (spoken.trim() === "") throw replyFailure("reply_empty");
  const { objects, problem } = findObjects(spoken, maxReplyDepth);
  if (problem !== undefined) throw replyFailure(problem);
  if (objects.length > maxObjects) throw replyFailure("reply_ambiguous");
  const found = objects.map((source) => ({ source, value: parseJson(source) }));
  if (found.every(({ value }) => value === undefined)) throw replyFailure("reply_not_json");
  const accepted = new Map<string, T>();
  for (const { source, value } of found) {
    const result = value && read(value);
    if (result === undefined) continue;
    if (repeatsKey(source)) throw replyFailure("reply_ambiguous");
    accepted.set(JSON.stringify(value), result);
  }
  if (accepted.size > 1) throw replyFailure("reply_ambiguous");
  for (const result of accepted.values()) return result;
  throw replyFailure("reply_wrong_shape");
}

/** The failure for an answer that cannot be used, for judges that find the problem themselves. */
export function replyFailure(problem: ReplyProblem): JudgeFailure {
  const retryable = problem !== "reply_too_long" && problem !== "reply_too_deep";
  return new JudgeFailure("judge_invalid_output", messages[problem], { code: problem, retryable });
}

/** What follows the section in which some models think aloud. Without its end nothing was said. */
function withoutThoughts(text: string): string {
  const thoughts = /^\s*<think(?:ing)?>/.exec(text);
  if (thoughts === null) return text;
  const end = /<\/think(?:ing)?>/.exec(text);
  return end === null ? "" : text.slice(end.index + end[0].length);
}
