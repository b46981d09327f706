import { isRecord, type ValuePath } from "../core/violation.ts";
import { numberFrom, refuseOption } from "../core/check-options.ts";
import type { Usage } from "../core/judge.ts";

/** What a model's tokens cost, in USD per million. */
export interface TokenPrice {
  /** Tokens sent. */
  readonly inputUsdPerMillion: number;
  /** Tokens sent that the provider had cached. @default `inputUsdPerMillion` */
  readonly cachedInputUsdPerMillion?: number;
  /** Tokens received, those of reasoning included. Left out for embedding models, which answer with none. */
  readonly outputUsdPerMillion?: number;
}

/** Prices by model name. There is no table in the package: prices change, and a stale one would lie. */
export type TokenPrices = Readonly<Record<string, TokenPrice>>;

/** Tokens of one call, as the provider counts them. */
export interface TokenCounts {
  readonly input?: number;
  readonly cachedInput?: number;
  readonly output?: number;
}

const names: readonly (keyof TokenPrice)[] = ["inputUsdPerMillion", "cachedInputUsdPerMillion", "outputUsdPerMillion"];
const price = numberFrom(0, 1_000_000);

/**
 * The price of a model in a table.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION` when the table has no sound price for it: cost would be left out in silence.
 */
export function priceOf(
  prices: TokenPrices | undefined,
  model: string,
  path: ValuePath,
  required: readonly (keyof TokenPrice)[],
): TokenPrice | undefined {
  if (prices === undefined) return undefined;
  const found = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (!isRecord(found)) refuseOption([...path, model], "the model's price (an object)", found);
  for (const name of names) {
    const value = found[name];
    if ((value !== undefined || required.includes(name)) && !price.holds(value)) {
      refuseOption([...path, model, name], `${price.rule}, in USD per million tokens`, value);
    }
  }
  return found;
}

/** What a call used. The cost is left out when there is no price or the provider did not count both kinds of tokens. */
export function usageOf(counts: TokenCounts, price: TokenPrice | undefined): Usage {
  const { input, output } = counts;
  const cost = costOf(counts, price);
  return {
    ...(input !== undefined && { inputTokens: input }),
    ...(output !== undefined && { outputTokens: output }),
    ...(cost !== undefined && { cost }),
  };
}

function costOf({ input, cachedInput = 0, output }: TokenCounts, price: TokenPrice | undefined): number | undefined {
  if (price === undefined || input === undefined) return undefined;
  const { inputUsdPerMillion, cachedInputUsdPerMillion = inputUsdPerMillion, outputUsdPerMillion = 0 } = price;
  if (output === undefined && outputUsdPerMillion > 0) return undefined;
  const cached = Math.min(cachedInput, input);
  const millionths =
    (input - cached) * inputUsdPerMillion + cached * cachedInputUsdPerMillion + (output ?? 0) * outputUsdPerMillion;
  return millionths / 1_000_000;
}
