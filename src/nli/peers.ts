import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { RagTriadError } from "../core/errors.ts";

/** A tensor of onnxruntime, as far as it is used. */
export interface OnnxTensor {
  readonly data: unknown;
  readonly dims: readonly number[];
}

/** What a model says of one of its inputs. */
export interface OnnxInput {
  readonly name: string;
  /** E.g. `int64`; missing for what is no tensor. */
  readonly type?: string;
}

/** A loaded model, as far as it is used. */
export interface OnnxSession {
  readonly inputMetadata: readonly OnnxInput[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, OnnxTensor>>, fetches: readonly string[]): Promise<Record<string, OnnxTensor>>;
}

/** onnxruntime-node, as far as it is used. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(path: string, options: Readonly<Record<string, unknown>>): Promise<OnnxSession>;
  };
  readonly Tensor: new (
    type: "int64" | "int32",
    data: BigInt64Array | Int32Array,
    dims: readonly number[],
  ) => OnnxTensor;
}

/** A tokenizer of \@huggingface/tokenizers, as far as it is used. */
export interface HuggingFaceTokenizer {
  encode(
    text: string,
    options: {
      readonly text_pair?: string;
      readonly add_special_tokens: boolean;
      readonly return_token_type_ids: true;
    },
  ): { readonly ids: number[]; readonly token_type_ids?: number[] };
}

/** \@huggingface/tokenizers, as far as it is used. */
export interface Tokenizers {
  readonly Tokenizer: new (tokenizer: object, config: object) => HuggingFaceTokenizer;
}

/** The packages that this subpath needs beside ours. */
export const peers = ["onnxruntime-node", "@huggingface/tokenizers"] as const;

/** How this module asks for packages; another in tests. */
export interface PeerLoader {
  /** Throws where the package is not installed. */
  resolve(name: string): unknown;
  /** Rejects where the package is not installed or cannot be loaded. */
  load(name: (typeof peers)[number]): Promise<unknown>;
}

/** @throws RagTriadError `ERR_RAG_TRIAD_PEER_MISSING` that names the first peer that is not installed. */
export function requirePeers(loader: PeerLoader = nodePeers): void {
  for (const name of peers) {
    try {
      loader.resolve(name);
    } catch (cause) {
      throw peerMissing(name, cause);
    }
  }
}

/** Loads onnxruntime-node. Rejects with `ERR_RAG_TRIAD_PEER_MISSING` where that cannot be. */
export async function loadOnnxRuntime(loader: PeerLoader = nodePeers): Promise<OnnxRuntime> {
  return (await load("onnxruntime-node", "InferenceSession", loader)) as OnnxRuntime;
}

/** Loads \@huggingface/tokenizers. Rejects with `ERR_RAG_TRIAD_PEER_MISSING` where that cannot be. */
export async function loadTokenizers(loader: PeerLoader = nodePeers): Promise<Tokenizers> {
  return (await load("@huggingface/tokenizers", "Tokenizer", loader)) as Tokenizers;
}

async function load(name: (typeof peers)[number], member: string, loader: PeerLoader): Promise<unknown> {
  let loaded: unknown;
  try {
    loaded = await loader.load(name);
  } catch (cause) {
    throw peerMissing(name, cause);
  }
  // The CommonJS module of onnxruntime-node comes with its exports as the default one, too.
  for (const candidate of [loaded, (loaded as { readonly default?: unknown } | undefined)?.default]) {
    if (typeof candidate === "object" && candidate !== null && member in candidate) return candidate;
  }
  throw peerMissing(name, new TypeError(`no export ${member}`));
}

const nodePeers: PeerLoader = {
  // In a CommonJS bundle a module has no URL: packages are then looked for from the working directory.
  resolve: (name) => createRequire((import.meta.url as string | undefined) ?? workingDirectory()).resolve(name),
  load: (name) => (name === "onnxruntime-node" ? import("onnxruntime-node") : import("@huggingface/tokenizers")),
};

function workingDirectory(): string {
  return pathToFileURL(`${process.cwd()}/`).href;
}

function peerMissing(name: string, cause: unknown): RagTriadError {
  return new RagTriadError(
    "ERR_RAG_TRIAD_PEER_MISSING",
    `rag-triad/nli needs the package ${name}, which is not installed or cannot be loaded. Run: npm install ${peers.join(" ")} ` +
      "(without a connection to NuGet, put onnxruntime-node-install=skip into .npmrc before)",
    { cause },
  );
}
