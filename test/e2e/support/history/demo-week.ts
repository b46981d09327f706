import { createRandom, pick } from "../../../../examples/demo/corruption/random.ts";
import type { ControlRunJson } from "../demo.ts";
import { createServiceCounters, type PastRequest } from "./service-counters.ts";
import type { PastService } from "./history.ts";

/**
 * The demo's own requests as they were scored: what a longer history is drawn from. In an order of their own, since rows come
 * as they complete: the same draws are then made in every run.
 */
export function pastRequestsOf(round: Pick<ControlRunJson, "rows">): readonly PastRequest[] {
  return round.rows
    .map(({ intentClass, outcomes }) => ({
      intentClass,
      outcomes,
      isEmpty: Object.values(outcomes).includes("no_context"),
    }))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** A service that has answered such requests in random order, so many in a step: healthy ones, and others in the end. */
export function repeatingService(
  job: string,
  {
    healthy,
    ending = healthy,
    endingSteps = 0,
    livesSteps = Infinity,
    perStep,
  }: {
    readonly healthy: readonly PastRequest[];
    readonly ending?: readonly PastRequest[];
    readonly endingSteps?: number;
    /** How many steps before the end it begins. @default always */
    readonly livesSteps?: number;
    readonly perStep: number;
  },
): PastService {
  const counters = createServiceCounters({ job, pipeline: "demo" });
  const random = createRandom(job);
  return {
    counters,
    live(left) {
      if (left > livesSteps) return;
      for (let index = 0; index < perStep; index++) {
        const request = pick(left <= endingSteps ? ending : healthy, random);
        if (request !== undefined) counters.add(request);
      }
    },
  };
}
