import type { Vector } from "../embedder.ts";

/** A vector of length 1, as all vectors are kept here: the cosine of two of them is their dot product. */
export type UnitVector = Float32Array;

/**
 * The vector at length 1. `undefined` for what has no direction: no numbers, a number that is not finite, or all zeros.
 * Scaled first, so that neither huge nor tiny numbers overflow.
 */
export function unitVector(vector: Vector): UnitVector | undefined {
  if (!isList(vector)) return undefined;
  // Loops by index: these run for every dimension of every chunk.
  let largest = 0;
  for (let index = 0; index < vector.length; index++) {
    const value: unknown = vector[index];
    if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
    largest = Math.max(largest, Math.abs(value));
  }
  if (largest === 0) return undefined;
  const unit = new Float64Array(vector.length);
  let squares = 0;
  for (let index = 0; index < unit.length; index++) {
    const scaled = (vector[index] ?? 0) / largest;
    unit[index] = scaled;
    squares += scaled * scaled;
  }
  const length = Math.sqrt(squares);
  for (let index = 0; index < unit.length; index++) unit[index] = (unit[index] ?? 0) / length;
  return new Float32Array(unit);
}

/** An array, typed or not, of this realm or another. What is in it is looked at one by one. */
function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);
}

/** The cosine of two unit vectors of the same length, in [-1, 1]. */
export function cosine(left: UnitVector, right: UnitVector): number {
  if (left.length !== right.length) throw new RangeError("Vectors of different lengths have no cosine");
  let dot = 0;
  for (let index = 0; index < left.length; index++) dot += (left[index] ?? 0) * (right[index] ?? 0);
  return Math.max(-1, Math.min(1, dot));
}

/** The direction of the weighted mean of unit vectors of one length; `undefined` when they cancel each other out. */
export function meanDirection(
  vectors: readonly { readonly vector: UnitVector; readonly weight: number }[],
): UnitVector | undefined {
  const sum = Array.from<number>({ length: vectors[0]?.vector.length ?? 0 }).fill(0);
  let total = 0;
  for (const { vector, weight } of vectors) {
    total += weight;
    for (let index = 0; index < sum.length; index++) sum[index] = (sum[index] ?? 0) + weight * (vector[index] ?? 0);
  }
  // What is left of vectors that cancel each other out is rounding, and has no direction.
  const isNothing = sum.every((value) => Math.abs(value) < 1e-6 * total);
  return isNothing ? undefined : unitVector(sum);
}
