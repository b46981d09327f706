import { expect, test } from "vitest";
import { parseConfig } from "../../../src/config/config-file.ts";
import { refusal, resolve } from "./resolve.ts";

const refused: readonly (readonly [file: string, message: string])[] = [
  ["", "ERR_RAG_TRIAD_CONFIG_FILE The configuration file rag.json is not valid JSON at line 1, column 1"],
  [
    '{\n  "maxPending": 5,\n}',
    "ERR_RAG_TRIAD_CONFIG_FILE The configuration file rag.json is not valid JSON at line 3, column 1",
  ],
  ["// comment\n{}", "ERR_RAG_TRIAD_CONFIG_FILE The configuration file rag.json is not valid JSON at line 1, column 1"],
  [
    '{"maxPending" 5}',
    "ERR_RAG_TRIAD_CONFIG_FILE The configuration file rag.json is not valid JSON at line 1, column 15",
  ],
  ["[]", "ERR_RAG_TRIAD_OPTION Expected `$` in rag.json to be an object, got `[]` (array of 0)"],
  [
    '{"maxPending": "5"}',
    'ERR_RAG_TRIAD_OPTION Expected `$.maxPending` in rag.json to be an integer from 1 to 1000000, got `"5"` (string)',
  ],
  [
    '{"maxPending": null}',
    "ERR_RAG_TRIAD_OPTION Expected `$.maxPending` in rag.json to be an integer from 1 to 1000000, got `null` (null)",
  ],
  ['{"maxPnding": 5}', "ERR_RAG_TRIAD_OPTION Unknown key `$.maxPnding` in rag.json: did you mean `maxPending`?"],
  ['{"config": "x"}', "ERR_RAG_TRIAD_OPTION Unknown key `$.config` in rag.json: known are "],
  ['{"$schema": 5}', "ERR_RAG_TRIAD_OPTION Expected `$.$schema` in rag.json to be a string, got `5` (number)"],
  [
    '{"thresholds": [{"metric": "groundedness", "warning": 0.5, "page": 0.6}]}',
    "ERR_RAG_TRIAD_OPTION Expected `$.thresholds[0].page` in rag.json to be at most the warning threshold (0.5), got `0.6` (number)",
  ],
  [
    '{"sampleRatio": {"criteria.tone": -1}}',
    'ERR_RAG_TRIAD_OPTION Expected `$.sampleRatio["criteria.tone"]` in rag.json to be a number from 0 to 1, got `-1` (number)',
  ],
];

test.each(refused)("refuses %s", (file, message) => {
  expect(refusal({ file })).toContain(message);
});

test("a file that cannot be read is named, with the failure's code and not its message", () => {
  expect(refusal({ environment: { RAG_TRIAD_CONFIG: "missing.json" } })).toBe(
    "ERR_RAG_TRIAD_CONFIG_FILE Cannot read the configuration file missing.json: ENOENT",
  );
});

test("$schema is allowed and is no option; a byte order mark is skipped", () => {
  expect(parseConfig('\uFEFF{"$schema": "x.json", "workers": 2}', "rag.json")).toEqual({
    path: "rag.json",
    values: { workers: 2 },
  });
});

test("a key named __proto__ is refused like any other", () => {
  expect(refusal({ file: '{"__proto__": {"workers": 2}}' })).toContain("Unknown key `$.__proto__`");
});

test("without RAG_TRIAD_CONFIG no file is read", () => {
  expect(resolve({ environment: { RAG_TRIAD_CONFIG: " " } }).maxPending).toBe(1000);
});
