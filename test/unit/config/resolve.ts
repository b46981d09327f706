import { isRagTriadError } from "../../../src/core/errors.ts";
import { resolveOptions } from "../../../src/config/resolve-options.ts";
import type { ResolvedRagTriadOptions } from "../../../src/config/resolved-options.ts";

/** What a case gives to `resolveOptions`; a file is the text behind `rag.json`. */
export interface Given {
  readonly options?: unknown;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly file?: string;
}

/** Resolves a case, for valid and invalid options alike. */
export function resolve({ options = { pipeline: "support" }, environment = {}, file }: Given): ResolvedRagTriadOptions {
  const named = file === undefined ? environment : { RAG_TRIAD_CONFIG: "rag.json", ...environment };
  return resolveOptions(options as never, {
    environment: named,
    readFile: (path) => {
      if (file === undefined || path !== "rag.json") throw Object.assign(new Error("secret"), { code: "ENOENT" });
      return file;
    },
  });
}

/** The error a case ends in, as `CODE message`, or `undefined` when it resolves. */
export function refusal(given: Given): string | undefined {
  try {
    resolve(given);
    return undefined;
  } catch (error) {
    if (!isRagTriadError(error)) throw error;
    return `${error.code} ${error.message}`;
  }
}
