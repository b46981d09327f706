import type * as api from "@opentelemetry/api";
import type { Slice } from "../core/slice.ts";
import { keys } from "./attributes.ts";
import type { Containment } from "./containment.ts";
import { meterOf } from "./meter.ts";
import { createRecorder, type Labels, type Recorder } from "./recorder.ts";
import { seriesPerSlice, type Registration } from "./registration.ts";
import { keyOf, seriesLimit } from "./slice-budget.ts";
import { createZeros } from "./zeros.ts";

/** A triad bound to one MeterProvider. */
export interface Binding {
  readonly recorder: Recorder;
  /** The slice labels to record under; the counters of a request slice are created at 0 on first sight. */
  labelsOf(slice: Slice, options?: { readonly ofRequest?: boolean }): Labels;
}

/** Binds a triad to a provider. */
export function createBinding(
  provider: api.MeterProvider,
  registration: Registration,
  maxSlices: number | undefined,
  containment: Containment,
): Binding {
  const { instruments, slices } = meterOf(provider);
  const recorder = createRecorder(instruments, containment);
  const series = seriesPerSlice(registration);
  const seen = new Map<string, { readonly labels: Labels; zeroed: boolean }>();
  return {
    recorder,
    labelsOf(slice, { ofRequest = false } = {}) {
      let entry = seen.get(keyOf(slice));
      if (entry === undefined) {
        const admitted = slices.admit({ slice, series, maxSlices });
        if (keyOf(admitted) !== keyOf(slice))
          containment.warn("slice_limit_reached", "", limitMessage(maxSlices ?? Math.floor(seriesLimit / series)));
        const key = keyOf(admitted);
        entry = seen.get(key) ?? { labels: sliceLabels(admitted), zeroed: false };
        seen.set(key, entry);
      }
      if (ofRequest && !entry.zeroed) {
        entry.zeroed = true;
        createZeros(recorder, registration, entry.labels);
      }
      return entry.labels;
    },
  };
}

/** A slice as labels, or as span attributes. */
export function sliceLabels(slice: Slice): Labels {
  return {
    [keys.pipeline]: slice.pipeline,
    [keys.intentClass]: slice.intentClass,
    [keys.modelVersion]: slice.modelVersion,
  };
}

function limitMessage(limit: number): string {
  return `The limit of ${limit} slices (pipeline, intent class, model version; "other" included) of this meter provider is reached, over all triads; further ones are recorded as intent class and model version "other". Use fewer intent classes, or raise the SDK's cardinality limit and maxSlices.`;
}
