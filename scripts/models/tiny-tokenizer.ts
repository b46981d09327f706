/** Special tokens in the order of their ids, from 0. */
export const specialTokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"] as const;

/** Words that the tiny models know whole; any other word in letters of the alphabet is spelt. */
const words = `the a is was in of and not no refund window lasts thirty days fee costs five euros shop opens closes
at nine on monday paris london capital france paid by bank transfer cannot returned items gift cards battery phone
die frist beträgt tage rückgabe nicht dreißig la ventana dura días treinta garden grows roses filler`
  .split(/\s+/)
  // Accents are taken off before words are looked up.
  .map((word) => word.normalize("NFD").replace(/\p{Mn}/gu, ""));
const characters = [..."退货期限为三十天不是店在星期一开门"];
const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789ß"];
const marks = [...".,;:!?-()'\"/<>[]*%_#|`。，！？=+"];

/** The vocabulary: a token's id is its place. */
export const vocabulary: readonly string[] = [
  ...new Set([
    ...specialTokens,
    ...words,
    ...characters,
    ...letters,
    ...letters.map((letter) => `##${letter}`),
    ...marks,
  ]),
];

/** The id of a token. */
export function idOf(token: string): number {
  const id = vocabulary.indexOf(token);
  if (id === -1) throw new Error(`The vocabulary has no ${token}`);
  return id;
}

/** A tokenizer.json: WordPiece, lower case, `[CLS] A [SEP]` and `[CLS] A [SEP] B [SEP]`. */
export function tokenizerJson(): object {
  const special = (id: string, type: number): object => ({ SpecialToken: { id, type_id: type } });
  const sequence = (id: string, type: number): object => ({ Sequence: { id, type_id: type } });
  return {
    version: "1.0",
    // As many files have it that were saved after training. Nothing may be cut for it.
    truncation: { direction: "Right", max_length: 12, strategy: "LongestFirst", stride: 0 },
    padding: null,
    added_tokens: specialTokens.map((content, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [special("[CLS]", 0), sequence("A", 0), special("[SEP]", 0)],
      pair: [special("[CLS]", 0), sequence("A", 0), special("[SEP]", 0), sequence("B", 1), special("[SEP]", 1)],
      special_tokens: Object.fromEntries(
        ["[CLS]", "[SEP]"].map((token) => [token, { id: token, ids: [idOf(token)], tokens: [token] }]),
      ),
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((token, id) => [token, id])),
    },
  };
}
