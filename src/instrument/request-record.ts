import type { Chunk } from "../core/chunk.ts";
import type { GenerationFacts, RequestOutcome, RetrievalFacts } from "../core/events.ts";
import type { InteractionField } from "../core/interaction.ts";
import type { SpanIdentity, TimeMark, TracedSpan } from "../core/tracing.ts";

/** A text that was read, that was there but could not be read, or that was too long to copy. */
export type TextReading = { readonly text: string } | { readonly problem: "unreadable" | "too_long" };

/** One retriever call of a request. */
export interface RetrievalRecord {
  readonly facts: RetrievalFacts;
  readonly succeeded: boolean;
}

/** One generator call of a request. */
export interface GenerationRecord {
  readonly identity: SpanIdentity | undefined;
  readonly facts: GenerationFacts | undefined;
  /** What it produced; left out while it is open, or when it failed. */
  readonly answer: TextReading | undefined;
  /** The model that its result names. */
  readonly model: string | undefined;
  /** How it ended; left out while it is open. */
  readonly ending: "ended" | "failed" | "stopped" | undefined;
  /** Whether the request's work had settled by the time it ended. */
  readonly endedAfterWork: boolean;
  readonly errorType: string | undefined;
  /** Whether it gave a stream. */
  readonly isStream: boolean;
  /** Makes the request wait for it, for as long as it is not idle. */
  waitFor(): void;
  /** Ends it as abandoned, when it has been idle for too long or the triad shuts down. */
  abandon(): void;
}

/** The mutable state of one request, from `run` to its evaluation. */
export interface RequestRecord {
  readonly id: string;
  readonly span: TracedSpan;
  readonly startedAt: TimeMark;
  query: string | null;
  /** Whether `run` was told the query, or that there is none; else a retriever or generator may tell it. */
  readonly queryGiven: boolean;
  modelVersion: string;
  readonly intentClass: string | undefined;
  readonly evaluate: boolean;

  /** Made when there is something to note. */
  problems: Map<InteractionField, "unreadable" | "too_long"> | undefined;
  chunks: Chunk[];
  /** The texts of the chunks by the id they came with; made when a second retrieval adds to the first. */
  chunkTexts: Map<string, Set<string>> | undefined;
  /** What the last retrieval's chunks were read from, entry by entry. */
  sources: { readonly entries: readonly unknown[]; readonly chunks: readonly Chunk[] } | undefined;
  contextCharacters: number;
  generatorChunks: readonly Chunk[] | undefined;
  queryVector: readonly number[] | undefined;
  keywordScoreMax: number | undefined;
  chunksAdded: boolean;
  /** Retriever calls begun, settled or not. */
  retrieverCalls: number;
  readonly retrievals: RetrievalRecord[];
  readonly generations: GenerationRecord[];
  givenAnswer: TextReading | undefined;

  /** How the work settled; left out while it runs. */
  work: { readonly outcome: RequestOutcome; readonly errorType?: string; readonly answer?: TextReading } | undefined;
  /** The work plus the generator calls that are waited for. */
  openParts: number;
  completedAt: TimeMark | undefined;
  /** The clock's monotonic milliseconds at completion. */
  completedMs: number;
  /** Set when the triad shut down before the request was complete. */
  cutOff: boolean;
  /** Settles the promise handed to `waitUntil`. */
  onEvaluated: (() => void) | undefined;
}

/** A new record. `openParts` is 1: the work. */
export function createRequestRecord(
  fixed: Pick<RequestRecord, "id" | "span" | "query" | "queryGiven" | "modelVersion" | "intentClass" | "evaluate">,
): RequestRecord {
  return {
    id: fixed.id,
    span: fixed.span,
    startedAt: fixed.span.mark(),
    query: fixed.query,
    queryGiven: fixed.queryGiven,
    modelVersion: fixed.modelVersion,
    intentClass: fixed.intentClass,
    evaluate: fixed.evaluate,
    problems: undefined,
    chunks: [],
    chunkTexts: undefined,
    sources: undefined,
    contextCharacters: 0,
    generatorChunks: undefined,
    queryVector: undefined,
    keywordScoreMax: undefined,
    chunksAdded: false,
    retrieverCalls: 0,
    retrievals: [],
    generations: [],
    givenAnswer: undefined,
    work: undefined,
    openParts: 1,
    completedAt: undefined,
    completedMs: 0,
    cutOff: false,
    onEvaluated: undefined,
  };
}

/** Notes that a field could not be read, or was too long to copy. */
export function noteProblem(record: RequestRecord, field: InteractionField, problem: "unreadable" | "too_long"): void {
  record.problems ??= new Map();
  record.problems.set(field, problem);
}

/** Lets go of what a request was about: what it started may live on and keep the record with it. */
export function forgetContent(record: RequestRecord): void {
  record.query = null;
  record.chunks = [];
  record.chunkTexts = undefined;
  record.sources = undefined;
  record.generatorChunks = undefined;
  record.givenAnswer = undefined;
  record.work = undefined;
  record.generations.length = 0;
}
