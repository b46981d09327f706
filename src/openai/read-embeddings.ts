import { JudgeFailure } from "../core/judge-failure.ts";
import { isRecord } from "../core/violation.ts";
import type { Vector } from "../judge/embedder.ts";
import { bodyFailure } from "./failures.ts";

/**
 * The vectors in an answer, one a text, in the texts' order.
 * @throws JudgeFailure when there are more or fewer than `count`, or one is no vector, or their lengths differ.
 */
export function readEmbeddings(body: unknown, count: number, dimensions: number | undefined): readonly Vector[] {
  const data: unknown = isRecord(body) ? body["data"] : undefined;
  if (!Array.isArray(data)) throw bodyFailure("http_body_wrong_shape");
  const vectors = Array.from<Float32Array | undefined>({ length: count });
  for (const [position, entry] of data.entries()) {
    const { embedding, index = position } = isRecord(entry) ? entry : {};
    if (typeof index !== "number" || !(index in vectors) || vectors[index] !== undefined) throw wrongVectors();
    vectors[index] = vectorOf(embedding);
  }
  const length = dimensions ?? vectors[0]?.length;
  return vectors.map((vector) => {
    if (vector === undefined || vector.length !== length) throw wrongVectors();
    return vector;
  });
}

function vectorOf(embedding: unknown): Float32Array {
  if (!Array.isArray(embedding) || embedding.length === 0) throw wrongVectors();
  const vector = Float32Array.from(embedding, (value) => (typeof value === "number" ? value : Number.NaN));
  if (!vector.every(Number.isFinite)) throw wrongVectors();
  return vector;
}

function wrongVectors(): JudgeFailure {
  const message = "The server did not answer with one vector of the same length for each text";
  return new JudgeFailure("judge_invalid_output", message, { code: "wrong_vectors" });
}
