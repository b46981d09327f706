/** Chance, injected so that tests hold it in their hands: a number in [0, 1). On the machine, `Math.random`. */
export type Random = () => number;
