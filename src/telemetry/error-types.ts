import { keys } from "./attributes.ts";
import type { Labels } from "./recorder.ts";

/**
 * Distinct values of `error.type` that a triad's metrics may have; later ones become `_OTHER`. With that one and with
 * none, fewer than there are outcomes, so that the slice limit keeps durations below the SDK's series limit too.
 */
export const errorTypeLimit = 18;

/** Keeps `error.type` bounded: an error's code is the user's and may be different every time. */
export interface ErrorTypes {
  /** The labels, with `error.type` when there was an error. */
  label(labels: Labels, errorType: string | undefined): Labels;
}

/** Creates the bounded set of error types of one triad. */
export function createErrorTypes(): ErrorTypes {
  const known = new Set<string>();
  return {
    label(labels, errorType) {
      if (errorType === undefined) return labels;
      if (!known.has(errorType) && known.size < errorTypeLimit) known.add(errorType);
      return { ...labels, [keys.errorType]: known.has(errorType) ? errorType : "_OTHER" };
    },
  };
}
