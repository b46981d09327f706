import { join } from "node:path";
import { enterNative } from "../node/native-gate.ts";
import type { ModelFolder } from "./model-folder.ts";
import { loadOnnxRuntime, type OnnxInput, type OnnxRuntime, type OnnxTensor, type PeerLoader } from "./peers.ts";
import type { Encoding } from "./tokenizer.ts";

/** An output of a run: numbers, row by row. */
export interface OnnxOutput {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** A loaded ONNX model that reads token ids. */
export interface OnnxModel {
  readonly outputNames: readonly string[];
  /** Runs a batch, filled up to its longest; the rows of the output are in the batch's order. */
  run(batch: readonly Encoding[], output: string): Promise<OnnxOutput>;
}

/** How a model is loaded. */
export interface OnnxModelOptions {
  readonly modelFile: string;
  readonly padId: number;
  /** Threads that one run uses. */
  readonly threads: number;
  readonly loader?: PeerLoader | undefined;
}

type Row = (encoding: Encoding, index: number) => number;

/** What each input is fed with, beyond the end of a text with what fills it up. */
const inputRows: Readonly<Record<string, (padId: number) => Row>> = {
  input_ids: (padId) => (encoding, index) => encoding.ids[index] ?? padId,
  attention_mask: () => (encoding, index) => (index < encoding.ids.length ? 1 : 0),
  token_type_ids: () => (encoding, index) => encoding.typeIds[index] ?? 0,
};

/** Loads the weights with onnxruntime on the CPU. Rejects with an option error when it cannot read them or they want other inputs. */
export async function loadOnnxModel(folder: ModelFolder, options: OnnxModelOptions): Promise<OnnxModel> {
  const { modelFile, padId, threads, loader } = options;
  const runtime = await enterNative(() => loadOnnxRuntime(loader));
  const create = () =>
    runtime.InferenceSession.create(join(folder.path, modelFile), {
      executionProviders: ["cpu"],
      executionMode: "sequential",
      interOpNumThreads: 1,
      intraOpNumThreads: threads,
      // Batches have many shapes: a plan of memory kept for each of them would take more and more.
      enableMemPattern: false,
      // Nothing on stderr but what is fatal: failures are told where they are handled.
      logSeverityLevel: 4,
    });
  const unreadable = (error: unknown) =>
    folder.refuse(`a model folder whose ${modelFile} onnxruntime can read (it says: ${String(error).slice(0, 300)})`);
  const session = await enterNative(() => create().catch(unreadable));
  const inputs = session.inputMetadata.map((input) => checkInput(input, folder, modelFile));
  return {
    outputNames: session.outputNames,
    async run(batch, output) {
      const length = Math.max(...batch.map(({ ids }) => ids.length));
      const feeds = Object.fromEntries(
        inputs.map(({ name, type, rowOf }) => [name, tensorOf(runtime, type, batch, length, rowOf(padId))]),
      );
      const { [output]: result } = await enterNative(() => session.run(feeds, [output]));
      if (!(result?.data instanceof Float32Array))
        folder.refuse(`a model folder whose ${modelFile} gives 32-bit floats`);
      return { data: result.data, dims: result.dims };
    },
  };
}

interface CheckedInput {
  readonly name: string;
  readonly type: "int64" | "int32";
  readonly rowOf: (padId: number) => Row;
}

function checkInput({ name, type }: OnnxInput, folder: ModelFolder, modelFile: string): CheckedInput {
  const rowOf = Object.hasOwn(inputRows, name) ? inputRows[name] : undefined;
  if (rowOf === undefined || (type !== "int64" && type !== "int32")) {
    return folder.refuse(
      `a model folder whose ${modelFile} takes ${Object.keys(inputRows).join(", ")} as integers and nothing else ` +
        `(it takes ${name}: ${type ?? "no tensor"})`,
    );
  }
  return { name, type, rowOf };
}

function tensorOf(
  { Tensor }: OnnxRuntime,
  type: "int64" | "int32",
  batch: readonly Encoding[],
  length: number,
  row: Row,
): OnnxTensor {
  const values: number[] = [];
  for (const encoding of batch) for (let index = 0; index < length; index++) values.push(row(encoding, index));
  const data = type === "int64" ? BigInt64Array.from(values, BigInt) : Int32Array.from(values);
  return new Tensor(type, data, [batch.length, length]);
}
