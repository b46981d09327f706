import { moduleNamesExcept } from "./complement.ts";
import {
  compositionFiles,
  layers,
  machineGlobals,
  machineProperties,
  processFiles,
  processGlobals,
  type Layer,
} from "./layers.ts";

/** Folders beside src that nothing in it may import. */
const outside = ["bench", "examples", "scripts", "test"];

interface Override {
  readonly files: string[];
  readonly rules: Record<string, unknown>;
}

/** The linter's overrides that keep every folder of src inside its layer. */
export function layerOverrides(): Override[] {
  const perLayer = Object.entries(layers).map(([name, layer]) => ({
    files: [`src/${name}/**`],
    rules: {
      "no-restricted-imports": ["error", { patterns: importPatterns(name, layer) }],
      "no-restricted-globals": ["error", ...globalsOf(layer).map((global) => ({ name: global, message: injected }))],
      "no-restricted-properties": ["error", ...propertiesOf(layer)],
    },
  }));
  const compositions = Object.entries(compositionFiles).map(([file, beyond]) => {
    const [name, layer] = layerOf(file);
    return importOverride(file, name, { ...layer, imports: [...layer.imports, ...beyond] });
  });
  const processes = processFiles.flatMap((file) => {
    const [name, layer] = layerOf(file);
    const rules = { "no-restricted-globals": "off", "no-console": "off" };
    return [importOverride(file, name, { ...layer, forbidden: "none" }), { files: [file], rules }];
  });
  const index = {
    files: ["src/*.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [foldersPattern("index.ts", ["cli", "testing", "sdk", "openai", "nli"], "\\./")] },
      ],
    },
  };
  return [...perLayer, ...compositions, ...processes, index];
}

function layerOf(file: string): [name: string, layer: Layer] {
  const name = file.split("/")[1] ?? "";
  const layer = layers[name];
  if (layer === undefined) throw new Error(`${file} is in no layer`);
  return [name, layer];
}

function importOverride(file: string, name: string, layer: Layer): Override {
  return { files: [file], rules: { "no-restricted-imports": ["error", { patterns: importPatterns(name, layer) }] } };
}

const injected = "Inject it: see scripts/lint/layers.ts.";

function importPatterns(name: string, layer: Layer): { regex: string; message: string }[] {
  const forbidden = Object.keys(layers).filter((other) => other !== name && !layer.imports.includes(other));
  return [
    foldersPattern(name, [...forbidden, ...outside], "(\\.\\./)+"),
    { regex: "^(\\.\\./)+index\\.ts$", message: "Nobody in src imports index.ts." },
    ...(layer.forbidden === "process" ? [{ regex: "^node:(process|console)$", message: injected }] : []),
    ...moduleNamesExcept(layer.packages).map((regex) => ({
      regex,
      message: `src/${name} may import ${layer.packages.join(", ") || "no package and no node: module"}.`,
    })),
  ];
}

function foldersPattern(importer: string, folders: readonly string[], up: string): { regex: string; message: string } {
  return {
    regex: `^${up}(${folders.join("|")})/`,
    message: `src/${importer} must not know it: see scripts/lint/layers.ts.`,
  };
}

function globalsOf(layer: Layer): readonly string[] {
  if (layer.forbidden === "machine") return machineGlobals;
  return layer.forbidden === "process" ? processGlobals : [];
}

function propertiesOf(layer: Layer): { object: string; property: string; message: string }[] {
  if (layer.forbidden !== "machine") return [];
  return machineProperties.map(([object, property]) => ({ object, property, message: injected }));
}
