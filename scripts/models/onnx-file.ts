import { bytes, float, integer, message } from "./protobuf.ts";

// Field numbers and enumerations are those of onnx.proto3 (ONNX IR version 8).
const elementTypes = { float32: 1, int32: 6, int64: 7 } as const;
const attributeTypes = { float: 1, int: 2, ints: 7 } as const;

/** The type of a tensor's elements. */
export type ElementType = keyof typeof elementTypes;

/** An operator with what it reads and writes. */
export interface Operator {
  readonly type: string;
  readonly inputs: readonly string[];
  readonly output: string;
  /** A whole number, or several, or (as text such as `"0.5"`) a float. */
  readonly attributes?: Readonly<Record<string, number | readonly number[] | string>>;
}

/** A tensor that is part of the model. */
export interface Constant {
  readonly name: string;
  readonly type: ElementType;
  readonly dims: readonly number[];
  readonly values: readonly number[];
}

/** An input or an output; a dimension is a size or a name for one that is not fixed. */
export interface Port {
  readonly name: string;
  readonly type: ElementType;
  readonly dims: readonly (number | string)[];
}

/** A model. */
export interface OnnxGraph {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  readonly constants: readonly Constant[];
  readonly operators: readonly Operator[];
}

/** The file of a model, opset 17. The same graph gives the same bytes. */
export function onnxFile({ inputs, outputs, constants, operators }: OnnxGraph): Uint8Array {
  const graph = message(
    ...operators.map((operator) => bytes(1, nodeOf(operator))),
    bytes(2, "tiny"),
    ...constants.map((constant) => bytes(5, tensorOf(constant))),
    ...inputs.map((port) => bytes(11, valueInfoOf(port))),
    ...outputs.map((port) => bytes(12, valueInfoOf(port))),
  );
  return message(integer(1, 8), bytes(2, "rag-triad"), bytes(7, graph), bytes(8, integer(2, 17)));
}

function nodeOf({ type, inputs, output, attributes = {} }: Operator): Uint8Array {
  return message(
    ...inputs.map((input) => bytes(1, input)),
    bytes(2, output),
    bytes(3, output),
    bytes(4, type),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, attributeOf(name, value))),
  );
}

function attributeOf(name: string, value: number | readonly number[] | string): Uint8Array {
  if (typeof value === "string") {
    return message(bytes(1, name), float(2, Number(value)), integer(20, attributeTypes.float));
  }
  if (typeof value === "number") return message(bytes(1, name), integer(3, value), integer(20, attributeTypes.int));
  return message(bytes(1, name), ...value.map((item) => integer(8, item)), integer(20, attributeTypes.ints));
}

function tensorOf({ name, type, dims, values }: Constant): Uint8Array {
  const raw =
    type === "float32"
      ? Float32Array.from(values)
      : type === "int32"
        ? Int32Array.from(values)
        : BigInt64Array.from(values, BigInt);
  return message(
    ...dims.map((size) => integer(1, size)),
    integer(2, elementTypes[type]),
    bytes(8, name),
    bytes(9, new Uint8Array(raw.buffer)),
  );
}

function valueInfoOf({ name, type, dims }: Port): Uint8Array {
  const shape = message(...dims.map((size) => bytes(1, typeof size === "number" ? integer(1, size) : bytes(2, size))));
  const tensor = message(integer(1, elementTypes[type]), bytes(2, shape));
  return message(bytes(1, name), bytes(2, bytes(1, tensor)));
}
