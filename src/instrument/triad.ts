import type { Chunk } from "../core/chunk.ts";
import type { TriadEventMap } from "../core/events.ts";
import type { InteractionVersions } from "../core/interaction.ts";
import type { UnscoredReason } from "../core/outcome.ts";
import type { SpanIdentity } from "../core/tracing.ts";

/** Any function a user may wrap. */
export type AnyFunction = (...args: never[]) => unknown;

/** What one request is about. */
export interface RunInput {
  /** The user's query; `null` when there is none (both relevances are then `no_query`). */
  readonly query: string | null;
  /** Recorded as `gen_ai.conversation.id`; never invented. */
  readonly conversationId?: string | undefined;
  /** Overrides the triad's `modelVersion` for this request. */
  readonly modelVersion?: string | undefined;
  /** Overrides the triad's `intentClass` for this request. */
  readonly intentClass?: string | undefined;
  /** Recorded on spans only. */
  readonly versions?: InteractionVersions | undefined;
  /** `false` leaves this request unscored: its metrics count as `not_sampled`. @default true */
  readonly evaluate?: boolean | undefined;
}

/** The handle that `run` gives to the work. None of its methods throws. */
export interface RagRequest {
  /** Random, of this request alone; sampling hashes it. */
  readonly id: string;
  /** The identity of the request span; all zeros without a tracing SDK. */
  readonly spanContext: SpanIdentity;
  /** Adds chunks that no wrapped retriever saw. Anything `readChunks` understands. */
  addChunks(chunks: Chunk | readonly (Chunk | string)[]): void;
  /** Says what the user was told; wins over everything that was observed. */
  setAnswer(text: string): void;
  /** Says which model version answered, once that is known. */
  setModelVersion(modelVersion: string): void;
}

/** How to read a retriever. */
export interface RetrieverOptions<F extends AnyFunction> {
  /** Reads the chunks from a result whose shape is not understood by itself. */
  readonly read?: ((result: Awaited<ReturnType<F>>, args: Parameters<F>) => RetrieverReading) | undefined;
  /** Recorded as `gen_ai.data_source.id`. */
  readonly dataSourceId?: string | undefined;
  /** Recorded as `gen_ai.retrieval.top_k`. */
  readonly topK?: number | undefined;
}

/** What a retriever's result says. */
export interface RetrieverReading {
  readonly chunks: readonly (Chunk | string)[];
  readonly query?: string | undefined;
  /** The query's embedding in the index's own model. */
  readonly queryVector?: readonly number[] | Float32Array | undefined;
  /** The attainable maximum of `chunk.keywordScore` for this query. */
  readonly keywordScoreMax?: number | undefined;
}

/** How to read a generator. */
export interface GeneratorOptions<F extends AnyFunction> {
  /** Reads query and chunks from arguments whose shape is not understood by itself. */
  readonly readInput?: (args: Parameters<F>) => {
    readonly query?: string | undefined;
    readonly chunks?: readonly (Chunk | string)[] | undefined;
  };
  /** Reads the answer from a result that is not a stream. */
  readonly readAnswer?: ((result: Awaited<ReturnType<F>>) => string) | undefined;
  /** Reads the text of one part of a stream; `undefined` for parts without text. */
  readonly readPart?: (part: unknown) => string | undefined;
}

/** What is going on inside a triad. */
export interface TriadSnapshot {
  /** Requests whose work or streams have not ended. */
  readonly open: number;
  /** Completed requests that wait for a judge, or for their intent class. */
  readonly pending: number;
  /** Request spans that are complete but not ended, waiting for their scores. */
  readonly held: number;
  /** Requests that the bounded queue refused since the start, by reason. */
  readonly dropped: Readonly<Partial<Record<UnscoredReason, number>>>;
  /** Age in milliseconds of the oldest pending request; 0 when there is none. */
  readonly oldestMs: number;
}

/** What a flush or shutdown left behind. */
export interface FlushReport {
  /** Whether every completed request has been evaluated. */
  readonly done: boolean;
  /** Requests still pending when the time was up; after `shutdown`, those resolved as `shutdown`. */
  readonly remaining: number;
}

/** A wrapped RAG pipeline. Nothing here changes what the wrapped functions return, throw, or how often they run. */
export interface RagTriad {
  /** Runs the work of one request and returns what it returns. */
  run<T>(input: RunInput, work: (request: RagRequest) => T): T;
  /** Wraps a retriever; wrapping twice is wrapping once. */
  wrapRetriever<F extends AnyFunction>(retriever: F, options?: RetrieverOptions<F>): F;
  /** Wraps a generator; wrapping twice is wrapping once. */
  wrapGenerator<F extends AnyFunction>(generator: F, options?: GeneratorOptions<F>): F;
  /** Subscribes to an event; returns the undo. Listeners run off the request path; one that throws is contained. */
  on<K extends keyof TriadEventMap>(event: K, listener: (event: TriadEventMap[K]) => void): () => void;
  /** Waits until every completed request is evaluated, those completed meanwhile too, or the time is up. */
  flush(options?: { readonly timeoutMs?: number }): Promise<FlushReport>;
  /**
   * Stops intake, waits for open requests, drains, resolves what is left as `shutdown` and ends every held span.
   * Must come before the SDK's own shutdown. Idempotent; wrapped functions pass through from then on.
   */
  shutdown(options?: { readonly timeoutMs?: number }): Promise<FlushReport>;
  snapshot(): TriadSnapshot;
}
