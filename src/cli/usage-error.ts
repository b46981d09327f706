import { RagTriadError } from "../core/errors.ts";

/** The command line is wrong: `message` names the flag, the rule and the value. Exit code 2. */
export function usageError(message: string): RagTriadError {
  return new RagTriadError("ERR_RAG_TRIAD_USAGE", message);
}
