import { chineseRefusals, englishRefusals, reportedRefusals } from "./refusal-patterns.ts";
import { writingSystemOf } from "./script.ts";

/** A refusal says what it is early: the rest of a long sentence is not looked at. */
const lookedAt = 400;

/**
 * Whether the sentence declines to answer: "I don't know", "The documents do not say …", "cannot be answered from the
 * context", 无法回答, 文档没有提到 …. A sentence about somebody who did not know is none. Linear; never throws.
 */
export function isRefusalSentence(sentence: string): boolean {
  const text = sentence
    .slice(0, lookedAt)
    .trim()
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/\s+/g, " ")
    .replace(/^[-*>#\s"“'(]{1,8}/, "");
  if (text === "" || concessive.test(text)) return false;
  if (writingSystemOf(text) === "unspaced") return chineseRefusals.some((pattern) => pattern.test(text));
  return (
    englishRefusals.some((pattern) => pattern.test(text)) && !reportedRefusals.some((pattern) => pattern.test(text))
  );
}

// "While there is no definitive answer, it is advisable …" goes on to answer.
const concessive = /^(?:while|although|though|even though|虽然|尽管)/;
