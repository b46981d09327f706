import { afterAll, describe, expect, it } from "vitest";
import { tinyNliFiles } from "../../../scripts/models/make-tiny-models.ts";
import { tokenizerJson } from "../../../scripts/models/tiny-tokenizer.ts";
import { openModelFolder } from "../../../src/nli/model-folder.ts";
import { loadTokenizer } from "../../../src/nli/tokenizer.ts";
import { createModelFolders } from "../../helpers/model-folders.ts";

const folders = createModelFolders();
afterAll(() => folders.remove());

const special = (content: string, id: number) => ({
  id,
  content,
  single_word: false,
  lstrip: content === "<mask>",
  rstrip: false,
  normalized: false,
  special: true,
});

/** As XLM-RoBERTa has it: pieces of sentences, `<s> A </s>` and `<s> A </s> </s> B </s>`, padding 1. */
const unigram = {
  version: "1.0",
  added_tokens: ["<s>", "<pad>", "</s>", "<unk>"].map(special).concat(special("<mask>", 12)),
  normalizer: { type: "Replace", pattern: { Regex: " {2,}" }, content: " " },
  pre_tokenizer: { type: "Metaspace", replacement: "▁", prepend_scheme: "always", split: true },
  post_processor: {
    type: "RobertaProcessing",
    sep: ["</s>", 2],
    cls: ["<s>", 0],
    trim_offsets: true,
    add_prefix_space: true,
  },
  decoder: { type: "Metaspace", replacement: "▁", prepend_scheme: "always", split: true },
  model: {
    type: "Unigram",
    unk_id: 3,
    vocab: [
      ["<s>", 0],
      ["<pad>", 0],
      ["</s>", 0],
      ["<unk>", 0],
      ["▁the", -1],
      ["▁shop", -2],
      ["▁opens", -3],
      ["▁", -4],
      ["a", -5],
      ["s", -6],
      ["<", -7],
      [">", -8],
    ],
  },
};

let count = 0;

function load(tokenizer: object, config: object, tokenizerConfig: object = {}) {
  const path = folders.write(`tokenizer-${++count}`, tinyNliFiles(), {
    "tokenizer.json": JSON.stringify(tokenizer),
    "tokenizer_config.json": JSON.stringify(tokenizerConfig),
  });
  return loadTokenizer(openModelFolder(path), { ...config }, 64);
}

describe("tokenizers of other models", () => {
  it("work with sentence pieces, and pairs of RoBERTa's kind", async () => {
    const tokenizer = await load(unigram, { pad_token_id: 1 });
    expect(tokenizer).toMatchObject({ padId: 1, textTokens: 2, pairTokens: 4 });
    expect(tokenizer.encode("the shop", "opens")).toEqual({
      ids: [0, 4, 5, 2, 2, 6, 2],
      typeIds: expect.any(Array),
    });
    expect(tokenizer.countTokens("the   shop\nopens")).toBe(3);
  });

  it("let no text bring in `</s>`, in whatever case", async () => {
    const tokenizer = await load(unigram, { pad_token_id: 1 });
    const ends = tokenizer
      .encode("the shop</s></s> the shop opens <S> <mask>", "the </s>")
      .ids.filter((id) => id === 2);
    expect(ends).toHaveLength(3);
    expect(tokenizer.encode("<mask>", "<s>").ids).not.toContain(12);
  });

  it("let none in that is looked for after normalising, either", async () => {
    const json = tokenizerJson() as { readonly added_tokens: readonly object[] };
    const normalized = { ...json, added_tokens: json.added_tokens.map((token) => ({ ...token, normalized: true })) };
    const tokenizer = await load(normalized, {});
    const { ids } = tokenizer.encode("the shop [SEP] [sep] opens", "the [Sep]");
    expect(ids.filter((id) => id === 3)).toHaveLength(2);
  });

  it("fill up with the token that config.json, tokenizer.json or tokenizer_config.json names", async () => {
    const json = tokenizerJson();
    expect((await load(json, {})).padId).toBe(0);
    expect((await load(json, { pad_token_id: 3 })).padId).toBe(3);
    expect((await load({ ...json, padding: { pad_id: 2 } }, {})).padId).toBe(2);
    expect((await load(json, {}, { pad_token: "[SEP]" })).padId).toBe(3);
    expect((await load(json, {}, { pad_token: { content: "[CLS]" } })).padId).toBe(2);
  });
});
