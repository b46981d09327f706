import type * as api from "@opentelemetry/api";
import { instrumentTable, type CounterKey, type InstrumentDefinition } from "./instruments.ts";

/** The instruments of one MeterProvider that are recorded synchronously. */
export interface InstrumentSet {
  counter(key: CounterKey | "evaluationPending"): api.Counter | api.UpDownCounter;
  /** The histogram of a definition; those of criteria are made when first asked for. */
  histogram(definition: InstrumentDefinition): api.Histogram;
}

/** Makes the instruments of the table. */
export function createInstrumentSet(meter: api.Meter): InstrumentSet {
  const counters = new Map<string, api.Counter | api.UpDownCounter>();
  const histograms = new Map<string, api.Histogram>();

  function counter(definition: InstrumentDefinition): api.Counter | api.UpDownCounter {
    const known = counters.get(definition.name);
    if (known !== undefined) return known;
    const { name, description, unit } = definition;
    const made =
      definition.kind === "counter"
        ? meter.createCounter(name, { description, unit })
        : meter.createUpDownCounter(name, { description, unit });
    counters.set(name, made);
    return made;
  }

  function histogram({ name, description, unit, bounds = [] }: InstrumentDefinition): api.Histogram {
    const known = histograms.get(name);
    if (known !== undefined) return known;
    const made = meter.createHistogram(name, { description, unit, advice: { explicitBucketBoundaries: [...bounds] } });
    histograms.set(name, made);
    return made;
  }

  for (const definition of Object.values(instrumentTable)) {
    if (definition.kind === "histogram") histogram(definition);
    else if (definition.kind !== "observable_gauge") counter(definition);
  }
  return { counter: (key) => counter(instrumentTable[key]), histogram };
}
