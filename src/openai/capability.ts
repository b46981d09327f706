import type { Refusal } from "./http-failure.ts";

/** Ways to have the answer be JSON, the strictest first. */
export const structuredOutputs = ["schema", "json", "text"] as const;

/** One of {@link structuredOutputs}. */
export type StructuredOutput = (typeof structuredOutputs)[number];

/** Names that servers have for the bound of the answer's tokens; `none` leaves it out. */
export type TokenLimit = "max_completion_tokens" | "max_tokens" | "none";

/** What a server and its model are believed to understand. */
export interface Capability {
  readonly structuredOutput: StructuredOutput;
  readonly tokenLimit: TokenLimit;
  /** Whether a temperature may be set; reasoning models refuse it. */
  readonly temperature: boolean;
}

const lesserOutput: Readonly<Record<StructuredOutput, StructuredOutput | undefined>> = {
  schema: "json",
  json: "text",
  text: undefined,
};

const lesserLimit: Readonly<Record<TokenLimit, TokenLimit | undefined>> = {
  max_completion_tokens: "max_tokens",
  max_tokens: "none",
  none: undefined,
};

/**
 * What is left of a capability after the server refused a request that used it: less by what the refusal complains
 * about. `undefined` when that is nothing a lesser request would mend. `has` tells which parameters the request had.
 */
export function lessCapable(
  capability: Capability,
  { status, param, message }: Refusal,
  has: (parameter: string) => boolean,
): Capability | undefined {
  if (status !== 400 && status !== 422) return undefined;
  const complaint = param === "" ? message : param;
  const { structuredOutput, tokenLimit, temperature } = capability;
  const output = lesserOutput[structuredOutput];
  if (
    output !== undefined &&
    has("response_format") &&
    /response.?format|json.?schema|json.?object|structured.?output|grammar/i.test(complaint)
  ) {
    return { ...capability, structuredOutput: output };
  }
  const limit = lesserLimit[tokenLimit];
  if (limit !== undefined && has(tokenLimit) && complaint.includes(tokenLimit)) {
    return { ...capability, tokenLimit: limit };
  }
  return temperature && has("temperature") && /temperature/i.test(complaint)
    ? { ...capability, temperature: false }
    : undefined;
}

/** What both leave: calls at the same time each learn something of their own. */
export function leastOf(a: Capability, b: Capability): Capability {
  return {
    structuredOutput: lesser(structuredOutputs, a.structuredOutput, b.structuredOutput),
    tokenLimit: lesser(["max_completion_tokens", "max_tokens", "none"], a.tokenLimit, b.tokenLimit),
    temperature: a.temperature && b.temperature,
  };
}

function lesser<T>(order: readonly T[], a: T, b: T): T {
  return order.indexOf(a) > order.indexOf(b) ? a : b;
}
