import { onnxFile, type Constant, type Operator, type Port } from "./onnx-file.ts";
import { idOf, specialTokens, vocabulary } from "./tiny-tokenizer.ts";

/** What a tiny NLI model is to be like. */
export interface TinyNliOptions {
  /** The labels in the order of the model's outputs. */
  readonly labels: readonly string[];
  /** Longest input; a longer one makes the run fail, as with a real model's positions. */
  readonly positions: number;
  /** Whether it has the input token_type_ids; else it tells premise and claim apart by the `[SEP]` between them. */
  readonly tokenTypes: boolean;
}

/** Words that deny. They count as nothing else. */
export const denials = ["not", "no", "nicht", "不"] as const;

/**
 * Logits before they are put in the labels' order, from the share of the claim's tokens that the premise has and whether
 * one of the two denies and the other does not: entailment 40 c - 36 - 60 m, contradiction 40 c - 36 - 60 (1 - m), and 0.
 */
const logitsByLabel: Readonly<Record<string, readonly [covered: number, mismatch: number, constant: number]>> = {
  entailment: [40, -60, -36],
  contradiction: [40, 60, -96],
};

/**
 * The file of a model that finds a claim entailed when (nearly) all its tokens stand in the premise, wherever that is,
 * and contradicted when, besides, one of them denies. Attention over one-hot embeddings; real files for real runs.
 */
export function tinyNliModel({ labels, positions, tokenTypes }: TinyNliOptions): Uint8Array {
  const size = vocabulary.length;
  const silent = new Set([...specialTokens, ...denials].map(idOf));
  const oneHot = Array.from({ length: size * size }, (_, at) =>
    Math.floor(at / size) === at % size && !silent.has(at % size) ? 1 : 0,
  );
  const says = (ids: ReadonlySet<number>): number[] => vocabulary.map((_, id) => (ids.has(id) ? 1 : 0));
  const denialIds = new Set(denials.map(idOf));
  // An unknown token is like no other, but it counts; padding would count, if the mask did not hide it.
  const counts = new Set(["[UNK]", "[PAD]"].map(idOf));
  const contentIds = new Set(vocabulary.keys().filter((id) => !silent.has(id) || counts.has(id)));
  const rows = labels.map((label) => logitsByLabel[label.toLowerCase()] ?? [0, 0, 0]);
  const weights = [0, 1].flatMap((feature) => rows.map((row) => row[feature] ?? 0));
  const constants: Constant[] = [
    { name: "embeddings", type: "float32", dims: [size, size], values: oneHot },
    { name: "content", type: "float32", dims: [size], values: says(contentIds) },
    { name: "denial", type: "float32", dims: [size], values: says(denialIds) },
    { name: "positions", type: "float32", dims: [positions], values: Array.from({ length: positions }, () => 0) },
    { name: "weights", type: "float32", dims: [2, labels.length], values: weights },
    { name: "bias", type: "float32", dims: [labels.length], values: rows.map((row) => row[2]) },
    { name: "one", type: "float32", dims: [], values: [1] },
    { name: "one_id", type: "int64", dims: [], values: [1] },
    { name: "separator", type: "int64", dims: [], values: [idOf("[SEP]")] },
    { name: "axis_1", type: "int64", dims: [1], values: [1] },
    { name: "axis_2", type: "int64", dims: [1], values: [2] },
    { name: "axis", type: "int64", dims: [], values: [1] },
  ];
  const port = (name: string): Port => ({ name, type: "int64", dims: ["batch", "length"] });
  return onnxFile({
    inputs: ["input_ids", "attention_mask", ...(tokenTypes ? ["token_type_ids"] : [])].map(port),
    outputs: [{ name: "logits", type: "float32", dims: ["batch", labels.length] }],
    constants,
    operators: [...readParts(tokenTypes), ...cover, ...deny, ...decide],
  });
}

/** 1 where a token is of the premise, 1 where it is of the claim, by the input or by what stands before each token. */
function readParts(tokenTypes: boolean): Operator[] {
  const bySeparators: readonly Operator[] = [
    { type: "Equal", inputs: ["input_ids", "separator"], output: "is_separator" },
    { type: "Cast", inputs: ["is_separator"], output: "separators", attributes: { to: 1 } },
    { type: "CumSum", inputs: ["separators", "axis"], output: "separated", attributes: { exclusive: 1 } },
    { type: "Min", inputs: ["separated", "one"], output: "claim_side" },
  ];
  const byInput: readonly Operator[] = [
    { type: "Cast", inputs: ["token_type_ids"], output: "claim_side", attributes: { to: 1 } },
  ];
  return [
    ...(tokenTypes ? byInput : bySeparators),
    { type: "CumSum", inputs: ["attention_mask", "axis"], output: "place" },
    { type: "Sub", inputs: ["place", "one_id"], output: "position" },
    { type: "Gather", inputs: ["positions", "position"], output: "position_values" },
    { type: "Cast", inputs: ["attention_mask"], output: "mask", attributes: { to: 1 } },
    { type: "Mul", inputs: ["claim_side", "mask"], output: "of_claim" },
    { type: "Sub", inputs: ["mask", "of_claim"], output: "of_premise" },
  ];
}

/** The share of the claim's tokens that the premise has. */
const cover: readonly Operator[] = [
  { type: "Gather", inputs: ["embeddings", "input_ids"], output: "plain_vectors" },
  { type: "Unsqueeze", inputs: ["position_values", "axis_2"], output: "position_vectors" },
  { type: "Add", inputs: ["plain_vectors", "position_vectors"], output: "vectors" },
  { type: "Unsqueeze", inputs: ["of_premise", "axis_2"], output: "premise_mask" },
  { type: "Mul", inputs: ["vectors", "premise_mask"], output: "premise" },
  { type: "Transpose", inputs: ["premise"], output: "keys", attributes: { perm: [0, 2, 1] } },
  { type: "MatMul", inputs: ["vectors", "keys"], output: "similarity" },
  { type: "ReduceMax", inputs: ["similarity"], output: "found", attributes: { axes: [2], keepdims: 0 } },
  { type: "Gather", inputs: ["content", "input_ids"], output: "is_content" },
  { type: "Mul", inputs: ["is_content", "of_claim"], output: "counted" },
  { type: "Mul", inputs: ["found", "counted"], output: "found_counted" },
  { type: "ReduceSum", inputs: ["found_counted", "axis_1"], output: "found_sum", attributes: { keepdims: 1 } },
  { type: "ReduceSum", inputs: ["counted", "axis_1"], output: "counted_sum", attributes: { keepdims: 1 } },
  { type: "Max", inputs: ["counted_sum", "one"], output: "counted_or_one" },
  { type: "Div", inputs: ["found_sum", "counted_or_one"], output: "covered" },
];

/** 1 when one of the two denies and the other does not. */
const deny: readonly Operator[] = [
  { type: "Gather", inputs: ["denial", "input_ids"], output: "denies" },
  { type: "Mul", inputs: ["denies", "of_premise"], output: "premise_denies" },
  { type: "Mul", inputs: ["denies", "of_claim"], output: "claim_denies" },
  { type: "ReduceMax", inputs: ["premise_denies"], output: "premise_denial", attributes: { axes: [1], keepdims: 1 } },
  { type: "ReduceMax", inputs: ["claim_denies"], output: "claim_denial", attributes: { axes: [1], keepdims: 1 } },
  { type: "Sub", inputs: ["premise_denial", "claim_denial"], output: "difference" },
  { type: "Abs", inputs: ["difference"], output: "mismatch" },
];

const decide: readonly Operator[] = [
  { type: "Concat", inputs: ["covered", "mismatch"], output: "features", attributes: { axis: 1 } },
  { type: "MatMul", inputs: ["features", "weights"], output: "weighed" },
  { type: "Add", inputs: ["weighed", "bias"], output: "logits" },
];
