import { interactionLimits } from "../core/interaction.ts";
import type { SpanIdentity } from "../core/tracing.ts";
import { sliceValueOr } from "./intent-class.ts";
import { addRetrievedChunks } from "./interaction-of.ts";
import { readChunks } from "./readers/read-chunks.ts";
import { noteProblem, type RequestRecord } from "./request-record.ts";
import type { RagRequest } from "./triad.ts";
import type { Warn } from "./warnings.ts";

/** The identity of a span that nothing records. */
export const noSpan: SpanIdentity = { traceId: "0".repeat(32), spanId: "0".repeat(16), traceFlags: 0 };

/** The handle of a request that is not observed: everything it is told is ignored. */
export const passThroughRequest: RagRequest = Object.freeze({
  id: "",
  spanContext: noSpan,
  addChunks: () => {},
  setAnswer: () => {},
  setModelVersion: () => {},
});

/** The handle on a request. What comes after the request is complete is ignored. */
export function createRagRequest(record: RequestRecord, warn: Warn): RagRequest {
  return {
    id: record.id,
    spanContext: record.span.identity,
    addChunks(chunks) {
      if (record.completedAt !== undefined) return;
      const reading = readChunks(chunks);
      if (reading === undefined) {
        noteProblem(record, "chunks", "unreadable");
        warn("result_unreadable", `request.addChunks was given something that is not chunks (${typeof chunks}).`);
      } else {
        // The way out when a retriever could not be read.
        record.chunksAdded = true;
        addRetrievedChunks(record, reading.chunks, reading.tooLong);
      }
    },
    setAnswer(text) {
      if (record.completedAt !== undefined) return;
      if (typeof text !== "string") {
        warn("result_unreadable", `request.setAnswer was given something that is not a string (${typeof text}).`);
        record.givenAnswer = { problem: "unreadable" };
      } else {
        record.givenAnswer = text.length > interactionLimits.answerCharacters ? { problem: "too_long" } : { text };
      }
    },
    setModelVersion(modelVersion) {
      if (record.completedAt === undefined) record.modelVersion = sliceValueOr(modelVersion, "model version", warn);
    },
  };
}
