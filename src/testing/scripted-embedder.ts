import type { Usage } from "../core/judge.ts";
import type { Embedder, Vector } from "../judge/embedder.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** What a scripted embedder does with one text: its vector, or an error with which the whole call rejects. */
export type ScriptedVector = Vector | Error;

/** One call that a scripted embedder got. */
export interface ScriptedEmbedderCall {
  readonly texts: readonly string[];
  readonly kind: "query" | "passage";
}

/** Options of {@link createScriptedEmbedder}. */
export interface ScriptedEmbedderOptions {
  /**
   * The vector of each text, or a function that gives it (and may wait). A text that the table has not rejects the call
   * as a programming error.
   */
  readonly vectors:
    | Readonly<Record<string, ScriptedVector>>
    | ((text: string, kind: "query" | "passage") => ScriptedVector | Promise<ScriptedVector>);
  /** @default "scripted-embedder" */
  readonly model?: string;
  readonly maxBatch?: number;
  /** What each text uses; a call's usage is that times its texts. */
  readonly usagePerText?: Usage;
}

/** An embedder that says what it is told, and keeps what it was asked. */
export interface ScriptedEmbedder extends Embedder {
  readonly calls: readonly ScriptedEmbedderCall[];
}

/** Creates an embedder for tests. A call that is aborted rejects with the signal's reason, also when its script hangs. */
export function createScriptedEmbedder(options: ScriptedEmbedderOptions): ScriptedEmbedder {
  const { vectors, model = "scripted-embedder", maxBatch, usagePerText } = options;
  const calls: ScriptedEmbedderCall[] = [];
  const vectorOf = async (text: string, kind: "query" | "passage"): Promise<Vector> => {
    const vector =
      typeof vectors === "function"
        ? await vectors(text, kind)
        : Object.hasOwn(vectors, text)
          ? vectors[text]
          : undefined;
    if (vector === undefined) throw new TypeError("A scripted embedder was asked for a text that its table has not.");
    if (vector instanceof Error) throw vector;
    return vector;
  };
  return {
    model,
    ...(maxBatch !== undefined && { maxBatch }),
    calls,
    async embed(texts, { signal, kind }) {
      signal.throwIfAborted();
      calls.push({ texts: [...texts], kind });
      const embedded = await unlessAborted(Promise.all(texts.map((text) => vectorOf(text, kind))), signal);
      return { vectors: embedded, ...(usagePerText !== undefined && { usage: times(usagePerText, texts.length) }) };
    },
  };
}

/** The unit vector in the plane whose cosine to `[1, 0]` is `cosine`, in [-1, 1]. */
export function vectorAtCosine(cosine: number): Vector {
  return [cosine, Math.sqrt(1 - cosine * cosine)];
}

function times(usage: Usage, count: number): Usage {
  const { inputTokens, outputTokens, cost } = usage;
  return {
    ...(inputTokens !== undefined && { inputTokens: inputTokens * count }),
    ...(outputTokens !== undefined && { outputTokens: outputTokens * count }),
    ...(cost !== undefined && { cost: cost * count }),
  };
}
