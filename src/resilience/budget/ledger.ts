/** A day, in milliseconds. */
export const dayMs = 86_400_000;

/** The money of one day. */
export interface LedgerDay {
  /** Days since the Unix epoch, UTC. */
  readonly day: number;
  spentUsd: number;
  /** Expected of the calls in flight. */
  reservedUsd: number;
  /** A call came without a cost, and there is nothing to count it as. */
  isUncountable: boolean;
  /** What was said already: once a day. */
  readonly said: Set<"soft" | "hard" | "cost_unknown">;
}

/** The day's money, begun anew at midnight UTC. */
export interface Ledger {
  today(epochMs: number): LedgerDay;
}

/** Makes a {@link Ledger}. */
export function createLedger(): Ledger {
  let page = blank(Number.NEGATIVE_INFINITY);
  return {
    today(epochMs) {
      const day = Math.floor(epochMs / dayMs);
      // A clock set back over midnight does not give the money of that day twice; one that was wrong by days does begin anew.
      if (day > page.day || day < page.day - 1) page = blank(day);
      return page;
    },
  };
}

function blank(day: number): LedgerDay {
  return { day, spentUsd: 0, reservedUsd: 0, isUncountable: false, said: new Set() };
}
