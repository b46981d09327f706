/**
 * A number in [0, 1) from an interaction's id: 32-bit FNV-1a (Fowler, Noll, Vo) with the murmur3 finaliser
 * (Appleby), so that near ids are spread apart. The same id gives the same number in every process.
 */
export function unitHash(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}

/**
 * Whether an interaction is in the sampled share. Shares nest: what is sampled at 0.1 is sampled at 0.3. Shares drawn with
 * different salts have nothing to do with each other.
 */
export function isSampled(id: string, ratio: number, salt = ""): boolean {
  return ratio >= 1 || (ratio > 0 && unitHash(salt === "" ? id : `${salt} ${id}`) < ratio);
}
