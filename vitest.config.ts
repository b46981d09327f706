import { defineConfig } from "vitest/config";

const projects = ["unit", "contract", "integration", "property", "regression", "cli", "package", "e2e"];

export default defineConfig({
  test: {
    projects: projects.map((name) => ({
      test: {
        name,
        include: [`test/${name}/**/*.test.ts`],
        testTimeout: name === "e2e" || name === "package" ? 180_000 : 30_000,
        hookTimeout: 180_000,
      },
    })),
  },
});
