import { optionError } from "../core/option-error.ts";
import { broken, isRecord, unknownKey } from "../core/violation.ts";

const wrapperRules = {
  wrapRetriever: { read: "function", dataSourceId: "string", topK: "positive integer" },
  wrapGenerator: { readInput: "function", readAnswer: "function", readPart: "function" },
} as const;

/**
 * Checks the options of a wrapper at once, so that a misspelt reader is not found out by its silence.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`.
 */
export function checkWrapperOptions(wrapper: keyof typeof wrapperRules, options: unknown): void {
  if (options === undefined) return;
  if (!isRecord(options)) throw optionError(broken([wrapper, "options"], "an object", options), { kind: "option" });
  const rules: Readonly<Record<string, string>> = wrapperRules[wrapper];
  const unknown = unknownKey(options, Object.keys(rules));
  if (unknown !== undefined) throw optionError(unknown, { kind: "option" });
  for (const [name, rule] of Object.entries(rules)) {
    const value = options[name];
    if (value !== undefined && !keeps(rule, value)) {
      throw optionError(broken([name], `a ${rule}`, value), { kind: "option" });
    }
  }
}

function keeps(rule: string, value: unknown): boolean {
  if (rule === "positive integer") return Number.isSafeInteger(value) && (value as number) > 0;
  return typeof value === rule;
}
