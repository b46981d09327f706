import { groundingChunks, type Interaction, type InteractionField } from "./interaction.ts";
import type { MetricId } from "./metric.ts";
import type { UnscoredReason } from "./outcome.ts";

/** Whether a text has anything but white space in it. */
export function isBlank(text: string | null): boolean {
  return text === null || !/\S/u.test(text);
}

/**
 * Why a metric cannot be judged on this interaction, before any judge is asked; `undefined` when it can.
 * A missing query or answer comes first, then what retrieval did (DESIGN: "What a score means").
 */
export function unmetPrecondition(metric: MetricId, interaction: Interaction): UnscoredReason | undefined {
  switch (metric) {
    case "context_relevance":
      return (
        fieldProblem(interaction, "query") ??
        (isBlank(interaction.query) ? "no_query" : undefined) ??
        fieldProblem(interaction, "chunks") ??
        retrievalProblem(interaction) ??
        (interaction.chunks.length === 0 ? "no_context" : undefined)
      );
    case "groundedness":
      return (
        fieldProblem(interaction, "answer") ??
        (isBlank(interaction.answer) ? "empty_answer" : undefined) ??
        fieldProblem(interaction, "chunks") ??
        (interaction.generatorChunks === undefined ? retrievalProblem(interaction) : undefined)
      );
    case "answer_relevance":
      return (
        fieldProblem(interaction, "query") ??
        (isBlank(interaction.query) ? "no_query" : undefined) ??
        fieldProblem(interaction, "answer") ??
        (isBlank(interaction.answer) ? "empty_answer" : undefined)
      );
    default:
      return fieldProblem(interaction, "answer") ?? (isBlank(interaction.answer) ? "empty_answer" : undefined);
  }
}

/** Whether retrieval succeeded and brought nothing: counted as `rag.retrieval.empty`. */
export function isRetrievalEmpty(interaction: Interaction): boolean {
  return (
    interaction.retrieval === "succeeded" &&
    interaction.chunks.length === 0 &&
    groundingChunks(interaction).length === 0 &&
    !interaction.tooLong?.includes("chunks") &&
    !interaction.unreadable?.includes("chunks")
  );
}

/** Why a field of the interaction cannot be read; `undefined` when it can. */
export function fieldProblem(interaction: Interaction, field: InteractionField): UnscoredReason | undefined {
  if (interaction.unreadable?.includes(field)) return "unreadable";
  return interaction.tooLong?.includes(field) ? "too_long" : undefined;
}

function retrievalProblem(interaction: Interaction): UnscoredReason | undefined {
  if (interaction.retrieval === "none") return "not_retrieved";
  return interaction.retrieval === "failed" ? "retriever_error" : undefined;
}
