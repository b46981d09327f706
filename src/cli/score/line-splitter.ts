/** One line of the input that is not blank. */
export interface TextLine {
  /** Its number in the input, from 1; blank lines count. */
  readonly number: number;
  /** Its size in bytes. */
  readonly bytes: number;
  readonly text: string;
}

/** A line that could not be read as text. */
export interface UnreadableLine {
  readonly number: number;
  readonly bytes: number;
  /** Which rule it breaks. */
  readonly problem: string;
}

/** A line of the input. */
export type Line = TextLine | UnreadableLine;

/** Cuts bytes into lines. */
export interface LineSplitter {
  /** The lines that end in this piece of the input. */
  push(piece: Uint8Array): readonly Line[];
  /** The last line, when the input does not end with a line feed. */
  end(): readonly Line[];
}

const lineFeed = 0x0a;

/** The longest line that is read: every field of an interaction at its limit fits in, even with all characters escaped. */
export const maxLineBytes: number = 16 * 1024 * 1024;

/**
 * Splits UTF-8 at line feeds. A byte order mark, carriage returns before line feeds and blank lines disappear. A line
 * of more than `maxBytes` is not kept in memory: its rest is passed over and it is reported when it ends.
 */
export function createLineSplitter(maxBytes: number = maxLineBytes): LineSplitter {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let number = 0;
  let pieces: Uint8Array[] = [];
  let bytes = 0;

  function append(piece: Uint8Array): void {
    bytes += piece.length;
    if (bytes > maxBytes) pieces = [];
    else if (piece.length > 0) pieces.push(piece);
  }

  function finish(): readonly Line[] {
    number++;
    const whole = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    const size = bytes;
    pieces = [];
    bytes = 0;
    if (size > maxBytes) {
      return [{ number, bytes: size, problem: `the line must be at most ${maxBytes} bytes long; got ${size} bytes` }];
    }
    try {
      const text = decoder.decode(whole);
      return text.trim() === "" ? [] : [{ number, bytes: size, text }];
    } catch {
      return [{ number, bytes: size, problem: "the line must be UTF-8; got bytes that are not" }];
    }
  }

  return {
    push(piece) {
      const lines: Line[] = [];
      let start = 0;
      for (let end = piece.indexOf(lineFeed); end !== -1; end = piece.indexOf(lineFeed, start)) {
        append(piece.subarray(start, end));
        lines.push(...finish());
        start = end + 1;
      }
      append(piece.subarray(start));
      return lines;
    },
    end: () => (bytes === 0 ? [] : finish()),
  };
}
