import { errorTypeOf } from "../core/errors.ts";
import { interactionLimits } from "../core/interaction.ts";
import { watchIdle, type IdleWatch } from "./idle.ts";
import type { Observation } from "./observe/observation.ts";
import { isAbortError } from "./observe/abort-error.ts";
import { isObserved, observeResult } from "./observe/observe-result.ts";
import { openRequest, type OpenRequestContext } from "./open-request.ts";
import { createRagRequest, passThroughRequest } from "./rag-request.ts";
import { createAnswerCollector, type AnswerCollector } from "./readers/answer-collector.ts";
import { readAnswer } from "./readers/read-answer.ts";
import type { RequestRecord, TextReading } from "./request-record.ts";
import { runWithin } from "./requests.ts";
import type { RagRequest, RunInput } from "./triad.ts";

/** What running a request needs. */
export interface RunContext extends OpenRequestContext {
  readonly streamIdleTimeoutMs: number;
  readonly onFailure: (error: unknown) => void;
}

/** Runs the work of one request, exactly once, and returns or throws what it does. */
export function runRequest<T>(context: RunContext, input: RunInput, work: (request: RagRequest) => T): T {
  let record: RequestRecord;
  let request: RagRequest;
  try {
    record = openRequest(context, input);
    request = createRagRequest(record, context.warn);
  } catch (error) {
    context.onFailure(error);
    return work(passThroughRequest);
  }
  return runOpened(context, record, () => work(request));
}

/** Runs work inside a request that is open. */
function runOpened<T>(context: RunContext, record: RequestRecord, work: () => T): T {
  let result: T;
  try {
    result = runWithin(context, record, record.span, work);
  } catch (error) {
    workFailed(context, record, error);
    throw error;
  }
  return observeResult(result, observeWork(context, record));
}

function workFailed(context: RunContext, record: RequestRecord, error: unknown): void {
  context.requests.workSettled(
    record,
    isAbortError(error) ? { outcome: "abandoned" } : { outcome: "error", errorType: errorTypeOf(error) },
  );
}

/** Observes the work's result, which is the answer when no generator gave one. */
function observeWork(context: RunContext, record: RequestRecord): Observation {
  let collector: AnswerCollector | undefined;
  let idle: IdleWatch | undefined;
  const settled = (answer?: TextReading) => {
    idle?.stop();
    context.requests.workSettled(record, answer === undefined ? { outcome: "ok" } : { outcome: "ok", answer });
  };
  const stopped = () => {
    idle?.stop();
    context.requests.workSettled(record, { outcome: "abandoned" });
  };
  return {
    run: (f) => runWithin(context, record, record.span, f),
    streamFound: () => {
      idle = watchIdle(context.clock, context.streamIdleTimeoutMs, stopped);
    },
    streamStarted: () => idle?.touch(),
    activity: () => idle?.touch(),
    part: (part) => {
      idle?.touch();
      collector ??= createAnswerCollector({ maxCharacters: interactionLimits.answerCharacters });
      collector.add(part);
    },
    resolved: (result) => {
      if (!isObserved(result)) return settled(readWorkResult(result));
      // A stream that a generator of this request gave is that generator's answer; one of another's is observed beside it.
      if (record.generations.some((generation) => generation.isStream)) return settled();
      observeResult(result, observeWork(context, record), { reobserve: true });
      return undefined;
    },
    ended: () => {
      const text = collector === undefined ? "" : collector.text();
      if (text !== undefined) settled({ text });
      else settled({ problem: collector?.tooLong === true ? "too_long" : "unreadable" });
    },
    failed: (error) => {
      idle?.stop();
      workFailed(context, record, error);
    },
    stopped,
    unreadable: () => settled({ problem: "unreadable" }),
  };
}

/** The work's own result: many pipelines return nothing, a Response or a handle here, and the generator has the answer. */
function readWorkResult(result: unknown): TextReading | undefined {
  if (result === undefined || result === null) return undefined;
  const text = readAnswer(result);
  if (text === undefined) return { problem: "unreadable" };
  return text.length > interactionLimits.answerCharacters ? { problem: "too_long" } : { text };
}
