import type { Random } from "../core/clock.ts";

/** The machine's random numbers, in [0, 1). Not for secrets. */
export const systemRandom: Random = () => Math.random();
