import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonSyntaxError } from "../../../src/config/json-syntax.ts";

const broken: readonly (readonly [text: string, line: number, column: number])[] = [
  ["", 1, 1],
  ["   ", 1, 4],
  ["{", 1, 2],
  ["[1,]", 1, 4],
  ['{"a":1,}', 1, 8],
  ['{"a":1 "b":2}', 1, 8],
  ["{'a':1}", 1, 2],
  ['{"a":}', 1, 6],
  ['{"a":\n\n  tru}', 3, 3],
  ['{"a":\r\n01}', 2, 1],
  ['["a\nb"]', 1, 4],
  ['["\\x"]', 1, 3],
  ["[1] 2", 1, 5],
  ["[1}", 1, 3],
  ["nullx", 1, 1],
  ["]", 1, 1],
];

test.each(broken)("%j breaks at %i:%i", (text, line, column) => {
  expect(findJsonSyntaxError(text)).toEqual({ line, column });
});

const accepts = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test("agrees with JSON.parse on JSON, and on JSON with one character changed", () => {
  const edit = fc.record({
    at: fc.nat(),
    text: fc.constantFrom("", ",", "]", "}", "{", '"', "\\", "0", ":", " ", "\n", "x", "-", "é"),
  });
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), edit, (value, pretty, { at, text: inserted }) => {
      const json = JSON.stringify(value, null, pretty ? 2 : 0);
      expect(findJsonSyntaxError(json)).toBeUndefined();
      const index = at % (json.length + 1);
      const changed = json.slice(0, index) + inserted + json.slice(index + 1);
      expect(findJsonSyntaxError(changed) === undefined).toBe(accepts(changed));
    }),
    { numRuns: 2000 },
  );
});
