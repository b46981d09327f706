import { checkWrapperOptions } from "../config/check-wrapper-options.ts";
import type { RagTriadOptions } from "../config/options.ts";
import { resolveOptions } from "../config/resolve-options.ts";
import type { ResolvedRagTriadOptions } from "../config/resolved-options.ts";
import { errorTypeOf } from "../core/errors.ts";
import type { TriadEvent } from "../core/events.ts";
import { unknownSliceValue } from "../core/slice.ts";
import { embeddedJudges } from "../judge/embedded/embedded-judges.ts";
import { createInProcessDispatcher } from "../scoring/in-process-dispatcher.ts";
import { flushSpans } from "../telemetry/flush-spans.ts";
import { createTelemetry, type TelemetryOptions } from "../telemetry/telemetry.ts";
import { isRefusal } from "../text/claims.ts";
import { beginCanaryRounds } from "./canary-rounds.ts";
import { createCompletionQueue } from "./completion-queue.ts";
import { createEvaluationAttributes } from "./evaluation-attributes.ts";
import { createEvaluations } from "./evaluations.ts";
import { beginGeneration, type BeginGenerationContext } from "./begin-generation.ts";
import { answerOf } from "./interaction-of.ts";
import { createClassifyIntent } from "./intent-class.ts";
import { createLifecycle } from "./lifecycle.ts";
import { createListeners } from "./listeners.ts";
import { createNodeMachine, type Machine } from "./machine.ts";
import { createPassThroughTriad } from "./pass-through.ts";
import { passThroughRequest } from "./rag-request.ts";
import type { RequestRecord } from "./request-record.ts";
import { createRequests } from "./requests.ts";
import { observeRetrieval, type RetrievalContext } from "./retrieval.ts";
import { executorFor, registeredJudges } from "./judges-in-use.ts";
import { runRequest } from "./run.ts";
import { createSpanEnder } from "./span-ender.ts";
import type { RagTriad } from "./triad.ts";
import { createWarn } from "./warnings.ts";
import { createFunctionWrapper } from "./wrap-function.ts";

const defaultFlushTimeoutMs = 30_000;

/**
 * Wraps a RAG pipeline: its retriever and generator get spans, and each request is scored on the RAG triad after the
 * response has gone to the user. Options are checked at once; after that nothing here throws into a request.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION` or `ERR_RAG_TRIAD_CONFIG_FILE`.
 */
export function createRagTriad(options: RagTriadOptions): RagTriad {
  return createRagTriadOn(createNodeMachine(), options);
}

/** The same on a machine of the caller's: for tests. */
export function createRagTriadOn(machine: Machine, options: RagTriadOptions): RagTriad {
  const resolved = resolveOptions(options, machine);
  return resolved.disabled ? createPassThroughTriad() : createObservingTriad(machine, resolved);
}

function createObservingTriad(machine: Machine, options: ResolvedRagTriadOptions): RagTriad {
  const { clock } = machine;
  const judges = options.judges ?? embeddedJudges();
  const detach = machine.snapshot();
  const storage = machine.createStorage();

  const listeners = createListeners((event, errorType) => {
    if (event !== "warning")
      warn("listener_failed", `A listener of \`${event}\` failed (${errorType}); the others were called.`);
  });
  const warn = createWarn((warning) => {
    if (listeners.emit("warning", warning) === 0) machine.showWarning(warning);
  });
  const telemetryOptions = options as Pick<
    TelemetryOptions,
    "pipeline" | "maxSlices" | "logger" | "tracerProvider" | "meterProvider"
  >;
  const telemetry = createTelemetry({
    ...telemetryOptions,
    judges: registeredJudges(judges),
    overrides: options.thresholds,
    canaryMetrics: options.canaries?.cases.flatMap(({ expect }) => Object.keys(expect)),
    warn,
  });
  const emit = (event: TriadEvent) => {
    telemetry.observe(event);
    if (event.type === "completed") listeners.emit("completed", event);
    else if (event.type === "evaluated") listeners.emit("evaluated", event);
    else if (event.type === "dropped") listeners.emit("dropped", event);
  };
  const onFailure = (error: unknown) => {
    warn(
      "telemetry_failed",
      `Observing or evaluating a request failed (${errorTypeOf(error)}); the request was not touched.`,
    );
  };

  const executor = executorFor(machine, options, judges, warn);
  const dispatcher = createInProcessDispatcher({
    judges,
    clock,
    random: machine.random,
    maxPending: options.maxPending,
    // More workers than judgings at once would leave some idle.
    concurrency: executor === undefined ? options.concurrency : Math.max(options.concurrency, options.workers),
    execution: options.execution,
    executor,
    pause: machine.pause,
    quiet: (f) => machine.judging.run(() => telemetry.tracing.quiet(f)),
    detach,
    warn,
  });
  const ender = createSpanEnder(() => flushSpans(telemetryOptions.tracerProvider, clock));
  const evaluations = createEvaluations({
    pipeline: options.pipeline,
    judges,
    overrides: options.thresholds,
    sampleRatio: options.sampleRatio,
    scoreTarget: options.scoreTarget,
    holdTimeoutMs: options.holdTimeoutMs,
    judgeTimeoutMs: options.judgeTimeoutMs,
    maxPending: options.maxPending,
    tracing: telemetry.tracing,
    dispatcher,
    clock,
    classify: createClassifyIntent({
      intentClass: options.intentClass,
      timeoutMs: options.intentTimeoutMs,
      clock,
      warn,
    }),
    isRefusal,
    attributes: createEvaluationAttributes(options, warn),
    ender,
    emit,
    warn,
    onFailure,
    onIdle: () => lifecycle.changed(),
  });
  const completions = createCompletionQueue<RequestRecord>({
    clock,
    limit: options.maxPending,
    defer: (callback) => detach(() => machine.defer(callback)),
    handle: (record) => {
      warnIfUnreadable(record);
      evaluations.evaluate(record);
    },
  });
  const requests = createRequests({
    clock,
    onComplete: (record) => {
      completions.push(record);
      lifecycle.changed();
    },
  });
  const lifecycle = createLifecycle({
    clock,
    requests,
    dispatcher,
    ender,
    pending: () => completions.size + evaluations.pending,
    defer: machine.defer,
    onClosed: telemetry.close,
  });
  const endCanaries =
    options.canaries &&
    beginCanaryRounds({
      canaries: options.canaries,
      pipeline: options.pipeline,
      judges,
      overrides: options.thresholds,
      judgeTimeoutMs: options.judgeTimeoutMs,
      dispatcher,
      clock,
      createId: machine.createId,
      emit,
      warn,
    });
  const context: RetrievalContext & BeginGenerationContext = {
    tracing: telemetry.tracing,
    clock,
    requests,
    pipeline: options.pipeline,
    modelVersion: options.modelVersion,
    streamIdleTimeoutMs: options.streamIdleTimeoutMs,
    waitUntil: options.waitUntil,
    createId: machine.createId,
    current: storage.get,
    // Most parts of a request are called inside it: a storage that is right already costs nothing to enter.
    within: (record, f) => (record === undefined || storage.get() === record ? f() : storage.run(record, f)),
    warn,
    onFailure,
    onLoose: (retrieval) => emit({ type: "loose_retrieval", slice: looseSlice, retrieval }),
  };
  const looseSlice = {
    pipeline: options.pipeline,
    intentClass: typeof options.intentClass === "string" ? options.intentClass : unknownSliceValue,
    modelVersion: options.modelVersion,
  };
  const wrapper = createFunctionWrapper(onFailure);

  /** Never the work of judges. After a shutdown has begun, what belongs to a request that is still open is observed to its end. */
  function observes(): boolean {
    if (machine.judging.active()) return false;
    if (!lifecycle.closed) return true;
    const current = storage.get();
    return current !== undefined && requests.open.has(current);
  }

  function warnIfUnreadable(record: RequestRecord): void {
    const answer = answerOf(record);
    if (
      answer !== undefined &&
      "problem" in answer &&
      answer.problem === "unreadable" &&
      answer === record.work?.answer
    ) {
      warn(
        "result_unreadable",
        "The work given to run returned something that is not an answer, and no generator gave one: call request.setAnswer(text).",
      );
    }
  }

  return {
    run(input, work) {
      if (observes()) return runRequest(context, input, work);
      if (lifecycle.closed) {
        warn(
          "run_after_shutdown",
          "triad.run was called after shutdown; the work runs, but is neither traced nor scored.",
        );
      }
      return work(passThroughRequest);
    },
    wrapRetriever(retriever, retrieverOptions) {
      checkWrapperOptions("wrapRetriever", retrieverOptions);
      const given = (retrieverOptions ?? {}) as never;
      return wrapper.wrap(retriever, (args) => (observes() ? observeRetrieval(context, given, args) : undefined));
    },
    wrapGenerator(generator, generatorOptions) {
      checkWrapperOptions("wrapGenerator", generatorOptions);
      const given = (generatorOptions ?? {}) as never;
      return wrapper.wrap(generator, (args, target) =>
        observes() ? beginGeneration(context, given, args, target) : undefined,
      );
    },
    on: listeners.on,
    flush: (given) => lifecycle.flush(given?.timeoutMs ?? defaultFlushTimeoutMs),
    shutdown(given) {
      endCanaries?.();
      return lifecycle.shutdown(given?.timeoutMs ?? defaultFlushTimeoutMs);
    },
    snapshot() {
      const oldest = evaluations.oldestMs ?? completions.next?.completedMs;
      return {
        open: requests.open.size,
        pending: completions.size + evaluations.pending,
        held: completions.size + evaluations.held,
        dropped: dispatcher.stats().refused,
        oldestMs: oldest === undefined ? 0 : Math.max(0, clock.monotonicMs() - oldest),
      };
    },
  };
}
