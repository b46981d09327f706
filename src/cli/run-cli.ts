import { isRagTriadError } from "../core/errors.ts";
import type { CliIo } from "./cli-io.ts";
import type { Command } from "./command.ts";
import { quote } from "./describe-value.ts";
import { exitCodes } from "./exit-codes.ts";
import { print } from "./print.ts";
import { readArguments, type FlagSpecs } from "./read-arguments.ts";
import { renderFlags } from "./render-flags.ts";
import { rulesCommand } from "./rules/rules-command.ts";
import { scoreCommand } from "./score/score-command.ts";
import { usageError } from "./usage-error.ts";

const commands: readonly Command[] = [scoreCommand, rulesCommand];

const flags: FlagSpecs = {
  help: { short: "h", description: "show this help, or a command's" },
  version: { short: "v", description: "show the version" },
};

/**
 * The program: `argv` without the interpreter and the script. Resolves to the exit code and never rejects: what goes
 * wrong is told on stderr.
 */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  const command = commands.find(({ name }) => name === argv[0]);
  try {
    return await (command === undefined ? runProgram(argv, io) : runCommand(command, argv.slice(1), io));
  } catch (error) {
    const isUsage = isRagTriadError(error) && error.code === "ERR_RAG_TRIAD_USAGE";
    io.stderr.write(`rag-triad: ${error instanceof Error ? error.message : String(error)}\n`);
    if (isUsage)
      io.stderr.write(`Run "rag-triad ${command === undefined ? "" : `${command.name} `}--help" for the usage.\n`);
    return isUsage ? exitCodes.usage : exitCodes.failed;
  }
}

async function runCommand(command: Command, argv: readonly string[], io: CliIo): Promise<number> {
  if (asksForHelp(argv)) {
    await print(io, command.help);
    return exitCodes.done;
  }
  return command.run(argv, io);
}

async function runProgram(argv: readonly string[], io: CliIo): Promise<number> {
  if (argv.length === 0) {
    io.stderr.write(programHelp());
    return exitCodes.usage;
  }
  const given = readArguments(argv, flags);
  const [name] = given.positionals;
  if (name !== undefined) {
    throw usageError(
      `the command must be one of ${commands.map((command) => command.name).join(", ")}, and come first; got ${quote(name)}`,
    );
  }
  await print(io, given.flags.has("help") ? programHelp() : `${io.version}\n`);
  return exitCodes.done;
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end === -1 ? argv.length : end).some((argument) => argument === "--help" || argument === "-h");
}

function programHelp(): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  return `rag-triad: scores retrieval-augmented answers on context relevance, groundedness and answer relevance.

Usage: rag-triad <command> [flags]

Commands:
${commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`).join("\n")}

Flags:
${renderFlags(flags)}

Exit codes: 0 done, 1 failed, 2 wrong command line.
`;
}
