import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runApp } from "../../helpers/run-app.ts";

const app = fileURLToPath(new URL("../../fixtures/judges/score-app.ts", import.meta.url));

test("a script that awaits `scoreInteraction` gets its result, also when a policy waits and nothing else keeps the process alive", async () => {
  const { lines, ended } = runApp(app);
  expect(await ended).toEqual({ code: 0, signal: null });
  expect(lines).toEqual(['{"score":1}']);
});
