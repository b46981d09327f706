import type * as api from "@opentelemetry/api";
import type { Containment } from "./containment.ts";
import type { InstrumentSet } from "./instrument-set.ts";
import { instrumentTable, type CounterKey, type InstrumentDefinition } from "./instruments.ts";

/** The labels of one measurement. */
export type Labels = Readonly<Record<string, string>>;

/** Records one triad's measurements. Never throws; a value that no instrument may get is left out with a warning. */
export interface Recorder {
  add(key: CounterKey | "evaluationPending", value: number, labels: Labels, context: api.Context): void;
  record(definition: InstrumentDefinition, value: number, labels: Labels, context: api.Context): void;
}

/** Creates a recorder over a provider's instruments. */
export function createRecorder(instruments: InstrumentSet, containment: Containment): Recorder {
  function isMeasurable(value: number, { kind, name }: InstrumentDefinition): boolean {
    if (Number.isFinite(value) && (kind === "up_down_counter" || value >= 0)) return true;
    containment.warn(
      "value_not_finite",
      name,
      `A value for ${name} was not a finite number at or above 0; it was not recorded.`,
    );
    return false;
  }
  return {
    add(key, value, labels, context) {
      const definition = instrumentTable[key];
      if (!isMeasurable(value, definition)) return;
      containment.guard(definition.name, () => instruments.counter(key).add(value, labels, context));
    },
    record(definition, value, labels, context) {
      if (!isMeasurable(value, definition)) return;
      containment.guard(definition.name, () => instruments.histogram(definition).record(value, labels, context));
    },
  };
}
