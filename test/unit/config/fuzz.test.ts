import fc from "fast-check";
import { expect, test } from "vitest";
import { parseConfig } from "../../../src/config/config-file.ts";
import { environmentName } from "../../../src/config/option-spec.ts";
import { optionNames } from "../../../src/config/option-specs.ts";
import { isRagTriadError } from "../../../src/core/errors.ts";
import { refusal, resolve } from "./resolve.ts";

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSparseArray: true,
});
const name = fc.constantFrom(...optionNames);

test("whatever is given, it resolves or is refused with a message that names the option", () => {
  fc.assert(
    fc.property(name, anything, (option, value) => {
      const message = refusal({ options: { pipeline: "support", [option]: value } });
      if (message !== undefined) expect(message).toMatch(new RegExp(`^ERR_RAG_TRIAD_OPTION .*\`${option}\\b`, "s"));
    }),
    { numRuns: 2000 },
  );
});

test("numbers that resolve are finite and what was given", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("maxPending", "concurrency", "holdTimeoutMs", "sampleRatio"),
      fc.double(),
      (option, value) => {
        const options = { pipeline: "support", [option]: value };
        if (refusal({ options }) !== undefined) return;
        const resolved = (resolve({ options }) as unknown as Record<string, unknown>)[option];
        expect(resolved).toBe(value);
        expect(Number.isFinite(resolved)).toBe(true);
      },
    ),
  );
});

test("whatever the environment holds, it resolves or is refused with a message that names the variable", () => {
  fc.assert(
    fc.property(name, fc.oneof(fc.string(), fc.json()), (option, text) => {
      const variable = environmentName(option);
      const message = refusal({ environment: { [variable]: text } });
      if (option !== "config" && message !== undefined) expect(message).toContain(variable);
    }),
    { numRuns: 2000 },
  );
});

test("whatever a file holds, it is read or refused with a message that names the file", () => {
  const entry = fc.dictionary(fc.constantFrom(...optionNames, "$schema", "other"), fc.jsonValue());
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        entry.map((value) => JSON.stringify(value)),
      ),
      (text) => {
        try {
          parseConfig(text, "rag.json");
        } catch (error) {
          expect(isRagTriadError(error)).toBe(true);
          expect((error as Error).message).toContain("rag.json");
        }
      },
    ),
    { numRuns: 2000 },
  );
});
