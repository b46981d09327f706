import { fstat, type Stats } from "node:fs";
import { promisify } from "node:util";

/** What tells one regular file from another, whatever its names are. */
export interface FileIdentity {
  readonly device: number;
  readonly inode: number;
}

/** The identity of a regular file; `undefined` of anything else. */
export function identityOf(stats: Stats | undefined): FileIdentity | undefined {
  return stats?.isFile() ? { device: stats.dev, inode: stats.ino } : undefined;
}

/** The identity of the regular file behind a descriptor, if there is one. */
export async function identityOfDescriptor(descriptor: number | undefined): Promise<FileIdentity | undefined> {
  if (descriptor === undefined) return undefined;
  return identityOf(await promisify(fstat)(descriptor).catch(() => undefined));
}

/** Whether both are there and the same file. */
export function isSameFile(a: FileIdentity | undefined, b: FileIdentity | undefined): boolean {
  return a !== undefined && a.device === b?.device && a.inode === b.inode;
}
