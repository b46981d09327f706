/**
 * Upper-inclusive bounds of score histograms, constant. Thresholds are asked for as `score < t`, scores have 4 decimals,
 * so the edge below a threshold is `t - 0.0001`. No integer edge: Prometheus 3 rewrites `le="1"`.
 */
export const scoreBounds: readonly number[] = [
  0.1, 0.2, 0.3, 0.4, 0.4999, 0.5999, 0.6499, 0.6999, 0.7499, 0.7999, 0.8499, 0.8999, 0.9499, 0.9899,
];

/**
 * Upper-inclusive bounds of durations, in seconds: the doubling bounds that the GenAI conventions give for model calls,
 * continued downwards for judges and retrievers that answer within milliseconds. No integer edge.
 */
export const secondsBounds: readonly number[] = [
  0.00125, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];

/** Upper-inclusive bounds of the absolute difference of two scores; exact agreement falls under the first. */
export const differenceBounds: readonly number[] = [
  0.0099, 0.0199, 0.0499, 0.0999, 0.1499, 0.1999, 0.2999, 0.3999, 0.4999, 0.7499,
];
