import { groundingChunks, type Interaction } from "../../../core/interaction.ts";
import type { JudgedClaim } from "../../../core/claim.ts";
import type { JudgeContext } from "../../../core/judge.ts";
import { scored, unscored } from "../../../core/outcome.ts";
import { readContext } from "../read-context.ts";
import { createEnvelope, noteRemoved } from "../envelope.ts";
import { estimateTokens } from "../estimate-tokens.ts";
import type { CheckOptions } from "../evidence/check-support.ts";
import { readText } from "../evidence/claim-reading.ts";
import { areInOtherLanguages, likelyLanguageOf } from "../evidence/language-of.ts";
import type { Judgement, LlmSettings } from "../llm-settings.ts";
import type { StatementRequest } from "./ask-statements.ts";
import { judgeStatements } from "./judge-statements.ts";
import { readAnswer } from "./statements.ts";

/** A query of a larger share of the context is left out: it supports nothing. */
const queryShare = 0.125;

/** The share of the answer's claims that the context supports. */
export async function judgeGroundedness(
  interaction: Interaction,
  context: JudgeContext,
  settings: LlmSettings,
): Promise<Judgement> {
  const envelope = createEnvelope(context.random);
  const answer = readAnswer(interaction, envelope);
  if (answer.statements.length === 0) return { outcome: unscored(answer.hasRefusal ? "refusal" : "no_claims") };
  const chunks = await readContext(groundingChunks(interaction), envelope, context);
  const query = envelope.clean(interaction.query ?? "").trim();
  noteRemoved(envelope, context);
  if (chunks.every(({ sentences }) => sentences.length === 0)) return judgementOf(answer.statements.map(unsupported));
  const isShort = estimateTokens(query) <= settings.contextTokens * queryShare;
  const request: StatementRequest = {
    access: settings,
    context,
    envelope,
    prompt: settings.prompts.groundedness.text,
    query: query !== "" && isShort ? envelope.wrap("query", query) : "",
    sources: [readText(answer.text), readText(query)],
  };
  const sample = sampleOf(chunks);
  const options: CheckOptions = {
    minOverlap: settings.minOverlap,
    query,
    language: likelyLanguageOf(`${answer.text}\n${sample}`),
    otherLanguage: areInOtherLanguages(answer.text, sample),
  };
  const claims = await judgeStatements(answer.statements, chunks, request, options);
  // A foreign sentence that the model knows to state nothing is a refusal or a courtesy; which of them cannot be told.
  return claims.length === 0 ? { outcome: unscored("refusal") } : judgementOf(claims);
}

function unsupported({ text }: { readonly text: string }): JudgedClaim {
  return { text, verdict: "unsupported", score: 0, flags: [] };
}

function judgementOf(claims: readonly JudgedClaim[]): Judgement {
  const supported = claims.filter(({ verdict }) => verdict === "supported").length;
  return { outcome: scored(supported / claims.length), detail: { claims } };
}

/** Characters of each chunk that show its language. */
const sampleLength = 1_000;

function sampleOf(chunks: readonly { readonly text: string }[]): string {
  return chunks.map(({ text }) => text.slice(0, sampleLength)).join("\n");
}
