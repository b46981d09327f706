import { defineConfig } from "vitest/config";

/**
 * The kinds of tests. Groups run one after the other, so that what is quick to fail fails first, and what starts
 * processes or installs packages has the machine to itself.
 */
const projects = [
  { name: "unit", group: 0 },
  { name: "contract", group: 0 },
  { name: "property", group: 0 },
  { name: "regression", group: 0 },
  { name: "cli", group: 1 },
  { name: "integration", group: 2 },
  { name: "package", group: 3, alone: true },
  { name: "e2e", group: 4, alone: true },
] as const;

export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: projects.map(({ name, group, ...rest }) => ({
      test: {
        name,
        include: [`test/${name}/**/*.test.ts`],
        sequence: { groupOrder: group },
        testTimeout: group < 2 ? 30_000 : 180_000,
        hookTimeout: 300_000,
        ...("alone" in rest ? { maxWorkers: 1 } : {}),
      },
    })),
  },
});
