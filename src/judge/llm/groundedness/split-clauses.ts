/** Verbs that a second statement about the same subject begins with. */
const auxiliaries =
  "was|were|is|are|has|have|had|will|would|can|could|cannot|does|did|may|might|must|should|isn't|aren't|wasn't|weren't|ist|sind|war|waren|wurde|wurden|wird|werden|hat|haben|est|sont|était|étaient|es|son|fue|fueron|fu|sono|werd|heeft";

const hasAuxiliary = new RegExp(`(?<!\\p{L})(?:${auxiliaries})(?!\\p{L})`, "iu");
const beginsAsClause = new RegExp(
  `^(?:it|they|he|she|we|you|er|sie|es|il|elle|${auxiliaries})(?!\\p{L})|^\\p{Script=Han}`,
  "iu",
);

/** Where a second statement begins: with its own verb ("and was bought"), its own subject ("but it is", "but exchanges are") or after a semicolon. */
const joints = new RegExp(
  [
    String.raw`[;；]\s*(?=\S)`,
    String.raw`,?\s+(?:and|but|while|whereas|und|aber|et|mais|y|pero|ed?|ma|en|maar)\s+(?=(?:it|they|he|she|we|you|er|sie|es|il|elle)\s|(?:[\p{L}\p{N}'’-]+\s+){0,3}(?:${auxiliaries})\s)`,
    String.raw`，(?:并且?|而且|但是?|同时|且)(?=\p{Script=Han}{4})`,
  ].join("|"),
  "giu",
);

/** Where the parts cannot stand by themselves: conditions, choices, "not only … but", "neither … nor". */
const bound =
  /\b(?:if|when|whenever|unless|until|whether|not only|not just|not merely|either|neither|both|between|wenn|falls|ob|nicht nur|si|quand|non seulement|cuando|no sol[oa]|se|quando|als|niet alleen)\b|如果|若|当|不仅|不但|除非|只要|只有|无论/iu;

/** Words that a part has at least. */
const fewestWords = 3;

/**
 * The statements of a claim that states several: "it was founded in 1990 and was bought by Globex" is two. Cut only where
 * the second has a verb or a subject of its own, so that lists of things stay whole.
 */
export function splitClauses(claim: string): readonly string[] {
  if (bound.test(claim)) return [claim];
  const parts: string[] = [];
  let start = 0;
  for (const joint of claim.matchAll(joints)) {
    const end = joint.index + joint[0].length;
    const [before, after] = [claim.slice(start, joint.index), claim.slice(end)];
    if (!isLong(before) || !isLong(after)) continue;
    // "The pens and the ink are sold" has two subjects, not two statements.
    if (/^\s/.test(joint[0]) && !/but|aber|mais|pero|maar/i.test(joint[0])) {
      if (!beginsAsClause.test(after) && !hasAuxiliary.test(before)) continue;
    }
    parts.push(claim.slice(start, joint.index).trim());
    start = end;
  }
  parts.push(claim.slice(start).trim());
  return parts;
}

function isLong(part: string): boolean {
  return (part.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= fewestWords || /\p{Script=Han}{4}/u.test(part);
}
