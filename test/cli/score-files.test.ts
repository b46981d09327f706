import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { binPath, linesOf, readRows, runProgram, startCli, temporaryFolder } from "./spawn-cli.ts";

const input = linesOf({ id: "a", query: null, contexts: [], answer: null });

/** A folder with `in.jsonl`, and a way to run `score` in it. */
function prepare() {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "in.jsonl"), input);
  return {
    path: (name: string) => join(cwd, name),
    read: (name: string) => readFileSync(join(cwd, name), "utf8"),
    names: () => readdirSync(cwd).sort(),
    score: (...args: string[]) => runProgram(["score", ...args], { cwd }),
  };
}

describe("the output file", () => {
  it("takes its name when it is whole, and replaces an old one with its mode", async () => {
    const { path, read, names, score } = prepare();
    writeFileSync(path("out.jsonl"), "old");
    chmodSync(path("out.jsonl"), 0o600);
    writeFileSync(path("out.jsonl.partial"), "left by a crash");
    expect(await score("in.jsonl", "--out", "out.jsonl")).toMatchObject({ code: 0 });
    expect(readRows(read("out.jsonl"))).toHaveLength(1);
    expect(statSync(path("out.jsonl")).mode & 0o777).toBe(0o600);
    expect(names()).toEqual(["in.jsonl", "out.jsonl"]);
  });

  it("is not taken from another run that writes the same one", async () => {
    const { path, read } = prepare();
    const first = startCli(["score", "--out", path("out.jsonl")]);
    while (!existsSync(path("out.jsonl.partial"))) await new Promise((resolve) => setTimeout(resolve, 10));
    rmSync(path("out.jsonl.partial"));
    writeFileSync(path("out.jsonl.partial"), "half");
    first.child.stdin.end(input);
    const { code, stderr } = await first.finished;
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("another run has replaced it") });
    expect(existsSync(path("out.jsonl"))).toBe(false);
    expect(read("out.jsonl.partial")).toBe("half");
  });

  it("stays behind the link that was given", async () => {
    const { path, read, score } = prepare();
    writeFileSync(path("real.jsonl"), "old");
    symlinkSync("real.jsonl", path("link.jsonl"));
    expect(await score("in.jsonl", "--out", "link.jsonl")).toMatchObject({ code: 0 });
    expect(lstatSync(path("link.jsonl")).isSymbolicLink()).toBe(true);
    expect(readRows(read("real.jsonl"))).toHaveLength(1);
  });

  it.skipIf(!existsSync("/dev/null"))("may be a device, which is not replaced", async () => {
    const { score } = prepare();
    expect(await score("in.jsonl", "--out", "/dev/null")).toMatchObject({ code: 0 });
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  it.each([
    ["a path into nothing", "missing/out.jsonl", "no such file or directory"],
    ["a folder", "folder", "it is a directory"],
    ["a path through a file", "in.jsonl/out.jsonl", "not a directory"],
  ])("is refused as %s", async (_, out, cause) => {
    const { path, score, names } = prepare();
    mkdirSync(path("folder"));
    const run = await score("in.jsonl", "--out", out);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toMatch(/^rag-triad: cannot write /u);
    expect(run.stderr).toContain(out);
    expect(run.stderr).toContain(cause);
    expect(names()).toEqual(["folder", "in.jsonl"]);
  });

  it.skipIf(!existsSync("/dev/full"))("that cannot take the rows ends the run", async () => {
    const { score } = prepare();
    const run = await score("in.jsonl", "--out", "/dev/full");
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/^rag-triad: cannot write \/dev\/full: ENOSPC/u);
  });
});

describe("the input as output", () => {
  it.each([
    ["by its name", "in.jsonl", "in.jsonl"],
    ["by another spelling", "in.jsonl", "./x/../in.jsonl"],
    ["by a symbolic link", "in.jsonl", "symlink.jsonl"],
    ["by a hard link", "in.jsonl", "hardlink.jsonl"],
    ["as the name it would have while it is written", "in.jsonl.partial", "in.jsonl"],
  ])("is refused %s", async (_, from, out) => {
    const { path, read, score, names } = prepare();
    mkdirSync(path("x"));
    symlinkSync("in.jsonl", path("symlink.jsonl"));
    linkSync(path("in.jsonl"), path("hardlink.jsonl"));
    writeFileSync(path("in.jsonl.partial"), input);
    const before = names();
    const run = await score(from, "--out", out);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(`--out must not be the input file; got ${out}\n`);
    expect(read(from)).toBe(input);
    expect(names()).toEqual(before);
  });

  it("is refused through redirections", () => {
    const { path, read } = prepare();
    const inOut = (args: readonly string[], stdin: number | "ignore", stdout: number | "pipe") =>
      spawnSync(process.execPath, [binPath, "score", ...args], { stdio: [stdin, stdout, "pipe"], encoding: "utf8" });
    const named = inOut(["-", "--out", path("in.jsonl")], openSync(path("in.jsonl"), "r"), "pipe");
    expect(named).toMatchObject({ status: 2, stderr: expect.stringContaining("--out must not be the input file") });
    const appended = inOut([path("in.jsonl")], "ignore", openSync(path("in.jsonl"), "a"));
    expect(appended).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--out must not be the input file; got stdout"),
    });
    expect(read("in.jsonl")).toBe(input);
  });
});

describe("the input", () => {
  it.each([
    ["is missing", "none.jsonl", "no such file or directory"],
    ["is a folder", ".", "it is a directory"],
  ])("that %s is a clear error, and leaves no output", async (_, from, cause) => {
    const { names, score } = prepare();
    const run = await score(from, "--out", "out.jsonl");
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toMatch(/^rag-triad: cannot read /u);
    expect(run.stderr).toContain(cause);
    expect(names()).toEqual(["in.jsonl"]);
  });
});
