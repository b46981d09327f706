import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { tinyEmbeddingFiles, tinyNliFiles } from "../../../scripts/models/make-tiny-models.ts";
import { createModelFolders } from "../../helpers/model-folders.ts";
import { runApp } from "../../helpers/run-app.ts";

const app = fileURLToPath(new URL("ending-app.ts", import.meta.url));
const folders = createModelFolders();
afterAll(() => folders.remove());

const models = {
  nli: folders.write("nli", tinyNliFiles({ positions: 512 })),
  embedder: folders.write("embedder", tinyEmbeddingFiles({ positions: 512 })),
};

// onnxruntime-node takes the whole process with it when its thread is ended during a run.
describe.each(["nli", "embedder"] as const)("a process in which the model of %s runs", (what) => {
  it.each([
    ["abort", 0, ["running", "end of main"]],
    ["close", 0, ["running", "end of main"]],
    ["exit", 3, ["running"]],
  ])("survives: %s", async (how, code, lines) => {
    const running = runApp(app, { MODEL: models[what], WHAT: what, HOW: how });
    expect(await running.ended, running.stderr()).toEqual({ code, signal: null });
    expect(running.lines).toEqual(lines);
  });
});

it("the process ends by itself while the NLI judge runs, and takes no harm", async () => {
  const running = runApp(app, { MODEL: models.nli, WHAT: "nli", HOW: "end" });
  expect(await running.ended, running.stderr()).toEqual({ code: 0, signal: null });
  expect(running.lines).toEqual(["running", "end of main"]);
});

it("the process waits for an embedder's call with nothing else to do, and ends by itself after it, without `close`", async () => {
  const running = runApp(app, { MODEL: models.embedder, WHAT: "embedder", HOW: "finish" });
  expect(await running.ended, running.stderr()).toEqual({ code: 0, signal: null });
  expect(running.lines).toEqual(["running", "end of main"]);
});
