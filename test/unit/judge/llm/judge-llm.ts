import type { Chunk } from "../../../../src/core/chunk.ts";
import type { Interaction } from "../../../../src/core/interaction.ts";
import {
  findingIds,
  type Findings,
  type JudgeContext,
  type JudgeResult,
  type JudgeWarning,
  type Usage,
} from "../../../../src/core/judge.ts";
import type { MetricId } from "../../../../src/core/metric.ts";
import type { Embedder } from "../../../../src/judge/embedder.ts";
import { llmJudges, type LlmJudgesOptions } from "../../../../src/judge/llm/llm-judges.ts";
import { compose } from "../../../../src/resilience/compose.ts";
import type { Policy } from "../../../../src/resilience/policy.ts";
import { createScriptedJudgeModel, vectorAtCosine, createScriptedEmbedder } from "../../../../src/testing/index.ts";
import type { ScriptedJudgeModel, ScriptedReply } from "../../../../src/testing/scripted-judge-model.ts";
import type { JudgeModelRequest } from "../../../../src/judge/judge-model.ts";
import { aJudgeContext } from "../../../helpers/judge-context.ts";

/** A policy that only calls, so that a test sees every call. */
export const noPolicy: Policy = compose();

/** What came of one judgement, with all that was noted on the way. */
export interface Judged {
  readonly result: JudgeResult;
  readonly findings: Findings;
  readonly usage: Usage;
  readonly warnings: readonly JudgeWarning[];
}

/** Chunks with the ids `a`, `b`, … */
export function chunksOf(...texts: string[]): Chunk[] {
  return texts.map((text, rank) => ({ id: String.fromCharCode(97 + rank), text, rank }));
}

export function interactionOf(changes: Partial<Interaction>): Interaction {
  return { id: "i", query: "What happened?", retrieval: "succeeded", chunks: [], answer: "", ...changes };
}

/** Collects what is noted, as scoring does. */
export function notingContext(changes: Partial<JudgeContext> = {}): {
  readonly context: JudgeContext;
  readonly noted: () => Omit<Judged, "result">;
} {
  const findings: Record<string, number> = {};
  const usage = { inputTokens: 0, outputTokens: 0 };
  const warnings: JudgeWarning[] = [];
  const context = aJudgeContext({
    note(notes) {
      for (const id of findingIds)
        if (notes.findings?.[id] !== undefined) findings[id] = (findings[id] ?? 0) + notes.findings[id];
      usage.inputTokens += notes.usage?.inputTokens ?? 0;
      usage.outputTokens += notes.usage?.outputTokens ?? 0;
      warnings.push(...(notes.warnings ?? []));
    },
    ...changes,
  });
  return { context, noted: () => ({ findings, usage, warnings }) };
}

/** Judges one interaction on one metric. */
export async function judge(
  metric: MetricId,
  interaction: Partial<Interaction>,
  options: LlmJudgesOptions,
  changes: Partial<JudgeContext> = {},
): Promise<Judged> {
  const judges = llmJudges({ policy: noPolicy, ...options });
  const { context, noted } = notingContext(changes);
  const result = await judges[metric]?.judge(interactionOf(interaction), context);
  if (result === undefined) throw new Error(`no judge of ${metric}`);
  return { result, ...noted() };
}

/** A claim as the model is to give it. */
export interface ScriptedClaim {
  readonly statement: number;
  readonly claim: string;
  readonly verdict?: string;
  /** Quotes, each with its chunk's number (1 if left out). */
  readonly quotes?: readonly (string | readonly [chunk: number, quote: string])[];
}

/** A reply to the question of groundedness. */
export function claimsReply(...claims: readonly ScriptedClaim[]): { readonly claims: readonly object[] } {
  return {
    claims: claims.map(({ statement, claim, verdict, quotes = [] }) => ({
      statement,
      claim,
      verdict: verdict ?? (quotes.length > 0 ? "supported" : "[UNSUPPORTED]"),
      quotes: quotes.map((quote) =>
        typeof quote === "string" ? { chunk: 1, quote } : { chunk: quote[0], quote: quote[1] },
      ),
    })),
  };
}

/** The texts between the delimiters of a request, by label. */
export function partsOf(request: Pick<JudgeModelRequest, "input">): ReadonlyMap<string, string> {
  const parts = request.input.matchAll(/\[\[\[(\w+)\|([^\]]+)\]\]\]\n([^]*?)\n\[\[\[\/\1\|\2\]\]\]/g);
  return new Map([...parts].map(([, , label = "", text = ""]) => [label, text]));
}

/** The statements of a request, by number. */
export function statementsOf(request: Pick<JudgeModelRequest, "input">): ReadonlyMap<number, string> {
  const lines = (partsOf(request).get("statements") ?? "").split("\n");
  return new Map(lines.map((line) => [Number.parseInt(line, 10), line.replace(/^\d+\. /, "")]));
}

export function scriptedModel(
  reply:
    | ScriptedReply
    | readonly [ScriptedReply, ...ScriptedReply[]]
    | ((request: JudgeModelRequest, call: number) => ScriptedReply),
  changes: { readonly contextTokens?: number; readonly model?: string } = {},
): ScriptedJudgeModel {
  return createScriptedJudgeModel({ reply, usage: { inputTokens: 10, outputTokens: 5 }, ...changes });
}

/** An embedder in which the query is `[1, 0]` and the named texts stand at these cosines to it. */
export function embedderAt(query: string, cosines: Readonly<Record<string, number>>): Embedder {
  return createScriptedEmbedder({
    vectors: (text) => (text === query ? [1, 0] : vectorAtCosine(cosines[text] ?? Number.NaN)),
  });
}
