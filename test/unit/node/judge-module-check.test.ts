import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createJudgeModuleCheck } from "../../../src/node/judge-module-check.ts";
import { createManualClock } from "../../../src/testing/manual-clock.ts";

const module = new URL("../../fixtures/judges/behaving-judges.ts", import.meta.url).href;
const factory = "createBehavingJudges";

describe("a judge module", () => {
  it("may be loaded in a worker when it exports the factory; asked once", async () => {
    const mayLoad = createJudgeModuleCheck(createManualClock());
    const first = mayLoad({ module, factory });
    expect(first).toBe(mayLoad({ module, factory, options: { score: 1 } }));
    expect(await first).toBe(true);
    expect(mayLoad({ module, factory })).toBe(true);
  });

  it("may not when it does not, as an application bundle does not", async () => {
    const mayLoad = createJudgeModuleCheck(createManualClock());
    expect(await mayLoad({ module, factory: "createOtherJudges" })).toBe(false);
    expect(mayLoad({ module, factory: "createOtherJudges" })).toBe(false);
  });

  it("may not when it is the process's main script, whatever it exports", () => {
    const mayLoad = createJudgeModuleCheck(createManualClock(), fileURLToPath(module));
    expect(mayLoad({ module, factory })).toBe(false);
  });

  it.each(["file:///nowhere/judges.js", "no-such-package", "not a specifier", "file://%00"])(
    "may not when it cannot be loaded: %s",
    async (missing) => {
      expect(await createJudgeModuleCheck(createManualClock())({ module: missing, factory })).toBe(false);
    },
  );

  it("may not when it never finishes loading here", async () => {
    const clock = createManualClock();
    const endless = "data:text/javascript,export const factory = () => ({}); await new Promise(() => undefined)";
    const answer = createJudgeModuleCheck(clock)({ module: endless, factory: "factory" });
    await clock.advance(2_000);
    expect(await answer).toBe(false);
  });
});
