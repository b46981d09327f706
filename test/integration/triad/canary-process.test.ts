import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { execFile } from "node:child_process";
import { expect, test } from "vitest";
import { node } from "../../helpers/run-app.ts";

const app = fileURLToPath(new URL("../../fixtures/judges/canary-app.ts", import.meta.url));

/** What the application printed. It has to end by itself: the call fails after the timeout. */
async function linesOf(when: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(node, [app, when], { timeout: 30_000 });
  return stdout.trim().split("\n");
}

test.each(["wait", "hang"])("canaries do not keep a process alive (%s)", async (when) => {
  expect(await linesOf(when)).toEqual(["end of main"]);
});
