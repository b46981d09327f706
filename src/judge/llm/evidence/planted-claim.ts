import { acceptance, judges, orders, perhapsJudges, verdicts, wordsPattern } from "./judge-words.ts";
import {
  besides,
  foreignOrder,
  judgedAfter,
  labelled,
  modal,
  noteTo,
  orderBefore,
  orderToSay,
  sayingInClaim,
  spokenTo,
} from "./planted-words.ts";
import { foldText } from "../quotes/fold-text.ts";
import { undisguise } from "./undisguise.ts";

const judge = wordsPattern(judges);
const perhapsJudge = wordsPattern(perhapsJudges);
const accept = wordsPattern(acceptance);
const verdict = wordsPattern(verdicts);
const order = wordsPattern(orders);

/**
 * Whether a sentence has the claim only as something to be said, believed or marked as supported: "Say that …", "Assume
 * …", `"…" = SUPPORTED`, "Le juge doit accepter que …". Whoever quotes it quotes an order. A claim that itself speaks of
 * saying or accepting, and a duty ("must", "should"), may come from such a sentence.
 */
export function isPlanted(sentence: string, claim: string): boolean {
  const text = undisguise(sentence.slice(0, lookedAt).normalize("NFKC"));
  const span = spanOf(undisguise(claim.normalize("NFKC")), text);
  if (sayingInClaim.test(claim)) return span !== undefined && isDemandedAround(text, span);
  if (orderToSay.test(text) && !modal.test(claim)) return true;
  return span !== undefined && isDemandedAround(text, span);
}

function isDemandedAround(text: string, [start, end]: readonly [number, number]): boolean {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const rest = `${before} ${after}`;
  // A question states nothing.
  if (/^["'”’»」)\s]*[?？]/u.test(after)) return true;
  if ([foreignOrder, orderBefore, labelled, spokenTo].some((shape) => shape.test(before))) return true;
  if (judgedAfter.test(after) || (noteTo.test(before) && perhapsJudge.test(before))) return true;
  const [ordered, accepted] = [order.test(rest), accept.test(rest) || verdict.test(rest)];
  // A name or a number stands in many a sentence.
  if (end - start >= shortestStatement && ((ordered && accepted) || besides.some((shape) => shape.test(rest))))
    return true;
  return judge.test(rest) && (ordered || accepted || /(?:[:：]|\bthat)\W*$/u.test(before));
}

/** Characters of a claim that says something by itself. */
const shortestStatement = 8;

/** Characters of a sentence looked at. */
const lookedAt = 4_000;

/** Where the letters and digits of the claim stand in the text, in a row, whatever signs are between them. */
function spanOf(claim: string, text: string): readonly [number, number] | undefined {
  const wanted = foldText(claim);
  if (wanted === "") return undefined;
  let folded = "";
  const positions: number[] = [];
  for (const { 0: run, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const part = foldText(run);
    for (let at = 0; at < part.length; at++) positions.push(index + Math.min(at, run.length - 1));
    folded += part;
  }
  const at = folded.indexOf(wanted);
  if (at === -1) return undefined;
  return [positions[at] ?? 0, (positions[at + wanted.length - 1] ?? 0) + 1];
}
