import { isRagTriadError, RagTriadError } from "../../core/errors.ts";
import { runInOrder } from "./in-order.ts";
import type { Line } from "./line-splitter.ts";
import { parseLine } from "./parse-line.ts";
import type { Reporter } from "./reporter.ts";
import type { OnError } from "./score-options.ts";
import type { ScoreOutput } from "./score-output.ts";
import type { RowFormat, ScoreRow } from "./score-row.ts";
import type { LineScoring } from "./line-scoring.ts";
import type { Tally } from "./tally.ts";

/** What {@link scoreLines} works with. */
export interface ScoreLinesParts {
  readonly scoring: LineScoring;
  readonly format: RowFormat;
  readonly output: Pick<ScoreOutput, "write">;
  readonly reporter: Pick<Reporter, "say" | "progress">;
  readonly tally: Tally;
  readonly onError: OnError;
  /** How many interactions may be under way at once. */
  readonly maxInFlight: number;
  /** Ends the reading of lines. */
  cancel(): void;
}

/** Bytes of lines under way at once; bounds the memory whatever the lines' sizes are. */
const maxBytesInFlight = 32 * 1024 * 1024;

type Scored =
  | { readonly row: ScoreRow; readonly text: string }
  | { readonly lineNumber: number; readonly problem: string };

/**
 * Scores the lines of an input and writes the rows in the lines' order. A bad line is reported; with `fail`, it then
 * ends the run with an `ERR_RAG_TRIAD_INPUT` error, after all rows before it are written.
 */
export async function scoreLines(lines: AsyncIterable<Line>, parts: ScoreLinesParts): Promise<void> {
  const { scoring, format, output, reporter, tally, onError, maxInFlight, cancel } = parts;
  await output.write(format.header);
  await runInOrder<Line, Scored>(
    lines,
    {
      work: (line) => scoreLine(line, scoring, format),
      async emit(scored) {
        if ("text" in scored) {
          await output.write(scored.text);
          tally.add(scored.row);
        } else {
          tally.addBad();
          await reporter.say(`line ${scored.lineNumber}: ${scored.problem}\n`);
          if (onError === "fail")
            throw new RagTriadError("ERR_RAG_TRIAD_INPUT", `stopped at line ${scored.lineNumber} (--on-error fail)`);
        }
        await reporter.progress();
      },
      cancel,
    },
    { maxItems: maxInFlight, maxWeight: maxBytesInFlight, weightOf: (line) => line.bytes },
  );
}

async function scoreLine(line: Line, scoring: LineScoring, format: RowFormat): Promise<Scored> {
  if ("problem" in line) return { lineNumber: line.number, problem: line.problem };
  try {
    const { id, interaction, extras } = parseLine(line.text, line.number);
    const row = { id, results: await scoring.score(interaction), extras };
    return { row, text: format.format(row) };
  } catch (error) {
    if (isRagTriadError(error)) return { lineNumber: line.number, problem: error.message };
    // JSON can be read deeper than it can be written.
    if (error instanceof RangeError)
      return { lineNumber: line.number, problem: "the extra keys are nested too deep to be written" };
    throw error;
  }
}
