/** What a value must be. The validator, the environment parser and the JSON Schema all read it. */
export type OptionRule =
  | { readonly kind: "label" }
  | { readonly kind: "label or function" }
  | { readonly kind: "integer"; readonly minimum: number; readonly maximum: number }
  | { readonly kind: "ratio" }
  | { readonly kind: "boolean" }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "thresholds" }
  | { readonly kind: "judges" }
  | { readonly kind: "canaries" }
  | { readonly kind: "function" }
  | { readonly kind: "object"; readonly method: string }
  | { readonly kind: "config" };

/** One option: everything that is known about it, in one place. */
export interface OptionSpec {
  readonly rule: OptionRule;
  /** What the number counts; left out for what is not a number. */
  readonly unit?: "ms" | "characters" | "interactions" | "threads" | "slices" | "share";
  /** Left out when there is none, or when it is made elsewhere. */
  readonly default?: string | number | boolean | readonly never[];
  readonly required?: true;
  /** Whether `RAG_TRIAD_<OPTION>` sets it. */
  readonly environment: boolean;
  /** Whether the configuration file may set it. */
  readonly inFile: boolean;
  /** One line for docs/options.md and the JSON Schema. */
  readonly doc: string;
}

/** `maxPending` → `RAG_TRIAD_MAX_PENDING`. */
export function environmentName(option: string): string {
  return `RAG_TRIAD_${option.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}
