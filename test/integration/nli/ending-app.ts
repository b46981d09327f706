import { createSystemClock } from "../../../src/node/system-clock.ts";
import { threadsInNativeCode } from "../../../src/node/native-gate.ts";
import { createWorkerExecutor } from "../../../src/node/worker-executor.ts";
import { nliJudge, onnxEmbedder } from "../../../src/nli/index.ts";
import { anInteraction } from "../../fixtures/judges/interactions.ts";

// WHAT (nli or embedder) runs MODEL; the process ends while it runs, as HOW says, or (finish) with nothing left to do.
const { MODEL: modelPath = "", WHAT: what = "nli", HOW: how = "end" } = process.env;
const controller = new AbortController();
const { signal } = controller;
const text = "Roses grow in the garden of Paris. ".repeat(7_000);
const large = { modelPath, maxBatchTokens: 65_536 };
const executor = createWorkerExecutor({ clock: createSystemClock() });
const embedder = what === "embedder" ? onnxEmbedder(large) : undefined;

function work(): Promise<unknown> {
  if (embedder !== undefined) return embedder.embed([text, text], { signal, kind: "passage" });
  const answer = "The shop opens at nine. The fee costs five euros. ".repeat(100);
  const module = nliJudge({ ...large, maxPairs: 1_000_000 }).groundedness?.worker;
  if (module === undefined) throw new Error("The judge has no module");
  const interaction = anInteraction({ chunks: [{ id: "c", text }], answer });
  return executor.execute({ interaction, judges: [{ metric: "groundedness", module }], signal });
}

/** The model is loaded and run for long enough that it is hard to miss. */
async function untilRunning(): Promise<void> {
  for (let seen = 0; seen < 20; seen += threadsInNativeCode()) await new Promise((resolve) => setTimeout(resolve, 5));
}

if (how === "finish") {
  await embedder?.embed(["shop"], { signal, kind: "query" });
} else {
  void work().catch(() => undefined);
  await untilRunning();
}
console.log("running");
switch (how) {
  case "abort":
    controller.abort();
    await new Promise((resolve) => setTimeout(resolve, 100));
    break;
  case "close":
    await Promise.all([executor.close(), embedder?.close()]);
    break;
  case "exit":
    process.exit(3);
}
console.log("end of main");
