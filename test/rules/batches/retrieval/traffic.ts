import type { ExpectedAlert, Story } from "../../batch.ts";
import { retrievalEmpty, retrievalErrors } from "../../expected/retrieval.ts";
import type { InputSeries } from "../../series.ts";
import { sliceSeries, type Phase, type Slice } from "../../service.ts";

// Retrieval breaks after 30 minutes, and is mended after 50. It fires for 30 minutes more than its share is too high.

/** The last minute of every story. */
export const end = 88;

/** When every alert is looked at. */
export const checkpoints: readonly string[] = ["29m", "34m", "35m", "45m", "50m", "84m", "87m"];

/** What is wrong with it. */
export type Kind = "empty" | "errors";

/** A minute's traffic of which this share finds nothing, or fails. */
export function broken(
  kind: Kind,
  requests: number,
  share: number,
): Pick<Phase, "requests" | "empty" | "retrievals" | "failedRetrievals"> {
  const amount = requests * share;
  return kind === "empty"
    ? { requests, empty: amount, retrievals: requests }
    : { requests, empty: 0, retrievals: requests - amount, failedRetrievals: amount };
}

/** The alert about an intent class, or about the service when the slice has none. */
export function fires(kind: Kind, slice: Slice, share: string): ExpectedAlert {
  const { job, pipeline = "main", intent } = slice;
  const place = { job, rag_pipeline: pipeline, ...(intent === undefined ? {} : { rag_intent_class: intent }) };
  return (kind === "empty" ? retrievalEmpty : retrievalErrors)(place, { share });
}

/** What breaks, and is mended. */
export function breaks(kind: Kind, slice: Slice, requests: number, share: number): readonly InputSeries[] {
  return sliceSeries(slice, [
    { minutes: 30, ...broken(kind, requests, 0) },
    { minutes: 20, ...broken(kind, requests, share) },
    { minutes: end - 50, ...broken(kind, requests, 0) },
  ]);
}

/** The same share from the beginning to the end. */
export function steady(kind: Kind, slice: Slice, requests: number, share: number): readonly InputSeries[] {
  return sliceSeries(slice, [{ minutes: end, ...broken(kind, requests, share) }]);
}

/** The same alerts at every checkpoint. */
export function always(alerts: readonly ExpectedAlert[]): NonNullable<Story["fires"]> {
  return Object.fromEntries(checkpoints.map((at) => [at, alerts]));
}
