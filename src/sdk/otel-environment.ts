import { diag } from "@opentelemetry/api";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The trimmed value of a variable; an empty one counts as unset, as OpenTelemetry has it. */
export function textFrom(environment: Environment, name: string): string | undefined {
  const text = environment[name]?.trim();
  return text === "" ? undefined : text;
}

/** A comma-separated list without repetitions; `undefined` when unset or empty. */
export function listFrom(environment: Environment, name: string): readonly string[] | undefined {
  const items = (textFrom(environment, name) ?? "").split(",").map((item) => item.trim());
  const named = new Set(items.filter((item) => item !== ""));
  return named.size === 0 ? undefined : [...named];
}

/** A number in a range; anything else is ignored with a diagnostic, as OpenTelemetry's specification asks. */
export function numberFrom(
  environment: Environment,
  name: string,
  range: { readonly minimum: number; readonly maximum: number },
): number | undefined {
  const text = textFrom(environment, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= range.minimum && value <= range.maximum) return value;
  diag.warn(`rag-triad: ${name} is not an integer from ${range.minimum} to ${range.maximum}; the default holds.`);
  return undefined;
}

/** `true` in any case; everything else is false. */
export function booleanFrom(environment: Environment, name: string): boolean {
  return textFrom(environment, name)?.toLowerCase() === "true";
}
