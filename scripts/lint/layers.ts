/** What one folder of src may reach. */
export interface Layer {
  /** Sibling folders that it may import. Itself always; anything else never. */
  readonly imports: readonly string[];
  /** Module names it may import besides relative ones; a trailing `*` takes every name that starts so. */
  readonly packages: readonly string[];
  /** Globals and properties it may not touch: see {@link machineGlobals}. */
  readonly forbidden: "machine" | "process" | "none";
}

/** Time, chance and the outside world: injected into the pure layers, so that tests hold them. */
export const machineGlobals: readonly string[] = [
  "setTimeout",
  "setInterval",
  "setImmediate",
  "Date",
  "performance",
  "process",
  "console",
  "fetch",
  "crypto",
  "globalThis",
  "global",
];

/** Members of otherwise harmless globals that read the clock or chance. */
export const machineProperties: readonly (readonly [object: string, property: string])[] = [
  ["Date", "now"],
  ["Math", "random"],
  ["AbortSignal", "timeout"],
];

/** The process and its streams belong to `node`, `sdk` and `cli/bin.ts`. */
export const processGlobals: readonly string[] = ["process", "console"];

const openTelemetryApi = ["@opentelemetry/api"];

/**
 * The direction of imports (ARCHITECTURE.md): core, text <- resilience <- judge <- scoring <- instrument; telemetry,
 * config and node stand on core alone. Nobody imports index.ts, cli or testing.
 */
export const layers: Readonly<Record<string, Layer>> = {
  core: { imports: [], packages: [], forbidden: "machine" },
  text: { imports: ["core"], packages: [], forbidden: "machine" },
  resilience: { imports: ["core", "text"], packages: [], forbidden: "machine" },
  judge: { imports: ["core", "text", "resilience"], packages: [], forbidden: "machine" },
  scoring: { imports: ["core", "text", "resilience", "judge"], packages: [], forbidden: "machine" },
  telemetry: { imports: ["core"], packages: openTelemetryApi, forbidden: "process" },
  config: { imports: ["core"], packages: [], forbidden: "machine" },
  rules: {
    imports: ["core", "config", "judge"],
    packages: ["@grafana/grafana-foundation-sdk/*"],
    forbidden: "machine",
  },
  node: { imports: ["core"], packages: ["node:*"], forbidden: "none" },
  instrument: {
    imports: ["core", "text", "resilience", "judge", "scoring", "telemetry", "config", "node"],
    // Types only: Node has no global names for them.
    packages: ["node:stream/web"],
    forbidden: "process",
  },
  // The user's own client is known by its shape: the package is not imported, not even its types.
  openai: { imports: ["core", "resilience", "judge"], packages: [], forbidden: "process" },
  nli: {
    imports: ["core", "judge", "node"],
    packages: ["onnxruntime-node", "@huggingface/tokenizers", "node:*"],
    forbidden: "none",
  },
  sdk: { imports: ["core", "config", "instrument"], packages: ["@opentelemetry/*", "node:*"], forbidden: "none" },
  cli: {
    imports: ["core", "judge", "scoring", "config", "rules", "node"],
    packages: ["node:*", "yaml"],
    forbidden: "process",
  },
  testing: { imports: ["core", "judge", "config", "instrument"], packages: [], forbidden: "process" },
};

/** Files that may touch what their layer may not. */
export const processFiles: readonly string[] = ["src/cli/bin.ts"];

/** Files that put layers together, like a program's `bin`, and what they may import beyond their layer. */
export const compositionFiles: Readonly<Record<string, readonly string[]>> = {
  "src/node/worker-entry.ts": ["scoring"],
};
