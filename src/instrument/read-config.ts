import { loadConfig } from "../config/config-file.ts";
import type { RagTriadConfig } from "../config/options.ts";
import { readTextFile } from "../node/read-text-file.ts";

/**
 * Reads and checks a configuration file (usually `rag-triad.config.json`), for `createRagTriad({ config })`. Blocks
 * while it reads; meant for start-up.
 * @throws RagTriadError `ERR_RAG_TRIAD_CONFIG_FILE` when the file cannot be read or is not JSON,
 * `ERR_RAG_TRIAD_OPTION` when a value in it breaks its rule.
 */
export function readConfig(path: string): RagTriadConfig {
  return loadConfig(path, readTextFile);
}
