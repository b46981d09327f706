import { unitsOf, type Unit } from "./units.ts";

/** A stretch of a text that fits the model, in UTF-16 code units, and its tokens by themselves. */
export type Window = Unit;

/** The share of a window that the next one repeats, as far as sentences allow, so that what belongs together stands together. */
const overlap = 1 / 4;

/**
 * Covers a text with windows of at most `maxTokens` tokens that begin and end between sentences and overlap. Every
 * sentence stands whole in one of them; one that is too long by itself is in several, cut between words. Lazy.
 */
export function* windowsOf(
  text: string,
  maxTokens: number,
  countTokens: (text: string) => number,
): Generator<Window, undefined> {
  let held: Unit[] = [];
  for (const unit of unitsOf(text, maxTokens, countTokens)) {
    if (sumOf(held) + unit.tokens > maxTokens) {
      yield* windowsFrom(held);
      held = overlapOf(held, maxTokens, unit);
    }
    held.push(unit);
  }
  yield* windowsFrom(held);
  return undefined;

  /** One window, unless the stretch as a whole has more tokens than its sentences by themselves, and too many. */
  function* windowsFrom(units: readonly Unit[]): Generator<Window, undefined> {
    const [first, last] = [units[0], units.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const tokens = units.length === 1 ? first.tokens : countTokens(text.slice(first.start, last.end));
    if (tokens <= maxTokens || units.length === 1) {
      yield { start: first.start, end: last.end, tokens };
    } else {
      const half = Math.ceil(units.length / 2);
      yield* windowsFrom(units.slice(0, half));
      yield* windowsFrom(units.slice(half));
    }
    return undefined;
  }
}

/** The last sentences of a window that the next one begins with: a quarter of it, as far as `next` leaves room. */
function overlapOf(units: readonly Unit[], maxTokens: number, next: Unit): Unit[] {
  const room = Math.min(maxTokens * overlap, maxTokens - next.tokens);
  let from = units.length;
  let sum = 0;
  while (from > 1) {
    sum += units[from - 1]?.tokens ?? 0;
    if (sum > room) break;
    from--;
  }
  return units.slice(from);
}

function sumOf(units: readonly Unit[]): number {
  let sum = 0;
  for (const { tokens } of units) sum += tokens;
  return sum;
}
