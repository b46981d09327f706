import type { Clock } from "../core/clock.ts";
import type { TracedSpan, Tracing } from "../core/tracing.ts";
import { abandonGenerations } from "./idle.ts";
import type { GenerationRecord, RequestRecord } from "./request-record.ts";

/** The requests that are not complete, and what completes them. */
export interface Requests {
  readonly open: ReadonlySet<RequestRecord>;
  opened(record: RequestRecord): void;
  /**
   * The work has settled; the request is complete once its generators' streams have ended too. A generator call that
   * has not settled by then is waited for only if there is no answer without it.
   */
  workSettled(record: RequestRecord, work: NonNullable<RequestRecord["work"]>): void;
  generationStarted(record: RequestRecord, generation: GenerationRecord): void;
  /** The request waits for one more part: a stream was found. */
  partOpened(record: RequestRecord): void;
  /** A part the request waited for has ended. */
  partEnded(record: RequestRecord): void;
  /** Completes what is still open, as cut off by the shutdown. */
  cutOff(record: RequestRecord): void;
}

/** Creates the set of open requests. `onComplete` is called once a request, on the request path: it must be cheap and not throw. */
export function createRequests(options: {
  readonly clock: Clock;
  readonly onComplete: (record: RequestRecord) => void;
}): Requests {
  const open = new Set<RequestRecord>();

  const partEnded = (record: RequestRecord) => {
    record.openParts--;
    if (record.openParts === 0) complete(record);
  };
  const complete = (record: RequestRecord) => {
    if (record.completedAt !== undefined) return;
    record.completedAt = record.span.mark();
    record.completedMs = options.clock.monotonicMs();
    open.delete(record);
    options.onComplete(record);
  };

  return {
    open,
    opened: (record) => void open.add(record),
    workSettled(record, work) {
      if (record.work !== undefined || record.completedAt !== undefined) return;
      record.work = work;
      // A failed request has no answer to wait for.
      if (work.outcome !== "ok") return complete(record);
      const answered = record.givenAnswer !== undefined || (work.answer !== undefined && "text" in work.answer);
      if (!answered) for (const generation of record.generations) generation.waitFor();
      return partEnded(record);
    },
    generationStarted(record, generation) {
      record.generations.push(generation);
      if (record.work !== undefined) generation.waitFor();
    },
    partOpened: (record) => void record.openParts++,
    partEnded,
    cutOff(record) {
      if (record.completedAt !== undefined) return;
      record.cutOff = true;
      abandonGenerations(record);
      complete(record);
    },
  };
}

/** What the wrappers share: how spans start, and which request is current. */
export interface RequestContext {
  readonly tracing: Tracing;
  readonly clock: Clock;
  readonly current: () => RequestRecord | undefined;
  readonly within: <T>(record: RequestRecord | undefined, f: () => T) => T;
}

/** Runs `f` as a part of a request: its storage current and the span active. */
export function runWithin<T>(
  context: RequestContext,
  record: RequestRecord | undefined,
  span: TracedSpan,
  f: () => T,
): T {
  return record === undefined ? span.run(f) : context.within(record, () => span.run(f));
}
