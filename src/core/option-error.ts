import { describeValue } from "./describe-value.ts";
import { RagTriadError } from "./errors.ts";
import { nearestName } from "./suggestion.ts";
import { formatPath, type Violation } from "./violation.ts";

/** Where a value came from; it decides how a message names the place. */
export type ValueSource =
  | { readonly kind: "option" }
  | { readonly kind: "environment"; readonly variable: string }
  | { readonly kind: "file"; readonly file: string };

/** The error for a violation: names the place, the rule, the value and its type. */
export function optionError(violation: Violation, source: ValueSource): RagTriadError {
  return new RagTriadError("ERR_RAG_TRIAD_OPTION", messageOf(violation, source));
}

function messageOf(violation: Violation, source: ValueSource): string {
  const place = placeOf(violation, source);
  if ("unknownOf" in violation) {
    const suggestion = nearestName(String(violation.path.at(-1)), violation.unknownOf);
    const hint =
      suggestion === undefined ? `known are ${violation.unknownOf.join(", ")}` : `did you mean \`${suggestion}\`?`;
    return `Unknown ${source.kind === "option" && violation.path.length === 1 ? "option" : "key"} ${place}: ${hint}`;
  }
  return `Expected ${place} to be ${violation.rule}, got ${describeValue(violation.value)}`;
}

function placeOf({ path }: Violation, source: ValueSource): string {
  switch (source.kind) {
    case "option":
      return path.length === 0 ? "the options" : `\`${formatPath(path)}\``;
    case "environment": {
      const inside = formatPath(path.slice(1));
      return `the environment variable \`${source.variable}\`${inside === "" ? "" : ` (at \`${inside}\`)`}`;
    }
    case "file": {
      const inside = formatPath(path);
      return `\`$${inside === "" || inside.startsWith("[") ? "" : "."}${inside}\` in ${source.file}`;
    }
  }
}
