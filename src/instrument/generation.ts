import { errorTypeOf } from "../core/errors.ts";
import { ignoreRejection } from "../core/ignore-rejection.ts";
import { interactionLimits } from "../core/interaction.ts";
import type { GenerationFacts } from "../core/events.ts";
import type { SpanIdentity, TimeMark, TracedSpan } from "../core/tracing.ts";
import { isGeneratorFunction } from "../node/generator-objects.ts";
import { generationAttributes } from "../telemetry/span-attributes.ts";
import { watchIdle, type IdleWatch } from "./idle.ts";
import type { CallObservation } from "./wrap-function.ts";
import { createAnswerCollector, type AnswerCollector } from "./readers/answer-collector.ts";
import { readAnswer } from "./readers/read-answer.ts";
import { mayNameModel, readModelName } from "./readers/read-model-name.ts";
import type { GenerationRecord, RequestRecord, TextReading } from "./request-record.ts";
import { runWithin, type RequestContext, type Requests } from "./requests.ts";
import type { GeneratorOptions } from "./triad.ts";
import type { Warn } from "./warnings.ts";

/** What observing a generator needs. */
export interface GenerationContext extends RequestContext {
  readonly requests: Requests;
  readonly warn: Warn;
  readonly streamIdleTimeoutMs: number;
}

/**
 * Observes one generator call. The span starts at the call; that of a generator object, whose body starts at the
 * first `next()`, starts there. It ends with the stream.
 */
export function observeGeneration(
  context: GenerationContext,
  options: GeneratorOptions<never>,
  target: unknown,
  record: RequestRecord | undefined,
): CallObservation {
  const observation = new GenerationObservation(context, options, isGeneratorFunction(target), record);
  if (record !== undefined) context.requests.generationStarted(record, observation);
  return observation;
}

interface Readers {
  readonly readAnswer?: (result: unknown) => string;
  readonly readPart?: (part: unknown) => string | undefined;
}

/** The observation of a generator call, and its record in the request. A class, not closures: one is made on the path of every generation. */
class GenerationObservation implements CallObservation, GenerationRecord {
  readonly readsResponses = true;
  identity: SpanIdentity | undefined = undefined;
  facts: GenerationFacts | undefined = undefined;
  answer: TextReading | undefined = undefined;
  model: string | undefined = undefined;
  ending: GenerationRecord["ending"] = undefined;
  endedAfterWork = false;
  errorType: string | undefined = undefined;

  private readonly context: GenerationContext;
  private readonly readers: Readers;
  private readonly record: RequestRecord | undefined;
  private readonly start: () => TracedSpan;
  private span: TracedSpan | undefined = undefined;
  private startedAt: TimeMark = 0;
  private firstPartAt: TimeMark | undefined = undefined;
  private collector: AnswerCollector | undefined = undefined;
  private parts = 0;
  private idle: IdleWatch | undefined = undefined;
  isStream = false;
  private awaited = false;
  private over = false;

  constructor(
    context: GenerationContext,
    options: GeneratorOptions<never>,
    isLazy: boolean,
    record: RequestRecord | undefined,
  ) {
    this.context = context;
    this.readers = options as Readers;
    this.record = record;
    this.start = context.tracing.prepare("generation", { attributes: generationAttributes() });
    if (!isLazy) this.begin();
  }

  run<T>(f: () => T): T {
    const { context, record, span } = this;
    return span === undefined ? context.within(record, f) : runWithin(context, record, span, f);
  }

  startsLate(): void {
    // Its body has not run: a span that was started for the call is dropped unended, which exports nothing.
    this.span = undefined;
    this.identity = undefined;
  }

  streamFound(): void {
    this.isStream = true;
    this.idle?.touch();
    this.waitFor();
  }

  waitFor(): void {
    if (this.over || this.awaited) return;
    this.awaited = true;
    this.idle = watchIdle(this.context.clock, this.context.streamIdleTimeoutMs, () => this.abandon());
    if (this.record !== undefined) this.context.requests.partOpened(this.record);
  }

  streamStarted(): void {
    if (this.span === undefined && !this.over) this.begin();
    this.idle?.touch();
  }

  activity(): void {
    this.idle?.touch();
  }

  part(part: unknown): void {
    this.idle?.touch();
    if (this.over) return;
    this.firstPartAt ??= this.span?.mark();
    this.collector ??= createAnswerCollector({
      ...(this.readers.readPart !== undefined && { readPart: this.readers.readPart }),
      maxCharacters: interactionLimits.answerCharacters,
      onReaderError: (error: unknown) => this.readerFailed("readPart", error),
    });
    this.collector.add(part);
    if (this.model === undefined && mayNameModel(part, this.parts++)) this.model = readModelName(part);
  }

  resolved(result: unknown): void {
    this.model ??= readModelName(result);
    this.finish("ended", this.read(result));
  }

  ended(): void {
    this.finish("ended", this.collected());
  }

  failed(error: unknown): void {
    this.finish("failed", undefined, errorTypeOf(error));
  }

  stopped(): void {
    this.finish("stopped", this.isStream ? this.collected() : undefined);
  }

  unreadable(what: string): void {
    this.context.warn("result_unreadable", unreadableAnswer(what));
    this.finish("ended", { problem: "unreadable" });
  }

  abandon(): void {
    this.finish("stopped", this.collected());
  }

  private begin(): void {
    this.span = this.start();
    this.startedAt = this.span.mark();
    this.identity = this.span.identity;
  }

  private collected(): TextReading {
    const text = this.collector === undefined ? "" : this.collector.text();
    if (text !== undefined) return { text };
    return { problem: this.collector?.tooLong === true ? "too_long" : "unreadable" };
  }

  private read(result: unknown): TextReading {
    const { readAnswer: readWithUser } = this.readers;
    if (readWithUser === undefined) return textReading(readAnswer(result), this.context.warn);
    try {
      return textReading(readWithUser(result), this.context.warn);
    } catch (error) {
      this.readerFailed("readAnswer", error);
      return { problem: "unreadable" };
    }
  }

  private readerFailed(option: keyof Readers, error: unknown): void {
    this.context.warn(
      "reader_failed",
      `The \`${option}\` option of wrapGenerator failed (${errorTypeOf(error)}); the answer counts as unreadable.`,
    );
  }

  private finish(ending: "ended" | "failed" | "stopped", answer: TextReading | undefined, errorType?: string): void {
    if (this.over) return;
    this.over = true;
    this.idle?.stop();
    if (errorType !== undefined) this.span?.fail(errorType);
    this.span?.end();
    const { record } = this;
    // What comes after the request is complete is not what its user was told.
    if (record === undefined || record.completedAt !== undefined) return;
    this.ending = ending;
    this.answer = answer;
    this.errorType = errorType;
    this.endedAfterWork = record.work !== undefined;
    this.facts = {
      ...(this.firstPartAt !== undefined && { timeToFirstPartSeconds: (this.firstPartAt - this.startedAt) / 1000 }),
      ...(errorType !== undefined && { errorType }),
    };
    if (this.awaited) this.context.requests.partEnded(record);
  }
}

/** A text as it was read, within the limit; a warning when there was something that is not text. */
export function textReading(text: unknown, warn: Warn): TextReading {
  if (typeof text !== "string") {
    ignoreRejection(text);
    warn("result_unreadable", unreadableAnswer("shape_unknown"));
    return { problem: "unreadable" };
  }
  return text.length > interactionLimits.answerCharacters ? { problem: "too_long" } : { text };
}

function unreadableAnswer(what: string): string {
  return `An answer could not be read (${what}): call request.setAnswer(text), or give wrapGenerator a \`readAnswer\` or \`readPart\` option.`;
}
