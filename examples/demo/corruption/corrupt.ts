import type { Draft, DraftSentence } from "../generation/draft.ts";
import { changeNegation } from "./change-negation.ts";
import { changeNumber } from "./change-number.ts";
import { pick } from "./random.ts";

/** What can be done to an answer: a number changed, a sentence from elsewhere inserted, a negation inserted or removed. */
export const corruptionKinds = ["number", "sentence", "negation"] as const;

/** One of {@link corruptionKinds}. */
export type CorruptionKind = (typeof corruptionKinds)[number];

/** What a corruption may draw on. */
export interface CorruptionMaterial {
  /** The retrieved context: a changed number must not occur in it. */
  readonly context: string;
  /** A sentence of passages that were not retrieved, in the answer's language; `undefined` when there is none. */
  foreignSentence(random: () => number): string | undefined;
  readonly random: () => number;
}

/**
 * Makes a draft untrue to its passages in one place. The kind is drawn; where the answer has no place for it, the next
 * one is tried. A refusal stays as it is: there is nothing to corrupt. `undefined` when nothing could be done.
 */
export function corruptDraft(
  draft: Draft,
  material: CorruptionMaterial,
): { draft: Draft; kind: CorruptionKind } | undefined {
  if (draft.refusal || draft.sentences.length === 0) return undefined;
  const first = Math.floor(material.random() * corruptionKinds.length);
  for (let offset = 0; offset < corruptionKinds.length; offset++) {
    const kind = corruptionKinds[(first + offset) % corruptionKinds.length];
    const sentences = kind === undefined ? undefined : corruptSentences(draft, kind, material);
    if (kind !== undefined && sentences !== undefined) return { draft: { ...draft, sentences }, kind };
  }
  return undefined;
}

function corruptSentences(
  draft: Draft,
  kind: CorruptionKind,
  material: CorruptionMaterial,
): DraftSentence[] | undefined {
  const { random } = material;
  if (kind === "sentence") {
    const text = material.foreignSentence(random);
    const place = Math.floor(random() * (draft.sentences.length + 1));
    const neighbour = draft.sentences[Math.max(0, place - 1)];
    // It is cited like its neighbour: a made-up sentence rarely says so.
    const inserted = text === undefined ? undefined : { ...neighbour, text };
    return inserted === undefined ? undefined : draft.sentences.toSpliced(place, 0, inserted);
  }
  const changes = draft.sentences.flatMap((sentence, position) => {
    const text =
      kind === "number"
        ? changeNumber(sentence.text, material.context, random)
        : changeNegation(sentence.text, draft.language, random);
    return text === undefined || material.context.includes(text) ? [] : [{ position, text }];
  });
  const change = pick(changes, random);
  if (change === undefined) return undefined;
  return draft.sentences.map((sentence, position) =>
    position === change.position ? { ...sentence, text: change.text } : sentence,
  );
}
