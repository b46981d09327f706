import { defineConfig } from "oxlint";
import { layerOverrides } from "./scripts/lint/layer-rules.ts";

export default defineConfig({
  plugins: ["typescript", "import", "unicorn", "oxc", "promise", "vitest"],
  categories: { correctness: "error" },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: "error" },
  ignorePatterns: ["dist*/**", "coverage/**", "test/fixtures/layers/**", "test/fixtures/checks/**"],
  rules: {
    "typescript/await-thenable": "error",
    "typescript/ban-ts-comment": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/only-throw-error": "error",
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "import/no-cycle": "error",
    "import/no-default-export": "error",
    "import/no-self-import": "error",
    // Off on purpose: code points are what text analysis wants, closures have no `this` to lose, and a copy is
    // taken where a listener may unsubscribe during the loop.
    "typescript/no-misused-spread": "off",
    "typescript/unbound-method": "off",
    "unicorn/no-useless-spread": "off",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "unicorn/prefer-node-protocol": "error",
    "promise/no-callback-in-promise": "off",
    "vitest/expect-expect": ["error", { assertFunctionNames: ["expect", "expect*", "fc.assert", "assert*"] }],
    "vitest/no-conditional-expect": "off",
    "vitest/require-mock-type-parameters": "off",
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
    eqeqeq: "error",
    "max-lines": ["error", { max: 300 }],
    "no-console": "error",
    "no-eval": "error",
    "no-new-func": "error",
    "no-var": "error",
    "prefer-const": "error",
  },
  overrides: [
    { files: ["*.config.ts"], rules: { "import/no-default-export": "off" } },
    { files: ["bench/**", "examples/**", "scripts/**", "test/**"], rules: { "no-console": "off" } },
    {
      files: ["test/{unit,contract,integration,e2e,cli,package,property,regression}/**"],
      rules: {
        "max-lines": ["error", { max: 500 }],
        "typescript/no-non-null-assertion": "off",
        "unicorn/no-thenable": "off",
      },
    },
    ...(layerOverrides() as []),
  ],
});
