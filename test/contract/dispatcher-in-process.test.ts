import { createInProcessDispatcher } from "../../src/scoring/in-process-dispatcher.ts";
import { createManualClock } from "../../src/testing/manual-clock.ts";
import { evenRandom } from "../helpers/judge-context.ts";
import { createMainThreadJudges } from "../fixtures/judges/behaving-judges.ts";
import { describeDispatcherConformance } from "./dispatcher-conformance.ts";

describeDispatcherConformance("The in-process dispatcher", (needs) => {
  const clock = createManualClock();
  const dispatcher = createInProcessDispatcher({
    ...needs,
    judges: createMainThreadJudges(),
    clock,
    random: evenRandom,
  });
  return Promise.resolve({ dispatcher, epochMs: clock.epochMs, pass: clock.advance });
});
