import { JudgeFailure } from "../../core/judge-failure.ts";
import { unitVector, type UnitVector } from "./unit-vector.ts";

/**
 * The vectors of an embedder's reply: as many as texts, all of one length, each with a direction.
 * @throws JudgeFailure `judge_invalid_output` for any other reply.
 */
export function readVectors(reply: unknown, textCount: number): readonly UnitVector[] {
  const vectors = (reply as { readonly vectors?: unknown } | undefined)?.vectors;
  if (!Array.isArray(vectors) || vectors.length !== textCount) {
    throw invalid("vector_count", "An embedder must give one vector a text");
  }
  return vectors.map((vector) => {
    const unit = unitVector(vector as never);
    if (unit === undefined)
      throw invalid("vector_unusable", "An embedder gave a vector of zeros or of no finite numbers");
    if (unit.length !== (vectors[0] as ArrayLike<number>).length) throw lengthsDiffer();
    return unit;
  });
}

/** The failure of vectors that cannot be compared with each other. */
export function lengthsDiffer(): JudgeFailure {
  return invalid("vector_length", "An embedder gave vectors of different lengths");
}

/** The failure of windows of a text that point in opposite directions. */
export function noDirection(): JudgeFailure {
  return invalid("vector_unusable", "The vectors of a text's windows cancel each other out");
}

function invalid(code: string, message: string): JudgeFailure {
  return new JudgeFailure("judge_invalid_output", message, { code });
}
