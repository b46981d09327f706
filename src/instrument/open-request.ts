import { ignoreRejection } from "../core/ignore-rejection.ts";
import { interactionLimits, type InteractionVersions } from "../core/interaction.ts";
import { isSliceValue } from "../core/slice.ts";
import { isRecord } from "../core/violation.ts";
import { requestAttributes } from "../telemetry/span-attributes.ts";
import { sliceValueOr } from "./intent-class.ts";
import { createRequestRecord, noteProblem, type RequestRecord } from "./request-record.ts";
import type { RequestContext, Requests } from "./requests.ts";
import type { RunInput } from "./triad.ts";
import type { Warn } from "./warnings.ts";

/** What opening a request needs. */
export interface OpenRequestContext extends RequestContext {
  readonly requests: Requests;
  readonly pipeline: string;
  readonly modelVersion: string;
  readonly createId: () => string;
  readonly waitUntil: ((promise: Promise<unknown>) => void) | undefined;
  readonly warn: Warn;
}

const invalidInput =
  "triad.run was called without an object in front of the work: call run({ query }, work). The request has no query but what a wrapped generator was given.";

/** Opens a request: its span, and its record among the open ones. Takes whatever JavaScript callers pass. */
export function openRequest(context: OpenRequestContext, given: RunInput | undefined): RequestRecord {
  const { warn } = context;
  if (!isRecord(given)) warn("run_input_invalid", invalidInput);
  const input: Partial<Record<keyof RunInput, unknown>> = isRecord(given) ? given : {};
  const { query, conversationId, versions } = input;
  const id = context.createId();
  const modelVersion =
    input.modelVersion === undefined ? context.modelVersion : sliceValueOr(input.modelVersion, "model version", warn);
  const intentClass =
    input.intentClass === undefined ? undefined : sliceValueOr(input.intentClass, "intent class", warn);
  const knownVersions = readVersions(versions);
  const span = context.tracing.start("rag_request", {
    attributes: requestAttributes({
      pipeline: context.pipeline,
      modelVersion,
      ...(typeof conversationId === "string" && { conversationId }),
      ...(knownVersions !== undefined && { versions: knownVersions }),
    }),
  });
  const record = createRequestRecord({
    id,
    span,
    query: typeof query === "string" && query.length <= interactionLimits.queryCharacters ? query : null,
    queryGiven: query !== undefined,
    modelVersion,
    intentClass,
    evaluate: input.evaluate !== false,
  });
  if (typeof query === "string") {
    if (query.length > interactionLimits.queryCharacters) noteProblem(record, "query", "too_long");
  } else if (query !== null && query !== undefined) {
    noteProblem(record, "query", "unreadable");
  }
  context.requests.opened(record);
  handToPlatform(context, record);
  return record;
}

/** Platforms that stop a process after its response take the promise while the request is still theirs. */
function handToPlatform(context: OpenRequestContext, record: RequestRecord): void {
  if (context.waitUntil === undefined) return;
  try {
    ignoreRejection(context.waitUntil(new Promise<void>((resolve) => void (record.onEvaluated = resolve))));
  } catch {
    context.warn(
      "wait_until_failed",
      "The `waitUntil` option threw; scoring goes on, but the platform may stop the process first.",
    );
  }
}

function readVersions(versions: unknown): InteractionVersions | undefined {
  if (typeof versions !== "object" || versions === null) return undefined;
  const { prompt, index, embeddingModel } = versions as Record<string, unknown>;
  return {
    ...(isSliceValue(prompt) && { prompt }),
    ...(isSliceValue(index) && { index }),
    ...(isSliceValue(embeddingModel) && { embeddingModel }),
  };
}
