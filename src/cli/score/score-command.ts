import type { CliIo, StopSignal } from "../cli-io.ts";
import type { Command } from "../command.ts";
import { exitCodeOfSignal, exitCodes } from "../exit-codes.ts";
import { readArguments } from "../read-arguments.ts";
import { isReaderGone } from "../file-error.ts";
import { openInput, type Input } from "./input-file.ts";
import { createLineReader } from "./read-lines.ts";
import { createReporter } from "./reporter.ts";
import { rowFormats } from "./row-formats.ts";
import { scoreHelp } from "./score-help.ts";
import { scoreLines } from "./score-lines.ts";
import { resolveScoreOptions, scoreFlags, type ScoreOptions } from "./score-options.ts";
import { openOutput, type ScoreOutput } from "./score-output.ts";
import { summaryOf } from "./summary.ts";
import { startScoring } from "./start-scoring.ts";
import { createTally } from "./tally.ts";

// Enough for the other workers to go on while one is busy with a long interaction whose row must come first.
const inFlightPerWorker = 64;

/** `rag-triad score`: recorded interactions in, scores out. */
export const scoreCommand: Command = {
  name: "score",
  summary: "score recorded interactions (JSON Lines) on the RAG triad",
  help: scoreHelp,
  async run(argv, io) {
    const options = resolveScoreOptions(readArguments(argv, scoreFlags), {
      availableParallelism: io.availableParallelism,
      isInputTerminal: () => io.stdin.isTTY === true,
    });
    const input = await openInput(options.input, io);
    try {
      const output = await openOutput(options.output, input.identity, io);
      return await scoreInput(options, input, output, io);
    } finally {
      // An open stdin or file would keep the process alive after an early end.
      input.bytes.destroy();
    }
  },
};

async function scoreInput(options: ScoreOptions, input: Input, output: ScoreOutput, io: CliIo): Promise<number> {
  const startedMs = io.monotonicMs();
  const tally = createTally();
  const reader = createLineReader(input.bytes, options.input);
  const reporter = createReporter(
    io,
    { tally, share: () => shareOf(reader.bytesRead(), input.size) },
    showsProgress(options, io),
  );
  const scoring = startScoring(options, (_code, message) => void reporter.say(`rag-triad: ${message}\n`));
  let showsSummary = !options.isQuiet;
  let signal: StopSignal | undefined;
  const removeSignalHandler = io.onStopSignal((received) => {
    signal = received;
    reader.stop();
  });
  try {
    await scoreLines(reader.lines, {
      scoring,
      format: rowFormats[options.format],
      output,
      reporter,
      tally,
      onError: options.onError,
      maxInFlight: options.workers * inFlightPerWorker,
      cancel: reader.stop,
    });
    if (signal === undefined) {
      await output.commit();
      return exitCodes.done;
    }
    await reporter.say(`rag-triad: stopped by ${signal}${whereabouts(await output.abandon())}\n`);
    return exitCodeOfSignal(signal);
  } catch (error) {
    const partial = await output.abandon();
    if (options.output === "-" && isReaderGone(error)) {
      showsSummary = false;
      return exitCodes.done;
    }
    await reporter.say(`rag-triad: ${messageOf(error)}${whereabouts(partial)}\n`);
    return exitCodes.failed;
  } finally {
    removeSignalHandler();
    if (showsSummary) await reporter.say(summaryOf(tally, (io.monotonicMs() - startedMs) / 1000));
    await reporter.close();
    await scoring.close();
  }
}

function showsProgress(options: ScoreOptions, io: CliIo): boolean {
  const rowsAreOnScreen = options.output === "-" && io.stdout.isTTY === true;
  return !options.isQuiet && io.stderr.isTTY === true && !rowsAreOnScreen;
}

function shareOf(bytes: number, size: number | undefined): number | undefined {
  return size === undefined ? undefined : Math.min(1, bytes / Math.max(1, size));
}

function whereabouts(partial: string | undefined): string {
  return partial === undefined ? "" : `; the rows until then are in ${partial}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
