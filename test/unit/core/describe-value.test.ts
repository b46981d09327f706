import { expect, test } from "vitest";
import { describeValue } from "../../../src/core/describe-value.ts";

class Client {
  readonly apiKey = "sk-1";
}
const cyclic: Record<string, unknown> = { name: "a" };
cyclic["self"] = cyclic;
test.each<readonly [unknown, string]>([
  [null, "`null` (null)"],
  [undefined, "nothing (it is missing)"],
  [-1, "`-1` (number)"],
  [5n, "`5` (bigint)"],
  [true, "`true` (boolean)"],
  ["two words", '`"two words"` (string)'],
  [Symbol("x"), "a symbol"],
  [() => "content", "a function"],
  [[], "`[]` (array of 0)"],
  [[1, "a", null], '`[1,"a",null]` (array of 3)'],
  [{}, "`{}` (object)"],
  [{ warning: 0.5, page: 0.8 }, '`{"warning":0.5,"page":0.8}` (object)'],
  [{ a: { b: [Number.NaN, undefined] } }, '`{"a":{"b":[NaN,undefined]}}` (object)'],
  [Object.assign(Object.create(null), { a: 1 }), '`{"a":1}` (object)'],
  [{ complete: () => "content", at: Symbol("x") }, '`{"complete":[function],"at":[symbol]}` (object)'],
  [{ client: new Client(), when: new Date(0) }, '`{"client":[object],"when":[object]}` (object)'],
  [new Client(), "an object"],
  [new Map([["a", 1]]), "an object"],
  [{ toJSON: () => "content" }, '`{"toJSON":[function]}` (object)'],
  [{ apiKey: "sk-1", maxTokens: 5 }, '`{"apiKey":"…","maxTokens":5}` (object)'],
])("%# is described as %s", (value, description) => {
  expect(describeValue(value)).toBe(description);
});

test.each([
  ["a long list", Array.from({ length: 1_000_000 }, (_, index) => index), /^`\[0,1,2,.{70,80}…` \(array of 1000000\)$/],
  ["a long text in it", { text: "x".repeat(1_000_000) }, /^`\{"text":"x{70,80}…` \(object\)$/],
  ["a cycle", cyclic, /^`\{"name":"a","self":\{"name":"a",.{40,80}…` \(object\)$/],
])("%s is cut", (_, value, description) => {
  expect(describeValue(value)).toMatch(description);
  expect(describeValue(value).length).toBeLessThan(120);
});

test("nothing that throws when looked at is looked at", () => {
  const fail = (): never => {
    throw new Error("looked at");
  };
  expect(describeValue(Object.defineProperty({}, "a", { get: fail, enumerable: true }))).toBe(
    '`{"a":[getter]}` (object)',
  );
  expect(describeValue(new Proxy({}, { ownKeys: fail }))).toBe("an object");
  expect(describeValue([new Proxy({}, { getPrototypeOf: fail })])).toBe("an object");
});
