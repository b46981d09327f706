/**
 * Puts items together into runs of a model, longest first so that little is padding: a run of several has at most
 * `maxTokens` tokens, counted as the model holds them, all as long as the longest. One that is longer runs alone.
 */
export function batchesOf<Item>(
  items: readonly Item[],
  lengthOf: (item: Item) => number,
  maxTokens: number,
): readonly (readonly Item[])[] {
  const batches: Item[][] = [];
  let batch: Item[] = [];
  let longest = 0;
  for (const item of [...items].sort((left, right) => lengthOf(right) - lengthOf(left))) {
    if (batch.length > 0 && (batch.length + 1) * longest > maxTokens) {
      batches.push(batch);
      batch = [];
    }
    if (batch.length === 0) longest = lengthOf(item);
    batch.push(item);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
