import { JudgeFailure } from "../../core/judge-failure.ts";
import type { AnalysedClaim } from "../embedded/analysis.ts";
import type { Pacer } from "../embedded/pacer.ts";
import type { Candidate } from "../embedded/support.ts";
import { batchesOf } from "./batches.ts";
import type { EncodedPair, Entailment, EntailmentModel } from "./entailment-model.ts";
import type { Premise } from "./premises.ts";

/** A claim and the best that was found for and against it so far. */
export interface OpenClaim {
  readonly claim: AnalysedClaim;
  /** What the model is asked about: the claim without citations, labels and marks. */
  readonly hypothesis: string;
  /** Sentences of the context that share words with it, best first. */
  readonly candidates: readonly Candidate[];
  /** Tokens that a premise for it may have. */
  readonly room: number;
  /** The premises it was held against. */
  readonly asked: Set<string>;
  entailment: number;
  contradiction: number;
  entailedBy?: Premise;
  contradictedBy?: Premise;
}

/** A claim to be held against a premise. */
export interface Question {
  readonly open: OpenClaim;
  readonly premise: Premise;
}

interface Encoded extends Question {
  readonly pair: EncodedPair;
}

/**
 * Holds claims against premises, in runs that the memory bound allows. What entails most and what contradicts most is
 * kept in the claims. Returns how many pairs there were.
 */
export async function ask(
  questions: readonly Question[],
  model: EntailmentModel,
  maxBatchTokens: number,
  pace: Pacer,
): Promise<number> {
  const encoded: Encoded[] = [];
  for (const { open, premise } of questions) {
    const paused = pace();
    if (paused !== undefined) await paused;
    open.asked.add(premise.text);
    encoded.push({ open, premise, pair: model.encode(premise.text, open.hypothesis) });
  }
  for (const batch of batchesOf(encoded, ({ pair }) => pair.ids.length, maxBatchTokens)) {
    const paused = pace();
    if (paused !== undefined) await paused;
    const answers = await model.classify(batch.map(({ pair }) => pair));
    if (answers.length !== batch.length) throw invalidOutput();
    for (const [index, question] of batch.entries()) keep(question, answers[index]);
  }
  return encoded.length;
}

function keep({ open, premise }: Question, answer: Entailment | undefined): void {
  if (answer === undefined || !isProbability(answer.entailment) || !isProbability(answer.contradiction)) {
    throw invalidOutput();
  }
  if (answer.entailment > open.entailment || open.entailedBy === undefined) {
    open.entailment = answer.entailment;
    open.entailedBy = premise;
  }
  if (answer.contradiction > open.contradiction || open.contradictedBy === undefined) {
    open.contradiction = answer.contradiction;
    open.contradictedBy = premise;
  }
}

function isProbability(value: number): boolean {
  return value >= 0 && value <= 1;
}

function invalidOutput(): JudgeFailure {
  return new JudgeFailure("judge_invalid_output", "The NLI model gave no probabilities");
}
