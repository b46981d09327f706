import { corruptDraft, type CorruptionKind } from "../corruption/corrupt.ts";
import { createRandom, pick } from "../corruption/random.ts";
import { languageOf, streamText, type Draft } from "../generation/draft.ts";
import { splitSentences } from "../retrieval/sentences.ts";
import type { Recorded } from "./recorded.ts";

type RecordedChunks = NonNullable<Recorded["chunks"]>;

/** The functions of the recorded service: the retriever brings the recorded chunks, the generator streams the recorded answer. */
export interface RecordedPipeline {
  readonly retrieve: (recorded: Recorded) => Promise<RecordedChunks>;
  readonly generate: (
    recorded: Recorded,
    onCorrupted?: (kind: CorruptionKind) => void,
  ) => AsyncGenerator<string, void, undefined>;
}

const rememberedSentences = 200;
const partCharacters = 80;

/** A pipeline that plays recordings, `share` of the answers being corrupted. Sentences from elsewhere come from earlier answers. */
export function createRecordedPipeline({
  share,
  seed,
}: {
  readonly share: number;
  readonly seed: string;
}): RecordedPipeline {
  const earlier = new Map<string, string>();

  async function* generate(
    recorded: Recorded,
    onCorrupted?: (kind: CorruptionKind) => void,
  ): AsyncGenerator<string, void, undefined> {
    const { answer } = recorded;
    if (answer === null) return;
    const random = createRandom(`${seed}/${recorded.id}`);
    const corrupted = share > 0 && random() < share ? corrupt(recorded, answer, random) : undefined;
    if (share > 0) remember(recorded.id, answer);
    if (corrupted !== undefined) onCorrupted?.(corrupted.kind);
    yield* streamText(corrupted?.text ?? answer, { partCharacters, partDelayMs: 0 });
  }

  function corrupt({ id, chunks = [] }: Recorded, answer: string, random: () => number) {
    const language = languageOf(answer);
    const sentences = splitSentences(answer).map((text) => ({ text }));
    const draft: Draft = { language, refusal: false, sentences };
    const strangers = [...earlier].flatMap(([from, text]) =>
      from !== id && languageOf(text) === language ? [text] : [],
    );
    const changed = corruptDraft(draft, {
      context: chunks.map((chunk) => (typeof chunk === "string" ? chunk : chunk.text)).join("\n"),
      random,
      foreignSentence: () => pick(strangers, random),
    });
    if (changed === undefined) return undefined;
    return {
      kind: changed.kind,
      text: changed.draft.sentences.map(({ text }) => text).join(language === "zh" ? "" : " "),
    };
  }

  function remember(id: string, answer: string): void {
    const [sentence] = splitSentences(answer);
    if (sentence !== undefined) earlier.set(id, sentence);
    const [oldest] = earlier.keys();
    if (earlier.size > rememberedSentences && oldest !== undefined) earlier.delete(oldest);
  }

  return { retrieve: async ({ chunks = [] }) => chunks, generate };
}
