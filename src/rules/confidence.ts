/** The one-sided 95 % quantile of the normal distribution: so many standard errors are what chance may explain. */
export const confidence = 1.645;
