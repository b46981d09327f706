import type * as api from "@opentelemetry/api";
import type { Slice } from "../core/slice.ts";
import { otherSlice, registrationsOf, seriesOfPipeline, seriesPerSlice } from "./registration.ts";

/** Attribute sets an SDK keeps per instrument besides its overflow one; beyond, it drops all labels. */
export const seriesLimit = 1999;

/** What decides whether a triad's slice may have labels of its own. */
export interface SliceRequest {
  readonly slice: Slice;
  /** Series that the slice can make in one instrument. */
  readonly series: number;
  /** Replaces the limit that follows from {@link seriesLimit}; counts slices. */
  readonly maxSlices: number | undefined;
}

/** The slices of one MeterProvider, over all triads that write to it. */
export interface SliceBudget {
  /** The slice to record under: the one asked for, or its pipeline's `other` beyond the limit. The same slice always gets the same answer. */
  admit(request: SliceRequest): Slice;
}

/**
 * Creates the budget of a provider. One slice a registered pipeline is set aside for `other`, so that with one triad
 * ⌊1999 ÷ (metrics × outcomes)⌋ slices fit, `other` included. Once a slice was
 * turned away, no new one gets in under the same limit, so that each slice always gets the same answer.
 */
export function createSliceBudget(provider: api.MeterProvider): SliceBudget {
  const admitted = new Map<string, number>();
  let admittedSeries = 0;
  /** The limits under which a slice was turned away. */
  const full = new Set<number | undefined>();

  function enter(slice: Slice, series: number): Slice {
    const known = admitted.get(keyOf(slice)) ?? 0;
    if (known < series) {
      admitted.set(keyOf(slice), series);
      admittedSeries += series - known;
    }
    return slice;
  }

  function fits({ slice, series, maxSlices }: SliceRequest): boolean {
    let slices = admitted.size + 1;
    let used = admittedSeries + series;
    const reserved = new Map<string, number>([[keyOf(otherSlice(slice.pipeline)), series]]);
    for (const registration of registrationsOf(provider)) {
      const key = keyOf(otherSlice(registration.pipeline));
      reserved.set(key, Math.max(reserved.get(key) ?? 0, seriesPerSlice(registration)));
    }
    for (const [key, cost] of reserved) {
      if (admitted.has(key)) continue;
      slices++;
      used += cost;
    }
    return maxSlices === undefined ? used <= seriesLimit : slices <= maxSlices;
  }

  return {
    admit(request) {
      const { slice } = request;
      // Two triads of one pipeline share its slices: each slice costs what both may write.
      const series = Math.max(request.series, seriesOfPipeline(provider, slice.pipeline));
      const other = otherSlice(slice.pipeline);
      if (admitted.has(keyOf(slice)) || keyOf(slice) === keyOf(other)) return enter(slice, series);
      if (!full.has(request.maxSlices) && fits({ ...request, series })) return enter(slice, series);
      full.add(request.maxSlices);
      return enter(other, series);
    },
  };
}

/** A key that differs whenever the slice does. */
export function keyOf({ pipeline, intentClass, modelVersion }: Slice): string {
  return `${pipeline}\u0000${intentClass}\u0000${modelVersion}`;
}
