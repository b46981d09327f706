import { isRecord } from "../core/violation.ts";
import { requireJson, type ModelFolder, type ModelJson } from "./model-folder.ts";
import { loadTokenizers, type HuggingFaceTokenizer, type PeerLoader } from "./peers.ts";

/** A text or a pair as the model reads it. */
export interface Encoding {
  readonly ids: readonly number[];
  readonly typeIds: readonly number[];
}

/** The tokenizer of a model. It never cuts, and no text can bring in a special token. */
export interface ModelTokenizer {
  /** Fills up the shorter ones of a batch. */
  readonly padId: number;
  /** Special tokens of a text by itself. */
  readonly textTokens: number;
  /** Special tokens of a pair; `undefined` when the tokenizer puts none between its texts, or leaves the second one out. */
  readonly pairTokens: number | undefined;
  /** Tokens without special ones. */
  countTokens(text: string): number;
  encode(text: string, pair?: string): Encoding;
}

/**
 * Loads tokenizer.json (and tokenizer_config.json, where there is one) of a model folder and tries it: it must put
 * special tokens between the texts of a pair, and must not cut what is longer than `maxTokens`.
 */
export async function loadTokenizer(
  folder: ModelFolder,
  config: ModelJson,
  maxTokens: number,
  loader?: PeerLoader,
): Promise<ModelTokenizer> {
  const json = requireJson(folder, "tokenizer.json");
  const { Tokenizer } = await loadTokenizers(loader);
  // A length to cut at or to fill up to may be saved in the file; neither may happen.
  const uncut = { ...json, truncation: null, padding: null };
  const tokenizer = makeTokenizer(() => new Tokenizer(uncut, folder.readJson("tokenizer_config.json") ?? {}), folder);
  const clean = cleanerOf(json);
  const encode = (text: string, pair: string | undefined, special: boolean): Encoding => {
    const { ids, token_type_ids: typeIds } = tokenizer.encode(clean(text), {
      ...(pair !== undefined && { text_pair: clean(pair) }),
      add_special_tokens: special,
      return_token_type_ids: true,
    });
    return { ids, typeIds: typeIds ?? ids.map(() => 0) };
  };
  const countTokens = (text: string): number => encode(text, undefined, false).ids.length;
  const made: ModelTokenizer = {
    padId: padIdOf(json, config, folder),
    textTokens: encode("a", undefined, true).ids.length - countTokens("a"),
    pairTokens: pairTokensOf((text, pair) => encode(text, pair, true).ids.length, countTokens),
    countTokens,
    encode: (text, pair) => encode(text, pair, true),
  };
  const long = "a ".repeat(maxTokens + 1);
  if (countTokens(long) <= maxTokens || made.encode(long).ids.length <= maxTokens) {
    folder.refuse("a model folder with a tokenizer that does not cut texts");
  }
  return made;
}

function pairTokensOf(
  lengthOf: (text: string, pair: string) => number,
  countTokens: (text: string) => number,
): number | undefined {
  const [short, long] = ["a", "a a a"];
  const special = lengthOf(short, short) - 2 * countTokens(short);
  const readsBoth = lengthOf(short, long) - lengthOf(short, short) === countTokens(long) - countTokens(short);
  return special > 0 && readsBoth ? special : undefined;
}

function makeTokenizer(make: () => HuggingFaceTokenizer, folder: ModelFolder): HuggingFaceTokenizer {
  try {
    const tokenizer = make();
    tokenizer.encode("a", { add_special_tokens: true, return_token_type_ids: true });
    return tokenizer;
  } catch {
    return folder.refuse("a model folder whose tokenizer.json @huggingface/tokenizers can read");
  }
}

/** The tokens that are added to the vocabulary, each with its id and whether it is special. */
function addedTokens(json: ModelJson): { readonly content: string; readonly id: number; readonly special: boolean }[] {
  const added = json["added_tokens"];
  return (Array.isArray(added) ? (added as readonly unknown[]) : []).flatMap((token) => {
    if (!isRecord(token)) return [];
    const { content, id, special } = token;
    return typeof content === "string" && typeof id === "number" ? [{ content, id, special: special === true }] : [];
  });
}

/**
 * Makes plain text of a text that is judged: white space runs become one space, and what is written like a special token
 * ("[SEP]", "</s>") is broken up, so that a text cannot end itself and begin another.
 */
function cleanerOf(json: ModelJson): (text: string) => string {
  const contents = addedTokens(json).flatMap(({ content, special }) =>
    special && content.length > 1 ? [content] : [],
  );
  const written = contents
    .toSorted((left, right) => right.length - left.length)
    .map((content) => content.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`))
    .join("|");
  const pattern = written === "" ? undefined : new RegExp(written, "gi");
  return (text) => {
    const plain = text.replace(/\s+/g, " ");
    return pattern === undefined ? plain : plain.replace(pattern, (found) => `${found.slice(0, 1)} ${found.slice(1)}`);
  };
}

/** The id that fills up a batch; the attention mask hides it, but some models count positions by it. */
function padIdOf(json: ModelJson, config: ModelJson, folder: ModelFolder): number {
  const configured = config["pad_token_id"];
  if (typeof configured === "number") return configured;
  const padding = json["padding"];
  if (isRecord(padding) && typeof padding["pad_id"] === "number") return padding["pad_id"];
  const written = folder.readJson("tokenizer_config.json")?.["pad_token"];
  const content = isRecord(written) ? written["content"] : written;
  return addedTokens(json).find((token) => token.content === content)?.id ?? 0;
}
