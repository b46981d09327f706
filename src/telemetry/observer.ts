import * as api from "@opentelemetry/api";
import type { ResolvedEvent, TriadEvent } from "../core/events.ts";
import { ignoreRejection } from "../core/ignore-rejection.ts";
import type { Slice } from "../core/slice.ts";
import { apiMismatch } from "./api-version.ts";
import { keys } from "./attributes.ts";
import { createBinding, type Binding } from "./binding.ts";
import type { Containment } from "./containment.ts";
import { createErrorTypes } from "./error-types.ts";
import { evaluationLogRecord, loggerOf, type LoggerLike } from "./evaluation-log.ts";
import { recordCanary, recordComparison } from "./record-judges.ts";
import { recordRequest, recordRetrieval, type RequestScope } from "./record-request.ts";
import { recordResolution } from "./record-resolution.ts";
import type { Registration } from "./registration.ts";
import { soundOutcome } from "./sound-outcome.ts";
import { contextOf } from "./span-identity.ts";

/** What an observer is made from. */
export interface ObserverOptions {
  readonly registration: Registration;
  readonly maxSlices: number | undefined;
  readonly logger: LoggerLike | undefined;
  readonly containment: Containment;
}

/** A request whose evaluation is not over: all its measurements go where the first one went. */
interface OpenRequest extends RequestScope {
  pending: number;
  evaluated: boolean;
}

/** Creates the function that turns events into measurements and log records. It never throws. */
export function createObserver({
  registration,
  maxSlices,
  logger,
  containment,
}: ObserverOptions): (event: TriadEvent) => void {
  const requests = new Map<string, OpenRequest>();
  const errorTypes = createErrorTypes();
  let bound: { readonly provider: api.MeterProvider; readonly binding: Binding } | undefined;
  let apiChecked = false;

  function binding(): Binding {
    const provider = registration.meterProvider();
    if (bound?.provider !== provider)
      bound = { provider, binding: createBinding(provider, registration, maxSlices, containment) };
    return bound.binding;
  }

  function open(slice: Slice, context: api.Context, ofRequest: boolean): OpenRequest {
    const { recorder, labelsOf } = binding();
    return { recorder, labels: labelsOf(slice, { ofRequest }), context, errorTypes, pending: 0, evaluated: false };
  }

  function requestOf({ id, slice }: { readonly id: string; readonly slice: Slice }): OpenRequest {
    return requests.get(id) ?? open(slice, api.ROOT_CONTEXT, true);
  }

  function forget(id: string, request: OpenRequest): void {
    if (request.evaluated && request.pending === 0) requests.delete(id);
  }

  function resolve(event: ResolvedEvent): void {
    const request = requestOf(event);
    const outcome = soundOutcome(event.result.outcome);
    if ("score" in event.result.outcome && "reason" in outcome) {
      containment.warn(
        "value_not_finite",
        event.metric,
        `A score of ${event.metric} was not a number in [0, 1]; it counts as judge_invalid_output.`,
      );
    }
    recordResolution(event, outcome, request);
    if (event.wasPending) request.pending--;
    forget(event.id, request);
    containment.guard("a logger", () => {
      const record = evaluationLogRecord(event, outcome);
      if (record !== undefined) ignoreRejection(loggerOf(logger)?.emit(record));
    });
  }

  function handle(event: TriadEvent): void {
    switch (event.type) {
      case "completed": {
        const request = open(event.slice, contextOf(event.span), true);
        requests.set(event.id, request);
        recordRequest(event, request);
        break;
      }
      case "pending": {
        const request = requestOf(event);
        request.pending++;
        request.recorder.add(
          "evaluationPending",
          1,
          { [keys.pipeline]: event.slice.pipeline, [keys.metric]: event.metric },
          request.context,
        );
        break;
      }
      case "resolved":
        resolve(event);
        break;
      case "evaluated": {
        const request = requestOf(event);
        request.recorder.add("diagnoses", 1, { ...request.labels, [keys.diagnosis]: event.diagnosis }, request.context);
        request.evaluated = true;
        forget(event.id, request);
        break;
      }
      case "loose_retrieval":
        recordRetrieval(event.retrieval, open(event.slice, api.ROOT_CONTEXT, false));
        break;
      case "compared":
        recordComparison(event, binding().recorder);
        break;
      case "canary":
        recordCanary(event, { recorder: binding().recorder, errorTypes });
        break;
      case "dropped":
      case "warning":
        break;
    }
  }

  function checkApi(): void {
    if (apiChecked) return;
    const mismatch = apiMismatch();
    apiChecked = mismatch !== undefined;
    if (mismatch) containment.warn("api_version_mismatch", "", mismatchMessage);
  }

  return (event) => {
    containment.guard("the API check", checkApi);
    containment.guard("the MeterProvider", () => handle(event));
  };
}

const mismatchMessage =
  "A copy of @opentelemetry/api older than the one rag-triad was given is registered: rag-triad's spans and metrics go nowhere. Install one copy only (npm ls @opentelemetry/api).";
