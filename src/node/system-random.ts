import type { Random } from "../core/random.ts";

/** The machine's chance. Not for secrets. */
export const systemRandom: Random = Math.random;
