import type { Story } from "../../batch.ts";
import { labelOverflow, serviceAbsent, sliceOther, sumNotFinite } from "../../expected/monitor.ts";
import { seriesName, valuesText } from "../../series.ts";
import { gauge, sliceSeries, type Phase } from "../../service.ts";
import { always, between, breaks, end, mended, together } from "./checkpoints.ts";
import { relevanceSeries } from "./relevance.ts";

/** Series that are gone, not finite, without labels, or in the slice `other`. */
export function seriesStories(): readonly Story[] {
  return [
    ...["context_relevance", "groundedness", "answer_relevance"].map(notFinite),
    gone(),
    overflow(),
    otherOverflow(),
    other(),
    anonymous(),
  ];
}

/** NaN from one minute on, infinity of two slices from the beginning, and a sum that is neither. */
function notFinite(metric: string): Story {
  const job = `not-finite-${metric}`;
  const phase = (minutes: number, brokenSum?: number): Phase => ({
    minutes,
    requests: 4,
    scores: { [metric]: 0.875 },
    ...(brokenSum === undefined ? {} : { brokenSum }),
  });
  const slice = { job, intent: "faq" };
  const place = { job, rag_metric: metric };
  return {
    job,
    series: [
      ...sliceSeries(slice, [phase(breaks), phase(end - breaks, Number.NaN)]),
      ...["faq", "how-to"].flatMap((intent) =>
        sliceSeries({ job, intent, judge: "llm/2", pipeline: "other" }, [phase(end, Number.POSITIVE_INFINITY)]),
      ),
      ...sliceSeries({ ...slice, judge: "llm/3" }, [phase(end)]),
      ...sliceSeries({ ...slice, pipeline: "mended" }, [
        phase(breaks),
        phase(mended - breaks, Number.NaN),
        { ...phase(end - mended), restarts: true },
      ]),
    ],
    fires: together(
      between(breaks + 6, end, [
        // A mean that is lost is not said.
        sumNotFinite({ ...place, rag_judge: "nli/1" }, 1, metric === "context_relevance" ? "0.88 (llm/3)" : undefined),
      ]),
      always(sumNotFinite({ ...place, rag_judge: "llm/2", rag_pipeline: "other" }, 2)),
      between(breaks + 6, mended + 10, [sumNotFinite({ ...place, rag_judge: "nli/1", rag_pipeline: "mended" }, 1)]),
    ),
  };
}

/** All instances are gone for an hour, one of them after an update; of another job one instance of two. */
function gone(): Story {
  const job = "gone";
  const minutes = Array.from({ length: end + 1 }, (_, minute) => minute);
  const build = (name: string, instance: string, isThere: (minute: number) => boolean, version = "1") => ({
    series: seriesName("rag_build", { job: name, instance, version }),
    values: valuesText(minutes.map((minute) => (isThere(minute) ? 1 : undefined))),
  });
  return {
    job,
    series: [
      build(job, "a", (minute) => minute <= breaks || minute > mended),
      build(job, "b", (minute) => minute <= 20),
      build(job, "b", (minute) => minute > 20 && minute <= breaks, "2"),
      build("half-gone", "a", (minute) => minute <= breaks),
      build("half-gone", "b", () => true),
      ...relevanceSeries(0.5, { job, pipeline: "second", judge: "llm/2" }),
      ...relevanceSeries(0.75, { job }),
    ],
    // A sample is looked back at for 5 minutes; the alert waits for 5 more, and goes on for 10 after the first new one.
    fires: between(breaks + 11, 140, [serviceAbsent(job, {}, 2, "0.75 (main, nli/1) 0.50 (second, llm/2)")]),
  };
}

/** Any of our metrics without labels. */
function overflow(): Story {
  const job = "overflow";
  const labels = { job, otel_metric_overflow: "true" };
  return {
    job,
    series: [
      {
        series: seriesName("rag_groundedness_count", labels),
        values: valuesText([
          ...Array.from({ length: breaks }, () => undefined),
          ...Array.from({ length: end - breaks + 1 }, () => 1),
        ]),
      },
      gauge("rag_groundedness_sum", { ...labels, instance: "b", job: "overflow-at-once" }, 1, end),
      gauge("rag_groundedness_count", { ...labels, instance: "b", job: "overflow-at-once" }, 1, end),
      ...relevanceSeries(0.5, { job, judge: "llm/2" }),
      ...relevanceSeries(0.75, { job }),
    ],
    fires: together(
      between(breaks + 10, end, [labelOverflow(job, 1, "0.50 (main, llm/2) 0.75 (main, nli/1)")]),
      always(labelOverflow("overflow-at-once", 2)),
    ),
  };
}

/** The overflow of somebody else's metrics is not ours. */
function otherOverflow(): Story {
  const job = "other-overflow";
  return {
    job,
    series: [
      gauge("http_requests_total", { job, otel_metric_overflow: "true" }, 1, end),
      gauge("rag_requests_total", { job, otel_metric_overflow: "false" }, 1, end),
    ],
  };
}

/** One request in the slice `other` is enough. */
function other(): Story {
  const job = "other";
  const slice = { job, intent: "other", model: "other" };
  return {
    job,
    series: [
      ...sliceSeries(slice, [
        { minutes: breaks, requests: 0 },
        { minutes: 1, requests: 1 },
        { minutes: end - breaks - 1, requests: 0 },
      ]),
      ...sliceSeries({ ...slice, pipeline: "second" }, [{ minutes: end, requests: 0.2 }]),
      ...relevanceSeries(0.75, { job, pipeline: "second" }),
    ],
    fires: together(
      between(81, 140, [sliceOther({ job }, 1)]),
      always(sliceOther({ job, rag_pipeline: "second" }, 12, "0.75 (nli/1)")),
    ),
  };
}

/** An intent class or a model version of that name alone is none of it. */
function anonymous(): Story {
  const job = "anonymous";
  return {
    job,
    series: [
      ...sliceSeries({ job, intent: "other" }, [{ minutes: end, requests: 0.2 }]),
      ...sliceSeries({ job, model: "other" }, [{ minutes: end, requests: 0.2 }]),
    ],
  };
}
