import * as api from "@opentelemetry/api";
import { expect, test } from "vitest";
import { createContainment } from "../../../src/telemetry/containment.ts";
import { createInstrumentSet } from "../../../src/telemetry/instrument-set.ts";
import { instrumentTable } from "../../../src/telemetry/instruments.ts";
import { createRecorder } from "../../../src/telemetry/recorder.ts";

function createRig() {
  const recorded: number[] = [];
  const note = (value: number): void => void recorded.push(value);
  const meter = Object.assign(Object.create(api.createNoopMeter()) as api.Meter, {
    createCounter: () => ({ add: note }),
    createUpDownCounter: () => ({ add: note }),
    createHistogram: () => ({ record: note }),
  });
  const warnings: string[] = [];
  const containment = createContainment(
    (code) => void warnings.push(code),
    () => 0,
  );
  return { recorder: createRecorder(createInstrumentSet(meter), containment), recorded, warnings };
}

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0.5])(
  "%s reaches no counter and no histogram",
  (value) => {
    const { recorder, recorded, warnings } = createRig();
    recorder.add("judgeCost", value, {}, api.ROOT_CONTEXT);
    recorder.record(instrumentTable.requestDuration, value, {}, api.ROOT_CONTEXT);
    expect(recorded).toEqual([]);
    expect(warnings).toEqual(["value_not_finite", "value_not_finite"]);
  },
);

test("0 is recorded, and what is pending may go down", () => {
  const { recorder, recorded, warnings } = createRig();
  recorder.add("judgeCost", 0, {}, api.ROOT_CONTEXT);
  recorder.record(instrumentTable.requestDuration, 0, {}, api.ROOT_CONTEXT);
  recorder.add("evaluationPending", -1, {}, api.ROOT_CONTEXT);
  expect(recorded).toEqual([0, 0, -1]);
  expect(warnings).toEqual([]);
});
