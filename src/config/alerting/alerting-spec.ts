/** What a value of the section must be. The validator, the JSON Schema and docs/options.md read it. */
export type AlertingRule =
  | { readonly kind: "label" }
  | { readonly kind: "names"; readonly of: "job" | "judge" | "label" }
  | { readonly kind: "objectives" }
  | { readonly kind: "burn windows" }
  | { readonly kind: "duration"; readonly minimum: string; readonly maximum: string }
  | { readonly kind: "integer"; readonly minimum: number; readonly maximum: number }
  /** From 0 to 1, but for an end at which nothing could ever fire. */
  | { readonly kind: "share"; readonly without?: 0 | 1 }
  | { readonly kind: "url"; readonly placeholder?: string };

/** One option of the section: everything that is known about it, in one place. */
export interface AlertingSpec {
  readonly rule: AlertingRule;
  /** What the value counts. */
  readonly unit?: "share" | "scores" | "duration";
  /** Left out when there is none. */
  readonly default?: unknown;
  /** One line for docs/options.md and the JSON Schema. */
  readonly doc: string;
}
