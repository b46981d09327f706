/** Where a text was found, in UTF-16 code units. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

/** A quote of fewer characters must be exact. */
const shortestInexact = 32;

/** The share of its characters that may differ, and how many at most. */
const differing = { share: 0.05, most: 24 } as const;

/** Places looked at closely. */
const mostPlaces = 64;

/**
 * Finds `wanted` in `text`, exactly or, when it is long, with a small edit distance (Levenshtein 1966): at most a
 * twentieth of its characters and 24. A text with so few differences has one of the pieces of what is wanted unchanged
 * (there is one piece more than differences), so only the surroundings of unchanged pieces are compared, 64 at most.
 */
export function findNearly(wanted: string, text: string): Found | undefined {
  if (wanted === "") return undefined;
  const exact = text.indexOf(wanted);
  if (exact !== -1) return { start: exact, end: exact + wanted.length };
  if (wanted.length < shortestInexact) return undefined;
  const most = Math.min(differing.most, Math.floor(wanted.length * differing.share));
  const length = Math.floor(wanted.length / (most + 1));
  let places = 0;
  for (let piece = 0; piece <= most; piece++) {
    const offset = piece * length;
    const part = wanted.slice(offset, offset + length);
    for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
      if (++places > mostPlaces) return undefined;
      const start = Math.max(0, at - offset - most);
      const region = text.slice(start, at - offset + wanted.length + most);
      const end = endOfNearMatch(wanted, region, most);
      if (end !== undefined) return { start: start + Math.max(0, end - wanted.length + most), end: start + end };
    }
  }
  return undefined;
}

/** Where a stretch of `region` ends that differs from `wanted` in at most `most` characters (Sellers 1980). */
function endOfNearMatch(wanted: string, region: string, most: number): number | undefined {
  // Cells further from the diagonal than the region's slack cannot belong to a match.
  const band = 2 * most + 1;
  const beyond = most + 1;
  let previous = new Uint16Array(region.length + 2);
  let current = new Uint16Array(region.length + 2);
  let [first, last] = [0, region.length];
  for (let row = 1; row <= wanted.length; row++) {
    first = Math.max(1, row - band);
    last = Math.min(region.length, row + band);
    current[first - 1] = first === 1 ? Math.min(row, beyond) : beyond;
    let least = current[first - 1] ?? beyond;
    for (let column = first; column <= last; column++) {
      const same = wanted.charCodeAt(row - 1) === region.charCodeAt(column - 1);
      const replaced = (previous[column - 1] ?? 0) + (same ? 0 : 1);
      const distance = Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, beyond);
      current[column] = distance;
      least = Math.min(least, distance);
    }
    if (least > most) return undefined;
    current[last + 1] = beyond;
    [previous, current] = [current, previous];
  }
  let best = beyond;
  let end: number | undefined;
  for (let column = first; column <= last; column++) {
    const distance = previous[column] ?? beyond;
    if (distance >= best) continue;
    best = distance;
    end = column;
  }
  return end;
}
