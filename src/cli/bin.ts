#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import process from "node:process";
import type { StopSignal } from "./cli-io.ts";
import { runCli } from "./run-cli.ts";

const stopSignals: readonly StopSignal[] = ["SIGINT", "SIGTERM"];

function onStopSignal(handler: (signal: StopSignal) => void): () => void {
  const listener = (signal: NodeJS.Signals): void => {
    remove();
    handler(signal === "SIGTERM" ? "SIGTERM" : "SIGINT");
  };
  const remove = (): void => {
    for (const signal of stopSignals) process.removeListener(signal, listener);
  };
  for (const signal of stopSignals) process.on(signal, listener);
  return remove;
}

// A reader that has gone, as `| head` does, must not crash the process; commands notice by themselves.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

// A command in progress may have nothing open that keeps the process alive, such as while a thread is replaced.
const keepAlive = setInterval(() => {}, 2 ** 30);

const packageFile = new URL("../../package.json", import.meta.url);
const { version }: { readonly version: string } = JSON.parse(readFileSync(packageFile, "utf8"));

process.exitCode = await runCli(process.argv.slice(2), {
  // Getters: merely reading process.stdin opens it, and an open one keeps the process alive.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  availableParallelism: availableParallelism(),
  version,
  monotonicMs: () => performance.now(),
  onStopSignal,
});
clearInterval(keepAlive);
