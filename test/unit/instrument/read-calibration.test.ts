import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readCalibration } from "../../../src/index.ts";

const folder = mkdtempSync(join(tmpdir(), "rag-triad-calibration-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): string {
  const path = join(folder, "calibration.json");
  writeFileSync(path, text);
  return path;
}

test("a calibration file is read, checked and handed out", () => {
  const calibration = {
    version: 1,
    judge: "embedding",
    model: "text-embedding-3-small",
    metrics: {
      context_relevance: {
        points: [
          [0.1, 0],
          [0.6, 1],
        ],
      },
    },
  };
  expect(readCalibration(fileOf(`\uFEFF${JSON.stringify(calibration)}`))).toEqual(calibration);
});

test("a broken rule names the file and the place", () => {
  const path = fileOf('{ "version": 1, "judge": "embedding", "model": "", "metrics": {} }');
  expect(() => readCalibration(path)).toThrow(
    expect.objectContaining({
      code: "ERR_RAG_TRIAD_OPTION",
      message: `Expected \`$.model\` in ${path} to be a name, got \`""\` (string)`,
    }),
  );
});

test("what is no JSON, no file or no path says so", () => {
  const path = fileOf('{ "version": 1,\n  "judge" }');
  const code = "ERR_RAG_TRIAD_CONFIG_FILE";
  expect(() => readCalibration(path)).toThrow(
    expect.objectContaining({ code, message: `The calibration file ${path} is not valid JSON at line 2, column 11` }),
  );
  const missing = join(folder, "missing.json");
  expect(() => readCalibration(missing)).toThrow(
    expect.objectContaining({ code, message: `Cannot read the calibration file ${missing}: ENOENT` }),
  );
  expect(() => readCalibration(0 as never)).toThrow(
    expect.objectContaining({ code, message: "Expected the path to be a string, got a value of type number" }),
  );
});
