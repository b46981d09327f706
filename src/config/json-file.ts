import { RagTriadError, errorTypeOf } from "../core/errors.ts";
import { findJsonSyntaxError } from "./json-syntax.ts";

/**
 * The value in a JSON file; `what` names it in messages: "configuration".
 * @throws RagTriadError `ERR_RAG_TRIAD_CONFIG_FILE` when it cannot be read or is not JSON (with line and column).
 */
export function readJsonFile(path: string, readFile: (path: string) => string, what: string): unknown {
  // A number would be read as a file descriptor, and block.
  if (typeof path !== "string") {
    throw new RagTriadError(
      "ERR_RAG_TRIAD_CONFIG_FILE",
      `Expected the path to be a string, got a value of type ${typeof path}`,
    );
  }
  let text: string;
  try {
    text = readFile(path);
  } catch (error) {
    throw new RagTriadError(
      "ERR_RAG_TRIAD_CONFIG_FILE",
      `Cannot read the ${what} file ${path}: ${errorTypeOf(error)}`,
      {
        cause: error,
      },
    );
  }
  return parseJson(text, path, what);
}

/** The value of a JSON text; a byte order mark is passed over. Throws as {@link readJsonFile} does. */
export function parseJson(text: string, path: string, what: string): unknown {
  const json = text.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(json);
  } catch (error) {
    const position = findJsonSyntaxError(json);
    const place = position === undefined ? "" : ` at line ${position.line}, column ${position.column}`;
    throw new RagTriadError("ERR_RAG_TRIAD_CONFIG_FILE", `The ${what} file ${path} is not valid JSON${place}`, {
      cause: error,
    });
  }
}
