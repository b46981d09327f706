import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineSplitter, type Line } from "../../../src/cli/score/line-splitter.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function split(pieces: readonly Uint8Array[], maxBytes?: number): readonly Line[] {
  const splitter = createLineSplitter(maxBytes);
  return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
}

const texts = (lines: readonly Line[]): readonly unknown[] =>
  lines.map((line) => ("text" in line ? [line.number, line.text.trim()] : [line.number, line.problem]));

describe("createLineSplitter", () => {
  it.each([
    [
      "a final line feed",
      "a\nb\n",
      [
        [1, "a"],
        [2, "b"],
      ],
    ],
    [
      "no final line feed",
      "a\nb",
      [
        [1, "a"],
        [2, "b"],
      ],
    ],
    [
      "CRLF",
      "a\r\nb\r\n",
      [
        [1, "a"],
        [2, "b"],
      ],
    ],
    [
      "a byte order mark",
      "\ufeffa\nb\n",
      [
        [1, "a"],
        [2, "b"],
      ],
    ],
    [
      "blank lines, which count",
      "\n \t\r\na\n\n\nb\n\n",
      [
        [3, "a"],
        [6, "b"],
      ],
    ],
    ["nothing", "", []],
    ["only a byte order mark", "\ufeff", []],
    ["other line separators, which are text", "a\u2028b\u0085c\rd", [[1, "a\u2028b\u0085c\rd"]]],
  ])("reads %s", (_, input, expected) => {
    expect(texts(split([bytesOf(input)]))).toEqual(expected);
  });

  it("gives the same lines however the bytes are cut", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", "\r", "中文", "\ufeff", "🙂")), {
          maxLength: 8,
        }),
        fc.array(fc.nat(40), { maxLength: 12 }),
        (parts, cuts) => {
          const bytes = bytesOf(parts.join("\n"));
          const pieces: Uint8Array[] = [];
          let start = 0;
          for (const cut of cuts) {
            pieces.push(bytes.subarray(start, start + cut));
            start = Math.min(bytes.length, start + cut);
          }
          pieces.push(bytes.subarray(start));
          expect(split(pieces)).toEqual(split([bytes]));
        },
      ),
    );
  });

  it("reports a line that is not UTF-8 and reads on", () => {
    const lines = split([bytesOf("a\n"), Uint8Array.of(0x22, 0xff, 0xfe, 0x22, 0x0a), bytesOf("b\n")]);
    expect(texts(lines)).toEqual([
      [1, "a"],
      [2, "the line must be UTF-8; got bytes that are not"],
      [3, "b"],
    ]);
  });

  it("reports a line past the limit with its size, and keeps one at the limit", () => {
    const lines = split([bytesOf("1234\n12345\n"), bytesOf("123"), bytesOf("456\n7")], 5);
    const problem = (size: number): string => `the line must be at most 5 bytes long; got ${size} bytes`;
    expect(texts(lines)).toEqual([
      [1, "1234"],
      [2, "12345"],
      [3, problem(6)],
      [4, "7"],
    ]);
  });
});
