import { ignoreRejection } from "../../core/ignore-rejection.ts";
import { maybeSnapshot, readPart as readKnownPart } from "./read-part.ts";
import { createSnapshots } from "./snapshots.ts";
import { readWireText } from "./read-wire-text.ts";

/** How parts become the answer's text. */
export interface AnswerCollectorOptions {
  /** The user's reader of a part; `undefined` from it means no text in this part. Replaces the built-in one. */
  readonly readPart?: (part: unknown) => string | undefined;
  /** Characters (UTF-16 code units) beyond which nothing more is kept. */
  readonly maxCharacters: number;
  /** Told once, when `readPart` throws or gives something else than a string. */
  readonly onReaderError?: (error: unknown) => void;
}

/** Puts an answer together from the parts of its stream. Nothing here throws. */
export interface AnswerCollector {
  add(part: unknown): void;
  /** The text so far; `undefined` when it is too long or unreadable. */
  text(): string | undefined;
  readonly tooLong: boolean;
  /** A part was not understood, or the user's reader failed. */
  readonly unreadable: boolean;
}

/** Creates the collector of one stream's text. Bytes are decoded as UTF-8 across parts. */
export function createAnswerCollector(options: AnswerCollectorOptions): AnswerCollector {
  let collected = "";
  let tooLong = false;
  let unreadable = false;
  let sawBytes = false;
  const snapshots = createSnapshots();
  let decoder: InstanceType<typeof TextDecoder> | undefined;

  const keep = (piece: string): void => {
    const before = snapshots.certain ? "" : collected;
    tooLong = before.length + piece.length > options.maxCharacters;
    collected = tooLong ? "" : before + piece;
  };
  const readWithUser = (part: unknown, readPart: (part: unknown) => unknown): string | undefined => {
    try {
      const text = readPart(part);
      if (text === undefined || text === null) return "";
      if (typeof text === "string") return text;
      ignoreRejection(text);
      throw new TypeError("Expected `readPart` to return a string or undefined");
    } catch (error) {
      report(error, options.onReaderError);
      return undefined;
    }
  };
  const readBuiltIn = (part: unknown): string | undefined => {
    try {
      const bytes = bytesOf(part);
      if (bytes === undefined) {
        const text = readKnownPart(part);
        if (text !== undefined) snapshots.see(text, maybeSnapshot(part));
        return text;
      }
      snapshots.see("", false);
      sawBytes = true;
      decoder ??= new TextDecoder();
      // A character takes at most three bytes per UTF-16 code unit, so this much shows that there is too much.
      return decoder.decode(bytes.subarray(0, 3 * (options.maxCharacters - collected.length) + 4), { stream: true });
    } catch {
      return undefined;
    }
  };

  return {
    add(part) {
      if (tooLong || unreadable) return;
      const piece = options.readPart === undefined ? readBuiltIn(part) : readWithUser(part, options.readPart);
      if (piece === undefined) unreadable = true;
      else keep(piece);
    },
    text() {
      if (decoder !== undefined) {
        keep(decoder.decode());
        decoder = undefined;
      }
      if (tooLong || unreadable) return undefined;
      if (options.readPart !== undefined) return collected;
      return snapshots.last() ?? readWireText(collected, sawBytes);
    },
    get tooLong() {
      return tooLong;
    },
    get unreadable() {
      return unreadable;
    },
  };
}

function bytesOf(part: unknown): Uint8Array | undefined {
  if (part instanceof Uint8Array) return part;
  return part instanceof ArrayBuffer ? new Uint8Array(part) : undefined;
}

function report(error: unknown, onReaderError: ((error: unknown) => void) | undefined): void {
  try {
    onReaderError?.(error);
  } catch {
    // The stream goes on whatever the report does.
  }
}
