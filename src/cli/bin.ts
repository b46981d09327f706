#!/usr/bin/env node
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

// Nobody is left to be told when stderr is gone; without a listener the process would crash over it.
process.stderr.on("error", () => {});

process.exitCode = await runCli(process.argv.slice(2), {
  // Getters: merely reading process.stdin opens it, and an open one keeps the process alive.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  availableParallelism: availableParallelism(),
  monotonicMs: () => performance.now(),
  onStopSignal,
});
