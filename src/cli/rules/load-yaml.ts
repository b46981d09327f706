import { RagTriadError } from "../../core/errors.ts";
import type { YamlWriter } from "../../rules/artifacts/render-rule-file.ts";

/** Loads the optional package `yaml`; another in tests. */
export type YamlLoader = () => Promise<{ readonly stringify: (value: unknown, options: YamlOptions) => string }>;

interface YamlOptions {
  readonly lineWidth: number;
  readonly blockQuote: "literal";
}

const importYaml: YamlLoader = () => import("yaml");

/**
 * A writer over the package `yaml`: long lines stay whole, expressions are literal blocks.
 * Rejects with `ERR_RAG_TRIAD_PEER_MISSING` when it is not installed.
 */
export async function loadYamlWriter(load: YamlLoader = importYaml): Promise<YamlWriter> {
  try {
    const { stringify } = await load();
    return (value) => stringify(value, { lineWidth: 0, blockQuote: "literal" });
  } catch (cause) {
    throw new RagTriadError(
      "ERR_RAG_TRIAD_PEER_MISSING",
      "rag-triad rules needs the package yaml, which is not installed. Run: npm install --save-dev yaml@2",
      { cause },
    );
  }
}
