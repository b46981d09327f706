import type * as api from "@opentelemetry/api";
import { keys } from "./attributes.ts";
import { apiLine } from "./api-version.ts";
import { createInstrumentSet, type InstrumentSet } from "./instrument-set.ts";
import { instrumentTable } from "./instruments.ts";
import { registrationsOf, thresholdsInForce } from "./registration.ts";
import { createSliceBudget, type SliceBudget } from "./slice-budget.ts";
import { packageVersion, scopeName } from "./version.ts";

/** What belongs to one MeterProvider, shared by all triads that write to it. */
export interface Meter {
  readonly instruments: InstrumentSet;
  readonly slices: SliceBudget;
}

const meters = new WeakMap<api.MeterProvider, Meter>();

/**
 * The instruments of a provider, made on first use. An instrument made before its provider was registered stays dead
 * for ever, and a second one of the same name with other bounds is silently ignored: hence one set a provider, made late.
 */
export function meterOf(provider: api.MeterProvider): Meter {
  const known = meters.get(provider);
  if (known !== undefined) return known;
  const meter = provider.getMeter(scopeName, packageVersion);
  const made = { instruments: createInstrumentSet(meter), slices: createSliceBudget(provider) };
  observeBuild(meter);
  observeThresholds(meter, provider);
  meters.set(provider, made);
  return made;
}

function observeBuild(meter: api.Meter): void {
  const { name, description, unit } = instrumentTable.build;
  const labels = { [keys.version]: packageVersion, [keys.apiLine]: apiLine };
  meter.createObservableGauge(name, { description, unit }).addCallback((result) => result.observe(1, labels));
}

function observeThresholds(meter: api.Meter, provider: api.MeterProvider): void {
  const { name, description, unit } = instrumentTable.threshold;
  meter.createObservableGauge(name, { description, unit }).addCallback((result) => {
    for (const registration of registrationsOf(provider)) {
      for (const { metric, judge, intentClass, thresholds } of thresholdsInForce(registration)) {
        const labels = {
          [keys.pipeline]: registration.pipeline,
          [keys.intentClass]: intentClass,
          [keys.metric]: metric,
          [keys.judge]: judge,
        };
        result.observe(thresholds.warning, { ...labels, [keys.severity]: "warning" });
        result.observe(thresholds.page, { ...labels, [keys.severity]: "page" });
      }
    }
  });
}
