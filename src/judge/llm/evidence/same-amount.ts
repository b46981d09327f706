import type { NumberMention } from "../../../text/numbers.ts";
import type { TextReading } from "./claim-reading.ts";

/** Units of one kind, each with how many of the smallest it has. */
const kinds: readonly Readonly<Record<string, number>>[] = [
  { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, day: 86_400_000, week: 604_800_000 },
  { month: 1, year: 12, decade: 120 },
  { mm: 1, cm: 10, metre: 1_000, km: 1_000_000 },
  { mg: 1, g: 1_000, kg: 1_000_000, tonne: 1_000_000_000 },
];

/** Whether the texts have the number's amount in another unit: "2 weeks" for "14 days", "1,500 g" for "1.5 kg". */
export function hasSameAmount(mention: NumberMention, texts: readonly TextReading[]): boolean {
  return kinds.some((factors) => {
    const amount = amountIn(mention, factors);
    if (amount === undefined) return false;
    return texts.some(({ numbers }) =>
      numbers.some((other) => {
        const given = amountIn(other, factors);
        return given !== undefined && Math.abs(given - amount) <= amount * 1e-9;
      }),
    );
  });
}

function amountIn({ keys, unit }: NumberMention, factors: Readonly<Record<string, number>>): number | undefined {
  const factor = unit === undefined ? undefined : factors[unit.name];
  const value = Number(keys[0]);
  return factor === undefined || !Number.isFinite(value) || value <= 0 ? undefined : value * factor;
}

/** Whether the texts have a year of the decade ("the 1990s"), or the version with a letter before it ("v2.1"). */
export function hasLooseForm({ keys }: NumberMention, texts: readonly TextReading[]): boolean {
  return keys.some((key) => {
    const decade = /^(\d{3})0s$/.exec(key)?.[1];
    if (decade !== undefined)
      return texts.some(({ tokens }) => tokens.some(({ text }) => /^\d{4}$/.test(text) && text.startsWith(decade)));
    if (!/^\d+\.\d+$/.test(key)) return false;
    const version = new RegExp(`(?<!\\p{L})v\\.? ?${key.replace(".", "\\.")}(?![\\d])`, "iu");
    return texts.some(({ text }) => version.test(text));
  });
}
