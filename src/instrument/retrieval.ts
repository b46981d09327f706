import type { Chunk } from "../core/chunk.ts";
import { errorTypeOf } from "../core/errors.ts";
import type { LooseRetrievalEvent, RetrievalFacts } from "../core/events.ts";
import { ignoreRejection } from "../core/ignore-rejection.ts";
import { interactionLimits } from "../core/interaction.ts";
import type { TimeMark, TracedSpan } from "../core/tracing.ts";
import { watchIdle, type IdleWatch } from "./idle.ts";
import { addRetrievedChunks, takeQuery } from "./interaction-of.ts";
import type { Observation } from "./observe/observation.ts";
import { asFinite, isRecord, plain } from "./readers/property.ts";
import { readChunks, type ReadChunks } from "./readers/read-chunks.ts";
import { asVector } from "./readers/read-passage.ts";
import { noteProblem, type RequestRecord } from "./request-record.ts";
import { runWithin, type RequestContext } from "./requests.ts";
import { retrievalAttributes } from "../telemetry/span-attributes.ts";
import type { RetrieverOptions, RetrieverReading } from "./triad.ts";
import type { Warn } from "./warnings.ts";

type AnyRead = (result: never, args: never) => RetrieverReading;

/** What observing a retriever needs. */
export interface RetrievalContext extends RequestContext {
  readonly warn: Warn;
  readonly streamIdleTimeoutMs: number;
  /** A retriever was called outside any request, or settled after its request was complete. */
  readonly onLoose: (retrieval: LooseRetrievalEvent["retrieval"]) => void;
}

/** Observes one retriever call: its span, its duration, and the chunks for the request it belongs to. */
export function observeRetrieval(
  context: RetrievalContext,
  options: RetrieverOptions<never>,
  args: readonly unknown[],
): Observation {
  return new RetrievalObservation(context, options, args);
}

/** Parts of a streamed result beyond the chunk limit are not kept: it is too long by then. */
const partLimit = interactionLimits.chunkCount + 1;

/** A class, not closures: one is made on the path of every retrieval. */
class RetrievalObservation implements Observation {
  private readonly context: RetrievalContext;
  private readonly options: RetrieverOptions<never>;
  private readonly args: readonly unknown[];
  private readonly record: RequestRecord | undefined;
  private readonly span: TracedSpan;
  private readonly startedAt: TimeMark;
  private parts: unknown[] | undefined = undefined;
  private isStream = false;
  private idle: IdleWatch | undefined = undefined;
  private over = false;

  constructor(context: RetrievalContext, options: RetrieverOptions<never>, args: readonly unknown[]) {
    this.context = context;
    this.options = options;
    this.args = args;
    const current = context.current();
    this.record = current?.completedAt === undefined ? current : undefined;
    this.span = context.tracing.start("retrieval", { attributes: retrievalAttributes(options) });
    this.startedAt = this.span.mark();
    if (this.record !== undefined) this.record.retrieverCalls++;
  }

  run<T>(f: () => T): T {
    return runWithin(this.context, this.record, this.span, f);
  }

  streamFound(): void {
    this.isStream = true;
    this.idle = watchIdle(this.context.clock, this.context.streamIdleTimeoutMs, () => this.stopped());
  }

  streamStarted(): void {
    this.idle?.touch();
  }

  activity(): void {
    this.idle?.touch();
  }

  part(part: unknown): void {
    this.idle?.touch();
    this.parts ??= [];
    if (this.parts.length < partLimit) this.parts.push(part);
  }

  resolved(result: unknown): void {
    this.read(result);
  }

  ended(): void {
    this.read(this.parts ?? []);
  }

  failed(error: unknown): void {
    this.finish(0, false, errorTypeOf(error));
  }

  stopped(): void {
    if (this.isStream) this.read(this.parts ?? []);
    else this.finish(0, false, "AbortError");
  }

  unreadable(what: string): void {
    if (this.record !== undefined) noteProblem(this.record, "chunks", "unreadable");
    this.context.warn("result_unreadable", unreadableRetriever(what));
    this.finish(0, true);
  }

  private read(result: unknown): void {
    if (this.over) return;
    const { record } = this;
    const reading = readResult(this.context, this.options.read as AnyRead | undefined, result, this.args);
    if (reading.chunks === undefined) {
      if (record !== undefined) noteProblem(record, "chunks", "unreadable");
      this.finish(0, true);
      return;
    }
    const { chunks, tooLong } = reading.chunks;
    if (record !== undefined && record.completedAt === undefined) {
      addRetrievedChunks(record, onScaleOf(record, chunks, reading.keywordScoreMax), tooLong);
      applyReading(record, reading);
      if (Array.isArray(result) && result.length === chunks.length)
        record.sources = { entries: [...(result as unknown[])], chunks };
    }
    this.finish(chunks.length, true);
  }

  private finish(chunkCount: number, succeeded: boolean, errorType?: string): void {
    if (this.over) return;
    this.over = true;
    this.idle?.stop();
    const { record, span } = this;
    const endedAt = span.mark();
    const durationSeconds = (endedAt - this.startedAt) / 1000;
    const facts: RetrievalFacts =
      errorType === undefined ? { durationSeconds, chunkCount } : { durationSeconds, chunkCount, errorType };
    if (errorType !== undefined) span.fail(errorType);
    span.end(endedAt);
    if (record !== undefined && record.completedAt === undefined) record.retrievals.push({ facts, succeeded });
    else this.context.onLoose(facts);
  }
}

interface Reading {
  readonly chunks: ReadChunks;
  readonly query?: string | undefined;
  readonly queryVector?: readonly number[] | undefined;
  readonly keywordScoreMax?: number | undefined;
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
    return { chunks, ...(isRecord(result) && factsOf(plain(result, "queryVector"), plain(result, "keywordScoreMax"))) };
  }
  try {
    const reading = read(result as never, args as never);
    ignoreRejection(reading);
    return {
      chunks: readChunks(reading.chunks),
      query: reading.query,
      ...factsOf(reading.queryVector, reading.keywordScoreMax),
    };
  } catch (error) {
    context.warn(
      "reader_failed",
      `The \`read\` option of wrapRetriever failed (${errorTypeOf(error)}); the chunks count as unreadable.`,
    );
    return { chunks: undefined };
  }
}

/** What a result says about its query, as far as it is what it should be. */
function factsOf(queryVector: unknown, keywordScoreMax: unknown): Pick<Reading, "queryVector" | "keywordScoreMax"> {
  return { queryVector: asVector(queryVector), keywordScoreMax: asFinite(keywordScoreMax) };
}

function applyReading(record: RequestRecord, reading: Reading): void {
  takeQuery(record, reading.query);
  record.queryVector ??= reading.queryVector;
  // 0: a query without a keyword, which no score is on the scale of.
  record.keywordScoreMax ||= reading.keywordScoreMax;
}

/** Keyword scores of a later retrieval, whose query can attain another maximum, on the scale of the first one's. */
function onScaleOf(
  { keywordScoreMax: first }: RequestRecord,
  chunks: readonly Chunk[],
  max: number | undefined,
): readonly Chunk[] {
  if (!first || !max || max === first) return chunks;
  return chunks.map((chunk) =>
    chunk.keywordScore === undefined ? chunk : { ...chunk, keywordScore: (chunk.keywordScore / max) * first },
  );
}

function unreadableRetriever(what: string): string {
  return `A retriever's result could not be read (${what}): give wrapRetriever a \`read\` option, or call request.addChunks.`;
}
