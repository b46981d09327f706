import type { JudgedClaim, Verdict } from "../../core/claim.ts";
import { roundScore, scored, unscored } from "../../core/outcome.ts";
import { isBlank } from "../../core/preconditions.ts";
import type { AnalysedClaim, Analysis } from "../embedded/analysis.ts";
import { createEvidenceIndex, type EvidenceIndex } from "../embedded/evidence-index.ts";
import type { Judgement } from "../embedded/groundedness.ts";
import type { Pacer } from "../embedded/pacer.ts";
import { claimTerms, supportOf } from "../embedded/support.ts";
import { ask, type OpenClaim, type Question } from "./ask.ts";
import type { EntailmentModel } from "./entailment-model.ts";
import { createContextWindows, evidencePremise, likeliestFirst, sentenceOf, type Premise } from "./premises.ts";
import { flagsOf } from "./rules.ts";
import type { EntailmentSettings } from "./settings.ts";

/** Tokens that a premise must have room for beside the claim; a claim that leaves fewer is too long for the model. */
const leastRoom = 16;

/** The support of a claim that the model finds entailed and a rule does not, at most. */
const cap = 0.25;

/**
 * The share of the answer's claims that the context entails. A claim is held against its best few sentences first, then
 * against windows that cover all of the context, until one entails it; it is `contradicted` when none does and one
 * denies it. No text is cut: a claim that leaves the model no room for a premise makes the answer `too_long`.
 */
export async function judgeByEntailment(
  analysis: Analysis,
  load: () => Promise<EntailmentModel>,
  settings: EntailmentSettings,
  pace: Pacer,
): Promise<Judgement> {
  const { claims, hasRefusal } = analysis.answer;
  if (claims.length === 0) return { outcome: unscored(hasRefusal ? "refusal" : "no_claims") };
  const index = await createEvidenceIndex(analysis.grounding, analysis.vocabulary, pace);
  const open = await openClaims(claims, analysis, index, pace);
  if (analysis.grounding.some(({ chunk }) => !isBlank(chunk.text))) {
    const model = await load();
    const withRoom = open.map((claim) => ({ ...claim, room: roomFor(claim.hypothesis, model) }));
    if (withRoom.some(({ room }) => room < leastRoom)) return { outcome: unscored("too_long") };
    if (!(await askAll(withRoom, analysis, model, settings, pace))) return { outcome: unscored("too_long") };
    return judgement(withRoom, analysis, index, settings);
  }
  return judgement(open, analysis, index, settings);
}

async function openClaims(
  claims: readonly AnalysedClaim[],
  { vocabulary }: Analysis,
  index: EvidenceIndex,
  pace: Pacer,
): Promise<OpenClaim[]> {
  const scratch = new Float32Array(index.sentences.length);
  const open: OpenClaim[] = [];
  for (const claim of claims) {
    const paused = pace();
    if (paused !== undefined) await paused;
    const terms = claimTerms(claim, (term) => vocabulary.terms[term]?.weight ?? 0);
    const { candidates } = supportOf(terms, index, scratch);
    open.push({
      claim,
      hypothesis: hypothesisOf(claim),
      candidates,
      room: 0,
      asked: new Set(),
      entailment: 0,
      contradiction: 0,
    });
  }
  return open;
}

/** The claim as a plain sentence. */
function hypothesisOf({ plain }: AnalysedClaim): string {
  const unmarked = plain.replace(/\*{2,3}|__|`+/g, "").replace(/\s+/g, " ");
  return unmarked.trim();
}

function roomFor(hypothesis: string, model: EntailmentModel): number {
  return model.maxTokens - model.pairTokens - model.countTokens(hypothesis);
}

/** Asks until each claim is entailed or the context is used up. `false` when that takes more pairs than may be. */
async function askAll(
  open: readonly OpenClaim[],
  { grounding }: Analysis,
  model: EntailmentModel,
  settings: EntailmentSettings,
  pace: Pacer,
): Promise<boolean> {
  const { evidenceSentences, entailedFrom, maxBatchTokens, maxPairs } = settings;
  const best: Question[] = [];
  for (const claim of open) {
    const paused = pace();
    if (paused !== undefined) await paused;
    const premise = evidencePremise(claim.candidates, evidenceSentences, claim.room, grounding, model);
    if (premise !== undefined) best.push({ open: claim, premise });
  }
  if (best.length > maxPairs) return false;
  let total = await ask(best, model, maxBatchTokens, pace);

  const windowsFor = createContextWindows(grounding, model, pace);
  const queues: { readonly claim: OpenClaim; readonly premises: readonly Premise[] }[] = [];
  for (const claim of open) {
    if (claim.entailment >= entailedFrom) continue;
    const windows = likeliestFirst(await windowsFor(claim.room), claim.candidates);
    const premises = windows.filter(({ text }) => !claim.asked.has(text));
    total += premises.length;
    if (total > maxPairs) return false;
    queues.push({ claim, premises });
  }
  const rounds = Math.max(0, ...queues.map(({ premises }) => premises.length));
  for (let round = 0; round < rounds; round++) {
    const questions = queues.flatMap(({ claim, premises }): Question[] => {
      const premise = claim.entailment >= entailedFrom ? undefined : premises[round];
      return premise === undefined ? [] : [{ open: claim, premise }];
    });
    await ask(questions, model, maxBatchTokens, pace);
  }
  return true;
}

function judgement(
  open: readonly OpenClaim[],
  { vocabulary }: Analysis,
  index: EvidenceIndex,
  settings: EntailmentSettings,
): Judgement {
  const claims = open.map((claim): JudgedClaim => {
    const flags = flagsOf(claim.claim, claim.candidates, index, vocabulary, settings);
    const verdict = verdictOf(claim, flags, settings);
    const score = roundScore(flags.length === 0 ? claim.entailment : Math.min(claim.entailment, cap));
    return { text: claim.claim.text, verdict, score, ...evidenceFor(claim, verdict), flags };
  });
  const supported = claims.filter(({ verdict }) => verdict === "supported").length;
  return { outcome: scored(supported / claims.length), detail: { claims } };
}

function verdictOf(claim: OpenClaim, flags: readonly string[], settings: EntailmentSettings): Verdict {
  if (claim.entailment >= settings.entailedFrom) return flags.length === 0 ? "supported" : "unsupported";
  return claim.contradiction >= settings.contradictedFrom ? "contradicted" : "unsupported";
}

function evidenceFor(claim: OpenClaim, verdict: Verdict): Pick<JudgedClaim, "chunkId" | "evidence"> {
  const [nearest] = claim.candidates;
  const premise =
    verdict === "supported"
      ? claim.entailedBy
      : verdict === "contradicted"
        ? claim.contradictedBy
        : nearest && { chunkId: nearest.chunk.chunk.id, evidence: sentenceOf(nearest) };
  return premise === undefined ? {} : { chunkId: premise.chunkId, evidence: premise.evidence };
}
