import type { Interaction } from "../../../../src/core/interaction.ts";
import type { JudgeContext, JudgeResult } from "../../../../src/core/judge.ts";
import { literatureThresholds } from "../../../../src/core/thresholds.ts";
import { createEntailmentJudge } from "../../../../src/judge/nli/create-entailment-judge.ts";
import type { EncodedPair, Entailment, EntailmentModel } from "../../../../src/judge/nli/entailment-model.ts";
import type { EntailmentSettings } from "../../../../src/judge/nli/settings.ts";
import { aJudgeContext } from "../../../helpers/judge-context.ts";

/** A premise and a claim that the model was asked about. */
export interface Asked {
  readonly premise: string;
  readonly claim: string;
}

/** A model whose tokens are words and which says what it is told; it keeps what it was asked, run by run. */
export interface ScriptedEntailment extends EntailmentModel {
  readonly runs: readonly (readonly Asked[])[];
}

/** Probabilities by name; the rest of them is neutral. */
export const says = {
  entailed: { entailment: 0.95, contradiction: 0.01 },
  contradicted: { entailment: 0.02, contradiction: 0.9 },
  neutral: { entailment: 0.1, contradiction: 0.1 },
} as const satisfies Record<string, Entailment>;

/** Creates the model; pairs have 3 special tokens. */
export function scriptedEntailment(
  say: (asked: Asked) => Entailment,
  { maxTokens = 64 }: { readonly maxTokens?: number } = {},
): ScriptedEntailment {
  const known = new WeakMap<EncodedPair, Asked>();
  const runs: Asked[][] = [];
  const countTokens = (text: string): number => text.match(/\S+/g)?.length ?? 0;
  return {
    maxTokens,
    pairTokens: 3,
    runs,
    countTokens,
    encode(premise, claim) {
      const length = 3 + countTokens(premise) + countTokens(claim);
      const pair = { ids: Array.from({ length }, () => 1), typeIds: Array.from({ length }, () => 0) };
      known.set(pair, { premise, claim });
      return pair;
    },
    classify(pairs) {
      if (pairs.some(({ ids }) => ids.length > maxTokens))
        throw new RangeError("A pair is longer than the model takes");
      const asked = pairs.map((pair) => known.get(pair) ?? { premise: "", claim: "" });
      runs.push(asked);
      return Promise.resolve(asked.map(say));
    },
  };
}

/** The settings with their defaults, and what a test changes. */
export function settingsWith(changes: Partial<EntailmentSettings> = {}): EntailmentSettings {
  return {
    evidenceSentences: 3,
    entailedFrom: 0.5,
    contradictedFrom: 0.8,
    numbers: true,
    negations: true,
    maxBatchTokens: 2_048,
    maxPairs: 5_000,
    ...changes,
  };
}

/** Judges one answer in contexts with a model. */
export function judgeWith(
  model: EntailmentModel,
  contexts: readonly string[],
  answer: string,
  changes: Partial<EntailmentSettings> = {},
  context: Partial<JudgeContext> = {},
): Promise<JudgeResult> {
  const judge = createEntailmentJudge({
    version: "1+scripted",
    thresholds: literatureThresholds.groundedness,
    settings: settingsWith(changes),
    load: () => Promise.resolve(model),
  });
  const chunks = contexts.map((text, index) => ({ id: `c${index}`, text, rank: index }));
  const interaction: Interaction = { id: "i", query: "Q", retrieval: "succeeded", chunks, answer };
  return judge.judge(interaction, aJudgeContext(context));
}
