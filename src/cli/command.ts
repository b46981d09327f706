import type { CliIo } from "./cli-io.ts";

/** One command of the program. */
export interface Command {
  readonly name: string;
  /** One line for the program's help. */
  readonly summary: string;
  /** The text of `rag-triad <name> --help`. */
  readonly help: string;
  /** Runs it with the arguments after its name; resolves to the exit code. Throws a usage error for wrong arguments. */
  run(argv: readonly string[], io: CliIo): Promise<number>;
}
