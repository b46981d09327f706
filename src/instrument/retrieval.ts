import { errorTypeOf } from "../core/errors.ts";
import type { LooseRetrievalEvent, RetrievalFacts } from "../core/events.ts";
import { addRetrievedChunks } from "./interaction-of.ts";
import type { Observation } from "./observe/observation.ts";
import { readChunks, type ReadChunks } from "./readers/read-chunks.ts";
import type { RequestRecord } from "./request-record.ts";
import { runWithin, type RequestContext } from "./requests.ts";
import { retrievalAttributes } from "../telemetry/span-attributes.ts";
import type { RetrieverOptions, RetrieverReading } from "./triad.ts";
import type { Warn } from "./warnings.ts";

type AnyRead = (result: never, args: never) => RetrieverReading;

/** What observing a retriever needs. */
export interface RetrievalContext extends RequestContext {
  readonly warn: Warn;
  /** A retriever was called outside any request. */
  readonly onLoose: (retrieval: LooseRetrievalEvent["retrieval"]) => void;
}

/** Observes one retriever call: its span, its duration, and the chunks for the request it belongs to. */
export function observeRetrieval(
  context: RetrievalContext,
  options: RetrieverOptions<never>,
  args: readonly unknown[],
): Observation {
  const record = context.current();
  const span = context.tracing.start("retrieval", { attributes: retrievalAttributes(options) });
  const startedAt = span.mark();
  const parts: unknown[] = [];
  let isStream = false;
  let over = false;

  function finish(chunkCount: number, succeeded: boolean, errorType?: string): void {
    if (over) return;
    over = true;
    const endedAt = span.mark();
    const facts: RetrievalFacts = {
      durationSeconds: (endedAt - startedAt) / 1000,
      chunkCount,
      ...(errorType !== undefined && { errorType }),
    };
    if (errorType !== undefined) span.fail(errorType);
    span.end(endedAt);
    if (record === undefined) context.onLoose(facts);
    else if (record.completedAt === undefined) record.retrievals.push({ facts, succeeded });
  }

  function read(result: unknown): void {
    const reading = readResult(context, options.read as AnyRead | undefined, result, args);
    if (reading.chunks === undefined) {
      record?.problems.set("chunks", "unreadable");
      finish(0, true);
      return;
    }
    const { chunks, tooLong } = reading.chunks;
    if (record !== undefined && record.completedAt === undefined) {
      addRetrievedChunks(record, chunks, tooLong);
      applyReading(record, reading);
    }
    finish(chunks.length, true);
  }

  return {
    run: (f) => runWithin(context, record, span, f),
    streamFound: () => {
      isStream = true;
    },
    streamStarted: () => {},
    activity: () => {},
    part: (part) => void parts.push(part),
    resolved: read,
    ended: () => read(parts),
    failed: (error) => finish(0, false, errorTypeOf(error)),
    stopped: () => (isStream ? read(parts) : finish(0, false, "AbortError")),
    unreadable: (what) => {
      record?.problems.set("chunks", "unreadable");
      context.warn("result_unreadable", unreadableRetriever(what));
      finish(0, true);
    },
  };
}

interface Reading {
  readonly chunks: ReadChunks;
  readonly query?: string;
  readonly queryVector?: readonly number[];
  readonly keywordScoreMax?: number;
}

function readResult(
  context: RetrievalContext,
  read: AnyRead | undefined,
  result: unknown,
  args: readonly unknown[],
): Reading {
  if (read === undefined) {
    const chunks = readChunks(result);
    if (chunks === undefined) context.warn("result_unreadable", unreadableRetriever("shape_unknown"));
    return { chunks };
  }
  try {
    const reading = read(result as never, args as never);
    return { ...reading, chunks: readChunks(reading.chunks) };
  } catch (error) {
    context.warn(
      "reader_failed",
      `The \`read\` option of wrapRetriever failed (${errorTypeOf(error)}); the chunks count as unreadable.`,
    );
    return { chunks: undefined };
  }
}

function applyReading(record: RequestRecord, reading: Reading): void {
  if (!record.queryGiven && record.query === null && typeof reading.query === "string") record.query = reading.query;
  record.queryVector ??= reading.queryVector;
  record.keywordScoreMax ??= reading.keywordScoreMax;
}

function unreadableRetriever(what: string): string {
  return `A retriever's result could not be read (${what}): give wrapRetriever a \`read\` option, or call request.addChunks.`;
}
