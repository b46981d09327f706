import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tinyNliFiles, writeModel } from "../../scripts/models/make-tiny-models.ts";
import { measurePairs, type PairMeasurement } from "../../scripts/models/measure-pairs.ts";

/** Pairs of a premise and a claim that one thread judges: by the model in a folder, else by a tiny one made for it. */
export async function measureNliPairs(folder?: string): Promise<PairMeasurement & { readonly model: string }> {
  if (folder !== undefined) return { model: folder, ...(await measurePairs({ modelPath: folder })) };
  const made = mkdtempSync(join(tmpdir(), "rag-triad-bench-"));
  try {
    return { model: "tiny", ...(await measurePairs({ modelPath: writeModel(made, tinyNliFiles()) })) };
  } finally {
    rmSync(made, { recursive: true });
  }
}
