import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { CliIo } from "../cli-io.ts";
import { fileError } from "../file-error.ts";
import { identityOf, identityOfDescriptor, type FileIdentity } from "./file-identity.ts";

/** The opened input. */
export interface Input {
  readonly bytes: Readable;
  /** What it is, if it is a regular file. */
  readonly identity: FileIdentity | undefined;
  /** Its size in bytes, if it is a regular file. */
  readonly size: number | undefined;
}

/** How many bytes of a file are asked for at once. */
const readBytes = 256 * 1024;

/** Opens a file, or standard input for `-`. Rejects with a message for the user when it cannot be read. */
export async function openInput(path: string, io: Pick<CliIo, "stdin">): Promise<Input> {
  if (path === "-") {
    const bytes = io.stdin;
    const identity = await identityOfDescriptor(bytes.fd);
    return { bytes, identity, size: undefined };
  }
  try {
    const file = await open(path);
    const stats = await file.stat();
    if (stats.isDirectory()) {
      await file.close();
      throw new Error("it is a directory");
    }
    return {
      bytes: file.createReadStream({ highWaterMark: readBytes }),
      identity: identityOf(stats),
      size: stats.isFile() ? stats.size : undefined,
    };
  } catch (error) {
    throw fileError("read", path, error);
  }
}
