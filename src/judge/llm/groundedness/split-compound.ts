import { hasWord } from "../../../text/characters.ts";
import { numbersIn } from "../../../text/numbers.ts";
import { tokenize } from "../../../text/tokens.ts";

/** Where one of two statements may end. */
const joints = /[,;，；、](?=\s*\S)|\s+(?:and|but|while|und|et|y|e|en)\s+|以及|并且|同时/giu;

/**
 * A claim that states several numbers, in its parts: "revenue was 10bn, up 15 %" is two claims. It is cut only where both
 * sides have a number of their own and a word besides it and its unit, and never inside a number or a date.
 */
export function splitCompound(claim: string): readonly string[] {
  const tokens = tokenize(claim);
  const mentions = numbersIn(claim, tokens).filter(({ strong }) => strong);
  if (mentions.length < 2) return [claim];
  const parts: string[] = [];
  let start = 0;
  for (const joint of claim.matchAll(joints)) {
    const inside = mentions.some(({ first, last }) => {
      const [from, to] = [tokens[first]?.start ?? 0, tokens[last]?.end ?? 0];
      return joint.index >= from && joint.index < to;
    });
    const end = joint.index + joint[0].length;
    if (inside || !statesNumber(claim.slice(start, joint.index)) || !statesNumber(claim.slice(end))) continue;
    parts.push(claim.slice(start, joint.index).trim());
    start = end;
  }
  parts.push(claim.slice(start).trim());
  return parts;
}

/** Whether the text has a number, and before it a word that is no part of one: "up 15 %", but not "3" or "10 days". */
function statesNumber(text: string): boolean {
  const tokens = tokenize(text);
  const numbers = numbersIn(text, tokens);
  const first = numbers.find(({ strong }) => strong);
  if (first === undefined) return false;
  const inNumbers = new Set<number>();
  for (const { first: from, last, unit } of numbers)
    for (let at = from; at <= Math.max(last, unit?.last ?? last); at++) inNumbers.add(at);
  return tokens.some((token, at) => at < first.first && !inNumbers.has(at) && hasWord(token.text));
}
