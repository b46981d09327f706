import { textsOf } from "./completion.ts";
import type { OpenaiCall } from "./server.ts";
import { sentencesOf, shareOf, wordsOf } from "./words.ts";

/**
 * What this server says to a service's chat: the sentences of the other messages that share most words with the last
 * one, in their order; that it does not know when there are none.
 */
export function serviceReply(call: OpenaiCall): string {
  const texts = textsOf(call);
  const query = wordsOf(texts.at(-1) ?? "");
  const ranked = texts
    .slice(0, -1)
    .flatMap(sentencesOf)
    .map((sentence, position) => ({ sentence, position, share: shareOf(query, wordsOf(sentence)) }))
    .filter(({ share }) => share >= 0.3)
    .sort((a, b) => b.share - a.share)
    .slice(0, 2)
    .sort((a, b) => a.position - b.position);
  return ranked.length === 0 ? "I don't know." : ranked.map(({ sentence }) => sentence).join(" ");
}
