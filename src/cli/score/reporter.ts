import type { CliIo } from "../cli-io.ts";
import { createTextSink } from "../text-sink.ts";
import type { Tally } from "./tally.ts";

/** What a run tells on stderr. */
export interface Reporter {
  /** A line for the user to read. Waits when stderr is slow; a stderr that is gone is no error. */
  say(text: string): Promise<void>;
  /** Redraws the progress line, at most five times a second; does nothing where there is none. */
  progress(): Promise<void>;
  /** Removes the progress line. */
  close(): Promise<void>;
}

/** What the progress line shows. */
export interface ProgressSource {
  readonly tally: Tally;
  /** The read share of the input in [0, 1], if its size is known. */
  share(): number | undefined;
}

const redrawMs = 200;
const eraseLine = "\r\u001b[2K";

/** A reporter on stderr, with a progress line when `showsProgress`. */
export function createReporter(io: CliIo, source: ProgressSource, showsProgress: boolean): Reporter {
  const sink = createTextSink(io.stderr);
  const startedMs = io.monotonicMs();
  let drawnMs = startedMs;
  let isDrawn = false;

  const write = (text: string): Promise<void> => sink.write(text).catch(() => {});
  const erase = (): string => {
    const text = isDrawn ? eraseLine : "";
    isDrawn = false;
    return text;
  };

  return {
    say: (text) => write(erase() + text),
    async progress() {
      const nowMs = io.monotonicMs();
      if (!showsProgress || nowMs - drawnMs < redrawMs) return;
      drawnMs = nowMs;
      const text = erase() + progressLine(source, (nowMs - startedMs) / 1000);
      isDrawn = true;
      await write(text);
    },
    async close() {
      await write(erase());
      sink.release();
    },
  };
}

function progressLine({ tally, share }: ProgressSource, seconds: number): string {
  const rows = tally.rows();
  const read = share();
  const percent = read === undefined ? "" : `${Math.floor(read * 100)} %, `;
  return `${percent}${rows} scored, ${tally.bad()} bad, ${Math.round(rows / seconds)} lines/s`;
}
