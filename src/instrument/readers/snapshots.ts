/** Tells a stream of partial objects, each with the whole text so far, from a stream of additions. */
export interface Snapshots {
  /** Every part has to be shown, with its text and whether it could be a snapshot. */
  see(text: string, possible: boolean): void;
  /** So many parts in a row have repeated what came before and grown that additions are out of the question. */
  readonly certain: boolean;
  /** The last whole text, if these are snapshots. */
  last(): string | undefined;
}

const certainAfter = 4;

/** Creates the detector. Snapshots begin with the one before and grow; additions to a text practically never do. */
export function createSnapshots(): Snapshots {
  let possible = true;
  let growths = 0;
  let previous = "";
  return {
    see(text, mayBe) {
      if (growths >= certainAfter) {
        previous = text;
        return;
      }
      possible &&= mayBe && text.startsWith(previous);
      if (!possible) return;
      if (previous !== "" && text.length > previous.length) growths++;
      previous = text;
    },
    get certain() {
      return growths >= certainAfter;
    },
    last: () => (possible && growths > 0 ? previous : undefined),
  };
}
