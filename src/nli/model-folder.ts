import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { refuseOption } from "../core/check-options.ts";
import { isRecord } from "../core/violation.ts";

/** A JSON object of a model folder. */
export type ModelJson = Readonly<Record<string, unknown>>;

/** A folder in the Hugging Face layout. */
export interface ModelFolder {
  /** Absolute. */
  readonly path: string;
  has(file: string): boolean;
  /** The object in a JSON file; `undefined` when there is no such file. Throws when it is not a JSON object. */
  readJson(file: string): ModelJson | undefined;
  /** The types in modules.json of sentence-transformers; none when there is no such file. */
  readModules(): readonly string[];
  /** Throws the error that says what `modelPath` must be. */
  refuse(rule: string): never;
}

/** The absolute path of a model folder that is given as a path or a `file:` URL, which may be a string. */
export function absolutePath(modelPath: string | URL): string {
  const isPath = typeof modelPath === "string" && !modelPath.startsWith("file:");
  return resolve(isPath ? modelPath : fileURLToPath(modelPath));
}

/** Whether {@link absolutePath} can make a path of a value. */
export function isModelPath(value: unknown): boolean {
  if ((typeof value !== "string" || value === "") && !(value instanceof URL)) return false;
  try {
    return absolutePath(value) !== "";
  } catch {
    return false;
  }
}

/** @throws RagTriadError `ERR_RAG_TRIAD_OPTION` when the path is no folder. */
export function openModelFolder(path: string): ModelFolder {
  const refuse = (rule: string): never => refuseOption(["modelPath"], rule, path);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    refuse("a folder that is there, with the files of an ONNX model in the Hugging Face layout");
  }
  const has = (file: string): boolean => existsSync(join(path, file));
  const read = (file: string): unknown => parse(readFileSync(join(path, file), "utf8"));
  return {
    path,
    has,
    readJson(file) {
      const value = has(file) ? read(file) : {};
      if (!isRecord(value)) return refuse(`a model folder whose ${file} is a JSON object`);
      return has(file) ? value : undefined;
    },
    readModules() {
      const value = has("modules.json") ? read("modules.json") : [];
      if (!Array.isArray(value)) return refuse("a model folder whose modules.json is a JSON array");
      return value.map((module: unknown) => (isRecord(module) ? String(module["type"]) : ""));
    },
    refuse,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object in a JSON file that must be there. */
export function requireJson(folder: ModelFolder, file: string): ModelJson {
  return folder.readJson(file) ?? folder.refuse(`a model folder with the file ${file}`);
}

/** Where the weights are looked for, in this order, when `modelFile` does not say. */
const modelFiles: readonly string[] = ["model", "model_quantized", "model_int8", "model_uint8"].flatMap((name) => [
  `onnx/${name}.onnx`,
  `${name}.onnx`,
]);

/**
 * The file of weights to load, relative to the folder: `modelFile`, else the first of those that exist; full precision
 * before quantised.
 */
export function findModelFile(folder: ModelFolder, modelFile?: string): string {
  if (modelFile !== undefined) {
    if (!folder.has(modelFile)) refuseOption(["modelFile"], `a file in ${folder.path}`, modelFile);
    return modelFile;
  }
  return (
    modelFiles.find((file) => folder.has(file)) ??
    folder.refuse(`a model folder with a file such as ${modelFiles.slice(0, 3).join(", ")} (else set \`modelFile\`)`)
  );
}

const notForLabels = /[^A-Za-z0-9_.:@-]+/g;

/**
 * The model's name in a form that fits a judge's version: that of its folder, and that of its file where that is not
 * `model.onnx`, since a quantised model scores otherwise.
 */
export function modelNameOf(folder: ModelFolder, modelFile: string): string {
  const file = basename(modelFile, ".onnx");
  const names = file === "model" ? [basename(folder.path)] : [basename(folder.path), file];
  return names.map((name) => name.replace(notForLabels, "-")).join(":");
}
