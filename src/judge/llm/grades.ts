import type { JsonValue } from "./parse-json.ts";

/** A scale of whole grades, both ends included. */
export interface Scale {
  readonly lowest: number;
  readonly highest: number;
}

/** The scale of our own graded judgements. */
export const fiveGrades: Scale = { lowest: 1, highest: 5 };

/** A grade on the scale; `undefined` for what is none: numbers outside the scale are refused, not clamped into place. */
export function readGrade(value: JsonValue | undefined, { lowest, highest }: Scale): number | undefined {
  const isGrade = typeof value === "number" && Number.isInteger(value) && value >= lowest && value <= highest;
  return isGrade ? value : undefined;
}

/** A grade as a score: `(grade − lowest) ÷ (highest − lowest)`; on the scale of 1 to 5, `(grade − 1) ÷ 4`. */
export function scoreOfGrade(grade: number, { lowest, highest }: Scale): number {
  return (grade - lowest) / (highest - lowest);
}
