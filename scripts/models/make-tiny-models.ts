import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { tinyEmbeddingModel, type TinyEmbeddingOptions } from "./tiny-embedding-model.ts";
import { tinyNliModel, type TinyNliOptions } from "./tiny-nli-model.ts";
import { tokenizerJson } from "./tiny-tokenizer.ts";

/** The files of a model folder, by path. */
export type ModelFiles = Readonly<Record<string, string | Uint8Array>>;

/** The files of a tiny NLI model; by default with three labels in an order of their own, and 64 positions. */
export function tinyNliFiles(options: Partial<TinyNliOptions> = {}): ModelFiles {
  const { labels = ["neutral", "ENTAILMENT", "Contradiction"], positions = 64, tokenTypes = true } = options;
  return {
    "config.json": json({
      model_type: "bert",
      max_position_embeddings: positions,
      pad_token_id: 0,
      id2label: Object.fromEntries(labels.map((label, index) => [index, label])),
    }),
    "tokenizer.json": json(tokenizerJson()),
    "tokenizer_config.json": json({ model_max_length: 1e30, tokenizer_class: "BertTokenizer" }),
    "onnx/model.onnx": tinyNliModel({ labels, positions, tokenTypes }),
  };
}

/** The files of a tiny embedding model, with 64 positions unless said otherwise. */
export function tinyEmbeddingFiles({ positions = 64, pooled = false }: Partial<TinyEmbeddingOptions> = {}): ModelFiles {
  return {
    "config.json": json({ model_type: "bert", max_position_embeddings: positions, pad_token_id: 0 }),
    "tokenizer.json": json(tokenizerJson()),
    "tokenizer_config.json": json({ model_max_length: positions, tokenizer_class: "BertTokenizer" }),
    "onnx/model.onnx": tinyEmbeddingModel({ positions, pooled }),
  };
}

/** Writes the files into a folder, which is made if need be, and gives its path back. */
export function writeModel(folder: string, files: ModelFiles): string {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return folder;
}

function json(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

// `node scripts/models/make-tiny-models.ts <folder>`
const [, script, target] = process.argv;
if (script !== undefined && import.meta.url === pathToFileURL(script).href) {
  if (target === undefined) throw new Error("Say where to: node scripts/models/make-tiny-models.ts <folder>");
  writeModel(join(target, "tiny-nli"), tinyNliFiles());
  writeModel(join(target, "tiny-embedding"), tinyEmbeddingFiles());
}
