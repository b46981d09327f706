import { onnxFile, type Operator } from "./onnx-file.ts";
import { vocabulary } from "./tiny-tokenizer.ts";

/** What a tiny embedding model is to be like. */
export interface TinyEmbeddingOptions {
  /** Longest input; a longer one makes the run fail. */
  readonly positions: number;
  /** Whether it pools itself, to the vector of the first token, as the further output sentence_embedding. */
  readonly pooled: boolean;
}

/**
 * The file of a model whose vector of a token is one-hot, so that the mean over a text's tokens is their frequencies. Its
 * inputs are of 32 bits, as some exports have them.
 */
export function tinyEmbeddingModel({ positions, pooled }: TinyEmbeddingOptions): Uint8Array {
  const size = vocabulary.length;
  const first: Operator = { type: "Gather", inputs: ["last_hidden_state", "zero"], output: "sentence_embedding" };
  const values = Array.from({ length: size * size }, (_, at) => (Math.floor(at / size) === at % size ? 1 : 0));
  return onnxFile({
    inputs: ["input_ids", "attention_mask"].map((name) => ({ name, type: "int32", dims: ["batch", "length"] })),
    outputs: [
      { name: "last_hidden_state", type: "float32", dims: ["batch", "length", size] },
      ...(pooled ? [{ name: "sentence_embedding", type: "float32" as const, dims: ["batch", size] }] : []),
    ],
    constants: [
      { name: "embeddings", type: "float32", dims: [size, size], values },
      { name: "positions", type: "float32", dims: [positions], values: Array.from({ length: positions }, () => 0) },
      { name: "axis", type: "int64", dims: [], values: [1] },
      { name: "one", type: "int32", dims: [], values: [1] },
      { name: "zero", type: "int64", dims: [], values: [0] },
      { name: "axis_2", type: "int64", dims: [1], values: [2] },
    ],
    operators: [
      { type: "CumSum", inputs: ["attention_mask", "axis"], output: "place" },
      { type: "Sub", inputs: ["place", "one"], output: "position" },
      { type: "Gather", inputs: ["positions", "position"], output: "position_values" },
      { type: "Unsqueeze", inputs: ["position_values", "axis_2"], output: "position_vectors" },
      { type: "Gather", inputs: ["embeddings", "input_ids"], output: "vectors" },
      { type: "Add", inputs: ["vectors", "position_vectors"], output: "last_hidden_state" },
      ...(pooled ? [{ ...first, attributes: { axis: 1 } }] : []),
    ],
  });
}
