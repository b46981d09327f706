import { interactionLimits, type Interaction, type InteractionField } from "../../core/interaction.ts";

/** The interaction without the fields that pass `interactionLimits`; they are named in `tooLong` instead. */
export function limitInteraction(interaction: Interaction): Interaction {
  const { query, chunks, answer } = interaction;
  const tooLong: InteractionField[] = [];
  if (query !== null && query.length > interactionLimits.queryCharacters) tooLong.push("query");
  if (areChunksTooLong(chunks)) tooLong.push("chunks");
  if (answer !== null && answer.length > interactionLimits.answerCharacters) tooLong.push("answer");
  if (tooLong.length === 0) return interaction;
  return {
    ...interaction,
    query: tooLong.includes("query") ? null : query,
    chunks: tooLong.includes("chunks") ? [] : chunks,
    answer: tooLong.includes("answer") ? null : answer,
    tooLong,
  };
}

function areChunksTooLong(chunks: Interaction["chunks"]): boolean {
  if (chunks.length > interactionLimits.chunkCount) return true;
  let characters = 0;
  for (const { text } of chunks) {
    if (text.length > interactionLimits.chunkCharacters) return true;
    characters += text.length;
  }
  return characters > interactionLimits.contextCharacters;
}
