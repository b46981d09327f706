import type { ServiceCounters } from "./service-counters.ts";

/** Samples of series at equal steps; a series that is not there yet has `undefined`. */
export interface History {
  readonly stepSeconds: number;
  readonly steps: number;
  readonly series: ReadonlyMap<string, readonly (number | undefined)[]>;
}

/** A service that is looked at at every step. */
export interface PastService {
  readonly counters: ServiceCounters;
  /** What happens between one step and the next; `left` is the number of steps to the end, 0 after it. */
  live(left: number): void;
}

/**
 * Lets services live for so many steps and notes every counter at each. What comes after the end of a history is told by
 * `leftAt`: no step is left then.
 */
export function recordHistory(
  services: readonly PastService[],
  steps: number,
  stepSeconds: number,
  leftAt: (step: number) => number = (step) => steps - step,
): History {
  const series = new Map<string, (number | undefined)[]>();
  for (let step = 0; step < steps; step++) {
    for (const { counters, live } of services) {
      live(leftAt(step));
      for (const [name, value] of counters.values) {
        let samples = series.get(name);
        if (samples === undefined) series.set(name, (samples = Array.from({ length: steps })));
        samples[step] = value;
      }
    }
  }
  return { stepSeconds, steps, series };
}
