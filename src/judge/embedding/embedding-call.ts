import type { Usage } from "../../core/judge.ts";
import type { PolicyContext, Policy } from "../../resilience/policy.ts";
import type { Embedder } from "../embedder.ts";
import { estimateTokens } from "../llm/estimate-tokens.ts";
import { readVectors } from "./read-vectors.ts";
import type { UnitVector } from "./unit-vector.ts";

/** What a text is embedded as. */
export type EmbeddingKind = "query" | "passage";

/** Texts of one call where the embedder does not say, and the characters of one call; servers limit both. */
const defaults = { maxBatch: 128, maxBatchCharacters: 200_000 } as const;

/** One call of an embedder, under a policy. */
export interface EmbeddingCall {
  /** The vectors in the texts' order; rejects with a `JudgeFailure`, or with what the embedder throws. */
  readonly vectors: Promise<readonly UnitVector[]>;
  /** What the call has used, to the first who asks once it has settled. Also of a call whose reply was refused. */
  takeUsage(): Usage | undefined;
}

/** Makes one call. Its reply is read outside the policy, so that what an unusable one has used is settled too. */
export function callEmbedder(
  embedder: Embedder,
  policy: Policy,
  texts: readonly string[],
  kind: EmbeddingKind,
  context: PolicyContext,
): EmbeddingCall {
  let usage: Usage | undefined;
  const call = async (): Promise<readonly UnitVector[]> => {
    const reply = await policy.execute(
      {
        run: ({ signal }) => embedder.embed(texts, { signal, kind }),
        estimate: { inputTokens: texts.reduce((sum, text) => sum + estimateTokens(text), 0) },
        usageOf,
      },
      context,
    );
    usage = usageOf(reply);
    return readVectors(reply, texts.length);
  };
  return {
    vectors: call(),
    takeUsage() {
      const taken = usage;
      usage = undefined;
      return taken;
    },
  };
}

/** An adapter may be plain JavaScript, and give nothing at all. */
function usageOf(reply: { readonly usage?: Usage } | undefined): Usage | undefined {
  return reply?.usage;
}

/** Texts in batches that one call may have; a text larger than that is a batch by itself. */
export function batchesOf(
  texts: readonly string[],
  maxBatch: number = defaults.maxBatch,
  maxCharacters: number = defaults.maxBatchCharacters,
): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let room = 0;
  for (const text of texts) {
    const batch = batches.at(-1);
    if (batch !== undefined && batch.length < maxBatch && text.length <= room) {
      batch.push(text);
      room -= text.length;
    } else {
      batches.push([text]);
      room = maxCharacters - text.length;
    }
  }
  return batches;
}
