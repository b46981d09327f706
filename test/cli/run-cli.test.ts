import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import type { CliIo } from "../../src/cli/cli-io.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import packageFile from "../../package.json" with { type: "json" };
import { linesOf, runProgram } from "./spawn-cli.ts";

function createText(isTTY: boolean): { readonly stream: Writable & { readonly isTTY: boolean }; text(): string } {
  let text = "";
  const stream = new Writable({
    write(chunk: Buffer, _encoding, callback) {
      text += chunk.toString();
      callback();
    },
  });
  return { stream: Object.assign(stream, { isTTY }), text: () => text };
}

/** Runs the program in this process. Each look at the clock finds 150 ms gone. */
async function run(
  argv: readonly string[],
  options: { readonly input?: string; readonly terminals?: readonly string[] } = {},
) {
  const terminals = options.terminals ?? [];
  const stdout = createText(terminals.includes("stdout"));
  const stderr = createText(terminals.includes("stderr"));
  let nowMs = 0;
  const io: CliIo = {
    stdin: Object.assign(new PassThrough().end(options.input ?? ""), { isTTY: terminals.includes("stdin") }),
    stdout: stdout.stream,
    stderr: stderr.stream,
    availableParallelism: 1,
    version: packageFile.version,
    monotonicMs: () => (nowMs += 150),
    onStopSignal: () => () => {},
  };
  const code = await runCli(argv, io);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

describe("the program", () => {
  it.each([["--help"], ["-h"]])("shows its help for %s", async (flag) => {
    const result = await run([flag]);
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(result.stdout).toMatch(/^rag-triad: .*\n\nUsage: rag-triad <command> \[flags\]\n/u);
    expect(result.stdout).toContain("\n  score  ");
  });

  it.each([["--version"], ["-v"]])("shows its version for %s", async (flag) => {
    expect(await run([flag])).toEqual({ code: 0, stdout: `${packageFile.version}\n`, stderr: "" });
  });

  it("shows its help on stderr when it is not told what to do", async () => {
    const result = await run([]);
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.stderr).toContain("Usage: rag-triad <command>");
  });

  it("answers with the exit code", async () => {
    expect(await runProgram(["--version"])).toEqual({ code: 0, stdout: `${packageFile.version}\n`, stderr: "" });
    expect(await runProgram(["nothing"])).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("a wrong command line", () => {
  it.each([
    [["scroe"], 'the command must be one of score, rules, and come first; got "scroe"'],
    [["--quiet", "score"], 'unknown flag "--quiet"; the flags are --help, --version'],
    [["--version", "score"], 'the command must be one of score, rules, and come first; got "score"'],
    [
      ["score", "--ouput", "x"],
      'unknown flag "--ouput"; the flags are --out, --judge, --format, --on-error, --workers, --quiet, --help',
    ],
    [
      ["score", "-x"],
      'unknown flag "-x"; the flags are --out, --judge, --format, --on-error, --workers, --quiet, --help',
    ],
    [
      ["score", "--no-quiet"],
      'unknown flag "--no-quiet"; the flags are --out, --judge, --format, --on-error, --workers, --quiet, --help',
    ],
    [
      ["score", "--constructor"],
      'unknown flag "--constructor"; the flags are --out, --judge, --format, --on-error, --workers, --quiet, --help',
    ],
    [["score", "a", "b"], 'score must be given one input file; got "a b"'],
    [["score", ""], 'the input file must be a path or -; got ""'],
    [["score", "--out"], "--out needs a value: FILE"],
    [["score", "--out", "--quiet"], "--out needs a value: FILE"],
    [["score", "--out="], '--out must be a path or -; got ""'],
    [["score", "-o", "a", "--out", "b"], "--out must be given at most once"],
    [["score", "--quiet", "--quiet"], "--quiet must be given at most once"],
    [["score", "--quiet=yes"], '--quiet takes no value; got "yes"'],
    [["score", "--judge", "gpt"], '--judge must be embedded; got "gpt"'],
    [["score", "--format", "xml"], '--format must be one of jsonl, csv; got "xml"'],
    [["score", "--on-error", "Skip"], '--on-error must be one of skip, fail; got "Skip"'],
    ...["0", "-1", "1.5", "1e1", "257", "99999", "many", " 2"].map((value): [string[], string] => [
      ["score", `--workers=${value}`],
      `--workers must be an integer from 1 to 256; got ${JSON.stringify(value)}`,
    ]),
  ])("%j is refused", async (argv, message) => {
    const result = await run(argv);
    const command = argv[0] === "score" ? "score " : "";
    expect(result).toEqual({
      code: 2,
      stdout: "",
      stderr: `rag-triad: ${message}\nRun "rag-triad ${command}--help" for the usage.\n`,
    });
  });

  it("is one that would wait for a person to type JSON", async () => {
    const result = await run(["score"], { terminals: ["stdin"] });
    expect(result).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("rag-triad: score needs an input file; - is stdin\n"),
    });
  });
});

describe("score", () => {
  const input = linesOf(...Array.from({ length: 6 }, () => ({ query: null, answer: null })), "bad", {
    query: null,
    answer: null,
  });

  it("shows its help with every flag", async () => {
    for (const argv of [
      ["score", "--help"],
      ["score", "x.jsonl", "-h", "--unknown"],
    ]) {
      const result = await run(argv);
      expect(result).toMatchObject({ code: 0, stderr: "" });
      for (const flag of ["out", "judge", "format", "on-error", "workers", "quiet", "help"])
        expect(result.stdout).toContain(`--${flag} `);
      expect(Math.max(...result.stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120);
    }
  });

  it("takes a path that looks like a flag after --", async () => {
    expect(await run(["score", "--", "--help"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("cannot read --help"),
    });
  });

  it("shows progress when stderr is a terminal, and removes it at the end", async () => {
    const { code, stderr } = await run(["score"], { input, terminals: ["stderr"] });
    expect(code).toBe(0);
    const erase = "\r\u001b[2K";
    const [first, ...rest] = stderr.split(erase);
    expect(first).toMatch(/^\d scored, 0 bad, \d+ lines\/s$/u);
    expect(rest.some((text) => text.startsWith("line 7: "))).toBe(true);
    expect(rest.at(-1)).toMatch(/^scored 7 lines \(1 bad\) in \d+\.\d s\n/u);
  });

  it.each([
    ["stderr is no terminal", [], []],
    ["it is quiet", ["--quiet"], ["stderr"]],
    ["the rows are on the same screen", [], ["stderr", "stdout"]],
  ])("shows no progress when %s", async (_, flags, terminals) => {
    const { stderr } = await run(["score", ...flags], { input, terminals });
    expect(stderr).toMatch(/^line 7: [^\r]*$/u);
    expect(stderr.includes("scored 7 lines")).toBe(flags.length === 0);
  });

  it("sums up the unscored by reason", async () => {
    const { stderr } = await run(["score"], {
      input: linesOf({ query: null, answer: null }, { query: null, contexts: [], answer: " " }),
    });
    expect(stderr).toMatch(/^scored 2 lines \(0 bad\) in \d+\.\d s\n/u);
    expect(stderr.split("\n").slice(1)).toEqual([
      "  contextRelevance  no scores; unscored: no_query 2",
      "  groundedness      no scores; unscored: empty_answer 2",
      "  answerRelevance   no scores; unscored: no_query 2",
      "",
    ]);
  });
});
