/** Positions that two sequences have in common, in order; the longest such list. */
export type Alignment = readonly (readonly [left: number, right: number])[];

/** Comparisons of one alignment, after what both begin and end with. */
const mostComparisons = 20_000;

/**
 * Aligns two sequences of keys (longest common subsequence). What both begin and end with costs nothing; `undefined`
 * when the rest is too long to compare.
 */
export function align(left: readonly number[], right: readonly number[]): Alignment | undefined {
  const shorter = Math.min(left.length, right.length);
  let head = 0;
  while (head < shorter && left[head] === right[head]) head++;
  let tail = 0;
  while (tail < shorter - head && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail++;
  const [rows, columns] = [left.length - head - tail, right.length - head - tail];
  if (rows * columns > mostComparisons) return undefined;
  const pairs: [number, number][] = [];
  for (let at = 0; at < head; at++) pairs.push([at, at]);
  const width = columns + 1;
  // lengths[row * width + column]: the longest list from there on.
  const lengths = new Uint16Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * width + column;
      lengths[at] =
        left[head + row] === right[head + column]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const at = row * width + column;
    if (left[head + row] === right[head + column]) pairs.push([head + row++, head + column++]);
    else if ((lengths[at + width] ?? 0) >= (lengths[at + 1] ?? 0)) row++;
    else column++;
  }
  for (let at = tail; at > 0; at--) pairs.push([left.length - at, right.length - at]);
  return pairs;
}
