import { defineConfig } from "vitest/config";

/**
 * The kinds of tests. Groups run one after the other, so that what is quick to fail fails first, and what starts
 * processes or installs packages comes last. The end-to-end tests mostly wait for their programs: two files at a time.
 */
const projects = [
  { name: "unit", group: 0 },
  { name: "contract", group: 0 },
  { name: "property", group: 0 },
  { name: "regression", group: 0 },
  { name: "cli", group: 1 },
  { name: "integration", group: 2 },
  { name: "package", group: 3, maxWorkers: 1 },
  { name: "e2e", group: 4, maxWorkers: 2 },
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
        ...rest,
      },
    })),
  },
});
