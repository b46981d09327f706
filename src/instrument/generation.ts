import { errorTypeOf } from "../core/errors.ts";
import { interactionLimits } from "../core/interaction.ts";
import type { TimeMark, TracedSpan } from "../core/tracing.ts";
import { isGeneratorFunction } from "../node/generator-objects.ts";
import { generationAttributes } from "../telemetry/span-attributes.ts";
import { watchIdle, type IdleWatch } from "./idle.ts";
import type { CallObservation } from "./wrap-function.ts";
import { createAnswerCollector, type AnswerCollector } from "./readers/answer-collector.ts";
import { readAnswer } from "./readers/read-answer.ts";
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
  const start = context.tracing.prepare("generation", { attributes: generationAttributes() });
  let isLazy = isGeneratorFunction(target);
  let span: TracedSpan | undefined = isLazy ? undefined : start();
  let startedAt: TimeMark | undefined = span?.mark();
  let firstPartAt: TimeMark | undefined;
  let isStream = false;
  let idle: IdleWatch | undefined;
  const reader = options as {
    readAnswer?: (result: unknown) => string;
    readPart?: (part: unknown) => string | undefined;
  };
  let collector: AnswerCollector | undefined;
  const generation: GenerationRecord = { abandon: () => finish("stopped", collected()) };
  if (span !== undefined) generation.identity = span.identity;
  if (record !== undefined) context.requests.generationStarted(record, generation);

  function readerFailed(option: string, error: unknown): void {
    context.warn(
      "reader_failed",
      `The \`${option}\` option of wrapGenerator failed (${errorTypeOf(error)}); the answer counts as unreadable.`,
    );
  }

  function begin(): void {
    if (span !== undefined || generation.ending !== undefined) return;
    span = start();
    startedAt = span.mark();
    generation.identity = span.identity;
  }

  function collect(part: unknown): void {
    collector ??= createAnswerCollector({
      ...(reader.readPart !== undefined && { readPart: reader.readPart }),
      maxCharacters: interactionLimits.answerCharacters,
      onReaderError: (error: unknown) => readerFailed("readPart", error),
    });
    collector.add(part);
  }

  function collected(): TextReading {
    const text = collector === undefined ? "" : collector.text();
    if (text !== undefined) return { text };
    return { problem: collector?.tooLong === true ? "too_long" : "unreadable" };
  }

  function finish(ending: "ended" | "failed" | "stopped", answer: TextReading | undefined, errorType?: string): void {
    if (generation.ending !== undefined) return;
    idle?.stop();
    generation.ending = ending;
    if (answer !== undefined) generation.answer = answer;
    if (errorType !== undefined) generation.errorType = errorType;
    generation.endedAfterWork = record?.work !== undefined;
    generation.facts = {
      ...(firstPartAt !== undefined &&
        startedAt !== undefined && { timeToFirstPartSeconds: (firstPartAt - startedAt) / 1000 }),
      ...(errorType !== undefined && { errorType }),
    };
    if (errorType !== undefined) span?.fail(errorType);
    span?.end();
    if (record !== undefined) context.requests.generationEnded(record);
  }

  function read(result: unknown): TextReading {
    if (reader.readAnswer === undefined) return textReading(readAnswer(result), context.warn);
    try {
      return textReading(reader.readAnswer(result), context.warn);
    } catch (error) {
      readerFailed("readAnswer", error);
      return { problem: "unreadable" };
    }
  }

  return {
    run: (f) => (span === undefined ? context.within(record, f) : runWithin(context, record, span, f)),
    readsResponses: true,
    startsLate() {
      if (isLazy) return;
      // Its body has not run: the span that was started for the call is dropped unended, which exports nothing.
      isLazy = true;
      span = undefined;
      delete generation.identity;
    },
    streamFound: () => {
      isStream = true;
      idle = watchIdle(context.clock, context.streamIdleTimeoutMs, generation.abandon);
    },
    streamStarted: () => {
      begin();
      idle?.touch();
    },
    activity: () => idle?.touch(),
    part: (part) => {
      idle?.touch();
      if (generation.ending !== undefined) return;
      firstPartAt ??= span?.mark();
      collect(part);
    },
    resolved: (result) => finish("ended", read(result)),
    ended: () => finish("ended", collected()),
    failed: (error) => finish("failed", undefined, errorTypeOf(error)),
    stopped: () => finish("stopped", isStream ? collected() : undefined),
    unreadable: (what) => {
      context.warn("result_unreadable", unreadableAnswer(what));
      finish("ended", { problem: "unreadable" });
    },
  };
}

/** A text as it was read, within the limit; a warning when there was something that is not text. */
export function textReading(text: unknown, warn: Warn): TextReading {
  if (typeof text !== "string") {
    warn("result_unreadable", unreadableAnswer("shape_unknown"));
    return { problem: "unreadable" };
  }
  return text.length > interactionLimits.answerCharacters ? { problem: "too_long" } : { text };
}

function unreadableAnswer(what: string): string {
  return `An answer could not be read (${what}): call request.setAnswer(text), or give wrapGenerator a \`readAnswer\` or \`readPart\` option.`;
}
