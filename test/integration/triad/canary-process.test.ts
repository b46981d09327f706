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

test.each([
  ["wait", []],
  ["hang", ["asked 1"]],
  // The case under way is judged to its end, since its judge keeps the process alive; of 49 more none is begun.
  ["answer", ["asked 1"]],
])("canaries do not keep a process alive (%s)", async (when, asked) => {
  expect(await linesOf(when)).toEqual(["end of main", ...asked]);
});
