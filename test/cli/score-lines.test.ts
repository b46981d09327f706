import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { linesOf, readRows, runProgram, startCli, temporaryFolder } from "./spawn-cli.ts";

const good = (id: string) => ({ id, query: null, contexts: ["Paris is in France."], answer: "Paris" });
const ids = (text: string): unknown[] => readRows(text).map((row) => row["id"]);

const mixed = linesOf(
  good("a"),
  "{not json",
  { ...good("b"), answer: 42 },
  "",
  good("c"),
  { id: "pair", query: "q", answer1: {}, answer2: {} },
  [good("d")],
  { ...good("e"), contexts: ["x", 3] },
  good("f"),
);

const reports = [
  'line 2: the line must be JSON; got "{not json"',
  "line 3: answer must be a string, or null when there was none; got 42 (number)",
  'line 6: answer must be a string, or null when there was none; it is missing among "id, query, answer1, answer2"',
  "line 7: the line must be a JSON object; got an array of 1 item",
  "line 8: contexts[1] must be a string; got 3 (number)",
];

describe("a bad line", () => {
  it("is reported with its number and skipped", async () => {
    const run = await runProgram(["score", "-", "--out", "-"], { input: mixed });
    expect(run.code).toBe(0);
    expect(ids(run.stdout)).toEqual(["a", "c", "f"]);
    const lines = run.stderr.split("\n");
    expect(lines.slice(0, 5)).toEqual(reports);
    expect(lines[5]).toMatch(/^scored 3 lines \(5 bad\) in \d+\.\d s$/u);
  });

  it("is reported even when quiet", async () => {
    const run = await runProgram(["score", "--quiet"], { input: mixed });
    expect(run).toMatchObject({ code: 0, stderr: `${reports.join("\n")}\n` });
  });

  it("ends the run with --on-error fail, after the rows before it", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "in.jsonl"), mixed);
    const run = await runProgram(["score", "in.jsonl", "--out", "out.jsonl", "--on-error", "fail"], { cwd: folder });
    expect(run.code).toBe(1);
    expect(run.stderr.split("\n").slice(0, 2)).toEqual([
      reports[0],
      "rag-triad: stopped at line 2 (--on-error fail); the rows until then are in out.jsonl.partial",
    ]);
    expect(existsSync(join(folder, "out.jsonl"))).toBe(false);
    expect(ids(readFileSync(join(folder, "out.jsonl.partial"), "utf8"))).toEqual(["a"]);
  });

  it("ends the run while stdin stays open", async () => {
    const { child, finished } = startCli(["score", "--on-error", "fail"]);
    child.stdin.write(mixed);
    expect(await finished).toMatchObject({ code: 1 });
  });

  it("is every line of a file of pairs of answers", async () => {
    const pairs = Array.from({ length: 150 }, (_, id) => ({
      id,
      query: "q",
      reference: "r",
      answer1: { text: "a" },
      answer2: { text: "b" },
    }));
    const run = await runProgram(["score"], { input: linesOf(...pairs) });
    expect(run).toMatchObject({ code: 0, stdout: "" });
    const numbers = [...run.stderr.matchAll(/^line (\d+): answer must be/gmu)].map((match) => Number(match[1]));
    expect(numbers).toEqual(Array.from({ length: 150 }, (_, index) => index + 1));
    expect(run.stderr).toContain("scored 0 lines (150 bad)");
  });

  it("is one whose extra keys nest deeper than can be written", async () => {
    const deep = `{"query":null,"answer":null,"meta":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    const run = await runProgram(["score"], { input: linesOf(good("a"), deep, good("b")) });
    expect(run.code).toBe(0);
    expect(ids(run.stdout)).toEqual(["a", "b"]);
    expect(run.stderr).toMatch(/^line 2: /u);
  });
});

describe("the input's bytes", () => {
  it("may have a byte order mark, CRLF, blank lines and no final line feed", async () => {
    const text = linesOf(good("甲"), "", good("b")).replaceAll("\n", "\r\n");
    const run = await runProgram(["score"], { input: `\ufeff${text}${JSON.stringify(good("last"))}` });
    expect(run.code).toBe(0);
    expect(ids(run.stdout)).toEqual(["甲", "b", "last"]);
    expect(run.stderr).toContain("scored 3 lines (0 bad)");
  });

  it("may be none", async () => {
    const run = await runProgram(["score", "--format", "csv"], { input: "" });
    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/^id,[^\n]*\r\n$/u) });
    expect(run.stderr).toMatch(/^scored 0 lines \(0 bad\) in \d+\.\d s\n$/u);
  });

  it("are reported where they are not UTF-8", async () => {
    const input = Buffer.concat([
      Buffer.from(linesOf(good("a"))),
      Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
      Buffer.from(linesOf(good("b"))),
    ]);
    const run = await runProgram(["score"], { input });
    expect(run.code).toBe(0);
    expect(ids(run.stdout)).toEqual(["a", "b"]);
    expect(run.stderr).toMatch(/^line 2: the line must be UTF-8; got bytes that are not\n/u);
  });

  it("survive lone surrogates, NUL and huge fields", async () => {
    const texts = ["\ud800", "a\u0000b", "x".repeat(10_000_000)];
    const lines = texts.flatMap((text, index) => [
      { id: `q${index}`, query: text, contexts: ["c"], answer: "a" },
      { id: `c${index}`, query: "q", contexts: [text], answer: "a" },
      { id: `a${index}`, query: "q", contexts: ["c"], answer: text },
    ]);
    const run = await runProgram(["score"], { input: linesOf(...lines) });
    expect(run.code).toBe(0);
    expect(ids(run.stdout)).toEqual(lines.map(({ id }) => id));
    expect(run.stdout).toContain('"too_long"');
    expect(run.stdout).not.toContain("judge_error");
  });
});
