import { describe, expect, it } from "vitest";
import { isJudgeFailure } from "../../../../src/core/judge-failure.ts";
import type { JsonObject } from "../../../../src/judge/llm/parse-json.ts";
import { maxReplyCharacters, maxReplyDepth, readJson } from "../../../../src/judge/llm/read-json.ts";

const verdictOf = (value: JsonObject): unknown => value["verdict"];

function problemOf(text: string, read: (value: JsonObject) => unknown = verdictOf): string {
  try {
    readJson(text, read);
  } catch (error) {
    if (!isJudgeFailure(error)) throw error;
    expect(error.reason).toBe("judge_invalid_output");
    return error.code;
  }
  return "none";
}

describe("readJson finds the object", () => {
  it.each([
    ["alone", '{"verdict":"yes"}'],
    ["after a byte order mark", '\ufeff{"verdict":"yes"}'],
    ["in a code fence", '```json\n{"verdict":"yes"}\n```'],
    ["in a code fence without a language", 'Sure:\n```\n{ "verdict" : "yes" }\n```\nAnything else?'],
    ["with prose around it", 'Here is what I found: {"verdict":"yes"} I hope that this helps!'],
    ["with braces in the prose", 'The set {1, 2} and the gap {…}: {"verdict":"yes"} as for {unknown}'],
    ["after thoughts", '<think>It could be {"verdict":"no"}, but</think>\n{"verdict":"yes"}'],
    ["beside an object of another shape", '{"note":"first"}\n{"verdict":"yes"}'],
    ["said twice", '{"verdict":"yes"}\n```json\n{ "verdict": "yes" }\n```'],
    ["with a comma after the last entry", '{"list":[1,2,],"verdict":"yes",\n}'],
    ["with line breaks in its strings", '{"why":"one\ntwo,\n}\t\u0000","verdict":"yes"}'],
    ["with braces and quotes in its strings", String.raw`{"why":"{\"verdict\":\"no\"} [","verdict":"yes"}`],
  ])("%s", (_, text) => {
    expect(readJson(text, verdictOf)).toBe("yes");
  });

  it("and leaves strings as they were while it mends the rest", () => {
    const text = String.raw`{"a":"x,\n}","b":"tab	here \\","c":[1,],}`;
    expect(readJson(text, (value) => value)).toEqual({ a: "x,\n}", b: "tab\there \\", c: [1] });
  });
});

describe("readJson refuses", () => {
  it.each([
    ["nothing", "", "reply_empty"],
    ["white space", " \n\u00a0", "reply_empty"],
    ["thoughts that do not end", '<think>It is {"verdict":"yes"}', "reply_empty"],
    ["prose", "I would say yes.", "reply_not_json"],
    ["what only looks like JSON", '{"verdict":yes}', "reply_not_json"],
    ["code", '{"verdict": process.exit(1)}', "reply_not_json"],
    ["an object without an end", '{"verdict":"yes","list":[{"verdict":"no"}', "reply_truncated"],
    ["a string without an end", '{"verdict":"ye', "reply_truncated"],
    ["a brace at the end", "Here: { ", "reply_truncated"],
    ["an object that fits and one without an end", '{"verdict":"yes"} {"verdict":"n', "reply_truncated"],
    ["another shape", '{"grade":"yes"}', "reply_wrong_shape"],
    ["an object inside another", '{"quoted":{"verdict":"yes"}}', "reply_wrong_shape"],
    ["objects without end", '{"verdict":"yes"}'.repeat(101), "reply_ambiguous"],
    ["two that differ", 'The text says {"verdict":"yes"}. {"verdict":"no"}', "reply_ambiguous"],
  ])("%s", (_, text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it("what is longer than it may be, before it parses", () => {
    const padded = (length: number): string => `{"verdict":"yes"}${" ".repeat(length - 17)}`;
    expect(problemOf(padded(maxReplyCharacters))).toBe("none");
    expect(problemOf(padded(maxReplyCharacters + 1))).toBe("reply_too_long");
  });

  it("what is nested deeper than it may be", () => {
    const nested = (depth: number): string => `{"verdict":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
    expect(problemOf(nested(maxReplyDepth))).toBe("none");
    expect(problemOf(nested(maxReplyDepth + 1))).toBe("reply_too_deep");
    expect(problemOf(`{"verdict":${"[".repeat(900_000)}`)).toBe("reply_too_deep");
  });
});

it("readJson lets no answer reach a prototype", () => {
  const text = String.raw`{"verdict":{"__proto__":{"polluted":1},"\u005f_proto__":{"polluted":1}},"__proto__":{"polluted":1}}`;
  const value = readJson(text, (object) => object);
  expect(JSON.stringify(value)).toBe('{"verdict":{}}');
  expect(Object.assign({}, value)).not.toHaveProperty("polluted");
});

it("readJson quotes nothing of the answer in its failures", () => {
  for (const text of ["Atlantis", '{"Atlantis":', '{"Atlantis":1}', '{"verdict":"Atlantis"} {"verdict":1}']) {
    expect(() => readJson(text, verdictOf)).toThrow(/^(?!.*Atlantis)The|No/);
  }
});

it("readJson takes time in proportion to the answer, whatever is in it", () => {
  const length = maxReplyCharacters - 20;
  for (const part of ["{", '{"', '"', "{ ", ",", '{"a":1}', "\\", '{"a', "{}", '{"\n",}']) {
    const many = part.repeat(Math.floor(length / part.length));
    expect(problemOf(many)).toMatch(/^reply_/);
    expect(problemOf(`{"verdict":"${many.replaceAll(/["\\]/g, "'")}",}`)).toBe("none");
  }
});
