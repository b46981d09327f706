import { createWriteStream } from "node:fs";
import { lstat, realpath, rename, rm, stat } from "node:fs/promises";
import { finished } from "node:stream/promises";
import type { CliIo } from "../cli-io.ts";
import { usageError } from "../usage-error.ts";
import { fileError, isReaderGone } from "../file-error.ts";
import { identityOf, identityOfDescriptor, isSameFile, type FileIdentity } from "./file-identity.ts";
import { createTextSink } from "../text-sink.ts";

/** Where the rows go. */
export interface ScoreOutput {
  write(text: string): Promise<void>;
  /** Everything is written: makes it whole. */
  commit(): Promise<void>;
  /** The run ends early: closes what there is. Resolves to the file it stays in, if any. */
  abandon(): Promise<string | undefined>;
}

/**
 * Opens a file, or standard output for `-`. A file is written as `<file>.partial` and takes its name when it is whole;
 * a device or a pipe is written as it is. Refuses to write over the input.
 */
export async function openOutput(
  path: string,
  input: FileIdentity | undefined,
  io: Pick<CliIo, "stdout">,
): Promise<ScoreOutput> {
  if (path === "-") {
    refuseInput("stdout", await identityOfDescriptor(io.stdout.fd), input);
    return openStream(io.stdout);
  }
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) throw fileError("write", path, new Error("it is a directory"));
  if (existing !== undefined && !existing.isFile()) return openFile(path, path, undefined);
  const isLink = existing !== undefined && (await lstat(path)).isSymbolicLink();
  // A link keeps pointing where it does: the file behind it is the one replaced.
  const target = isLink ? await realpath(path) : path;
  const partial = `${target}.partial`;
  for (const name of [target, partial]) refuseInput(path, await identityOfPath(name), input);
  return openFile(target, partial, existing?.mode);
}

async function identityOfPath(path: string): Promise<FileIdentity | undefined> {
  return identityOf(await stat(path).catch(() => undefined));
}

function refuseInput(path: string, output: FileIdentity | undefined, input: FileIdentity | undefined): void {
  if (isSameFile(output, input)) {
    throw usageError(`--out must not be the input file; got ${path}`);
  }
}

function openStream(stream: CliIo["stdout"]): ScoreOutput {
  const sink = createTextSink(stream);
  const failed = (error: unknown): never => {
    throw isReaderGone(error) ? error : fileError("write", "-", error);
  };
  return {
    write: (text) => sink.write(text).catch(failed),
    async commit() {
      await sink.flush().catch(failed);
      sink.release();
    },
    async abandon() {
      await sink.flush().catch(() => {});
      sink.release();
      return undefined;
    },
  };
}

async function openFile(target: string, written: string, mode: number | undefined): Promise<ScoreOutput> {
  const isPartial = written !== target;
  const failed = (error: unknown): never => {
    throw fileError("write", written, error);
  };
  if (isPartial) await rm(written, { force: true }).catch(failed);
  const stream = createWriteStream(written, { flags: isPartial ? "wx" : "w", ...(mode === undefined ? {} : { mode }) });
  const sink = createTextSink(stream);
  const descriptor = await new Promise<number>((resolve, reject) => {
    stream.once("open", resolve);
    stream.once("error", reject);
  }).catch(failed);
  const identity = await identityOfDescriptor(descriptor);
  const close = async (): Promise<void> => {
    stream.end();
    await finished(stream);
  };
  return {
    write: (text) => sink.write(text).catch(failed),
    async commit() {
      await close().catch(failed);
      if (!isPartial) return;
      // Renaming what another run has begun would make its half of the rows look whole.
      if (!isSameFile(identity, await identityOfPath(written))) failed(new Error("another run has replaced it"));
      await rename(written, target).catch(failed);
    },
    async abandon() {
      await close().catch(() => {});
      return isPartial ? written : undefined;
    },
  };
}
