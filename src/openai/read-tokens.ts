import { isRecord } from "../core/violation.ts";
import type { TokenCounts } from "./prices.ts";

/** The tokens in an answer's `usage`; what is no count is left out. */
export function readTokens(usage: unknown): TokenCounts {
  if (!isRecord(usage)) return {};
  const details = usage["prompt_tokens_details"];
  const input = count(usage["prompt_tokens"]);
  const output = count(usage["completion_tokens"]);
  const cachedInput = isRecord(details) ? count(details["cached_tokens"]) : undefined;
  return {
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...(cachedInput !== undefined && { cachedInput }),
  };
}

function count(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}
