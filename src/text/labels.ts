import { hasWord } from "./characters.ts";
import { tokenize } from "./tokens.ts";

const heading = /^(?:\*\*|__)[^*_\n]{1,80}(?:\*\*:?|__:?|:\*\*|:__) /;

/** Words that a labelled item must have besides its label for the label to be a heading. */
const labelledLength = 3;

// "Step 2:", "2.1 Refunds", "1) wash; 2) dry", "Second, dry": where it stands, not what is so.
const places: readonly RegExp[] = [
  /^(?:\*\*|__)?(?:step|option|point|reason|part|phase|tip|rule|item|question|method|example|note|tier|stage|principle) \d{1,2}(?:\*\*|__)?[:.)–-](?:\*\*|__)? /i,
  /^(?:第[一二三四五六七八九十\d]{1,3}[步点]?|步骤 ?[一二三四五六七八九十\d]{1,3})[，,：:、]/,
  /^\d{1,2}(?:\.\d{1,2}){1,3}\.? {1,3}(?=\p{Lu}\p{Ll}{2})(?!(?:Million|Billion|Trillion|Thousand|Percent)\b)/u,
  /(?<=^|[;；:：] ?)\(?\d{1,2}[.)] (?=\p{L})/gu,
  /^(?:first|second|third|fourth|fifth|firstly|secondly|thirdly|finally|lastly), /i,
];

/** `text` with the labels and list numbers before its statements blanked out. The length stays, so offsets hold. */
export function maskLabels(text: string): string {
  let masked = text;
  for (const place of places) masked = masked.replace(place, (found) => " ".repeat(found.length));
  if (!hasWord(masked)) return text;
  // "**Safety:** keep children in sight": the label is a heading of the answer's own.
  const length = heading.exec(masked)?.[0].length ?? 0;
  if (length === 0 || tokenize(masked, length).length < labelledLength) return masked;
  return " ".repeat(length) + masked.slice(length);
}
