import type { Chunk } from "../core/chunk.ts";
import type { RequestOutcome } from "../core/events.ts";
import { interactionLimits, type Interaction, type InteractionField } from "../core/interaction.ts";
import { noteProblem, type RequestRecord, type TextReading } from "./request-record.ts";

/** Adds retrieved chunks to a request: ids deduplicated over retrievals, limits kept before anything is copied. */
export function addRetrievedChunks(record: RequestRecord, chunks: readonly Chunk[], tooLong: boolean): void {
  if (tooLong) noteProblem(record, "chunks", "too_long");
  // Within one retrieval ids are unique already.
  if (record.chunks.length > 0)
    record.chunkTexts ??= new Map(record.chunks.map(({ id, text }) => [id, new Set([text])]));
  const textsById = record.chunkTexts;
  for (const chunk of chunks) {
    const texts = textsById?.get(chunk.id);
    if (texts?.has(chunk.text)) continue;
    record.contextCharacters += chunk.text.length;
    if (
      record.chunks.length >= interactionLimits.chunkCount ||
      record.contextCharacters > interactionLimits.contextCharacters
    ) {
      noteProblem(record, "chunks", "too_long");
      return;
    }
    if (texts === undefined) {
      textsById?.set(chunk.id, new Set([chunk.text]));
      record.chunks.push(chunk);
    } else {
      // Readers number chunks without an id, so two retrievals may both have a "0" that are different passages.
      texts.add(chunk.text);
      record.chunks.push({ ...chunk, id: `${record.retrievals.length}:${record.chunks.length}:${chunk.id}` });
    }
  }
}

/** Takes a query that a retriever or generator was given, when `run` was not told any. */
export function takeQuery(record: RequestRecord, query: unknown): void {
  if (record.queryGiven || record.query !== null || typeof query !== "string") return;
  if (query.length > interactionLimits.queryCharacters) noteProblem(record, "query", "too_long");
  else record.query = query;
}

/** How the request ended for its caller, and the type of its failure. */
export function outcomeOf(record: RequestRecord): { readonly outcome: RequestOutcome; readonly errorType?: string } {
  const work = record.work;
  if (record.cutOff || work === undefined) return { outcome: "abandoned" };
  if (work.outcome !== "ok") {
    // The failure of a work whose reader has gone away is that reader's stop.
    if (work.errorType === "ERR_STREAM_PREMATURE_CLOSE" && record.generations.at(-1)?.ending === "stopped") {
      return { outcome: "abandoned" };
    }
    return work.errorType === undefined
      ? { outcome: work.outcome }
      : { outcome: work.outcome, errorType: work.errorType };
  }
  if (record.givenAnswer !== undefined) return { outcome: "ok" };
  const last = record.generations.at(-1);
  // What ends badly after the user was given a text was not what he waited for.
  const answered = work.answer !== undefined && "text" in work.answer;
  // A generator that failed while the work went on was recovered from; one that failed afterwards failed its reader.
  if (last?.ending === "failed" && last.endedAfterWork && !answered) {
    return last.errorType === undefined ? { outcome: "error" } : { outcome: "error", errorType: last.errorType };
  }
  if (last?.ending !== "stopped") return { outcome: "ok" };
  if (last.endedAfterWork) return { outcome: answered ? "ok" : "abandoned" };
  // A call that was aborted before it gave anything is recovered from like one that failed; a stream that was left is not.
  return { outcome: last.answer === undefined && answerOf(record) !== undefined ? "ok" : "abandoned" };
}

/** The answer: `setAnswer`'s, else the last generator's, else the work's readable result. */
export function answerOf(record: RequestRecord): TextReading | undefined {
  if (record.givenAnswer !== undefined) return record.givenAnswer;
  const generated = record.generations.findLast((generation) => generation.answer !== undefined)?.answer;
  if (generated !== undefined && "text" in generated) return generated;
  const returned = record.work?.answer;
  if (generated !== undefined && (returned === undefined || "problem" in returned)) return generated;
  return returned;
}

/** The interaction that a complete request amounts to. */
export function interactionOf(record: RequestRecord): Interaction {
  const unreadable: InteractionField[] = [];
  const tooLong: InteractionField[] = [];
  const note = (field: InteractionField, problem: "unreadable" | "too_long") =>
    void (problem === "unreadable" ? unreadable : tooLong).push(field);
  for (const [field, problem] of record.problems ?? []) {
    if (field !== "chunks" || problem !== "unreadable" || !record.chunksAdded) note(field, problem);
  }
  const answer = answerOf(record);
  if (answer !== undefined && "problem" in answer) note("answer", answer.problem);
  const given = record.generatorChunks;
  const model = record.generations.findLast((generation) => generation.model !== undefined)?.model;
  const called = record.retrieverCalls > 0 || record.chunksAdded;
  return {
    id: record.id,
    query: record.query,
    ...(record.queryVector !== undefined && { queryVector: record.queryVector }),
    ...(record.keywordScoreMax !== undefined && { keywordScoreMax: record.keywordScoreMax }),
    retrieval: retrievalOf(record, called),
    chunks: !called && given !== undefined ? given : record.chunks,
    ...(given !== undefined && { generatorChunks: given }),
    answer: answer !== undefined && "text" in answer ? answer.text : null,
    ...(model !== undefined && { generatorModel: model }),
    ...(unreadable.length > 0 && { unreadable }),
    ...(tooLong.length > 0 && { tooLong }),
  };
}

function retrievalOf(record: RequestRecord, called: boolean): Interaction["retrieval"] {
  if (!called) return record.generatorChunks === undefined ? "none" : "succeeded";
  if (record.chunksAdded || record.chunks.length > 0) return "succeeded";
  // With nothing in hand, a call that failed, or that was not waited for, is the reason: nothing was not retrieved.
  const succeeded = record.retrievals.filter((retrieval) => retrieval.succeeded).length;
  return succeeded > 0 && succeeded === record.retrieverCalls ? "succeeded" : "failed";
}
