export { checkNliModel, nliJudge } from "./nli-judge.ts";
export type { NliJudgeOptions } from "./nli-options.ts";
export type { EntailmentLabels } from "./labels.ts";
export { onnxEmbedder, type OnnxEmbedder } from "./embedder/onnx-embedder.ts";
export type { EmbeddingPrefixes, OnnxEmbedderOptions, Pooling } from "./embedder/embedder-options.ts";
