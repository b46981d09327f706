import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { runExamples } from "../../scripts/cli/command-page.ts";
import { interactionLimits } from "../../src/core/interaction.ts";

const page = readFileSync(new URL("../../docs/cli.md", import.meta.url), "utf8");

it("prints for every command of the page what the page shows, to the last score", () => {
  const examples = runExamples(page);
  expect(examples).toHaveLength(9);
  for (const { command, shown, printed } of examples) expect(printed, command).toBe(shown);
});

it("names the limits that there are", () => {
  for (const limit of Object.values(interactionLimits)) expect(page).toContain(limit.toLocaleString("en"));
});
