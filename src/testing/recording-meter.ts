/** One recorded value. */
export interface RecordedMeasurement {
  readonly name: string;
  readonly value: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** What was recorded on instruments. */
export interface RecordedMetrics {
  /** Every value recorded under a name whose attributes include those given, in order. */
  measurements(name: string, attributes?: Readonly<Record<string, unknown>>): readonly RecordedMeasurement[];
  /** Their sum: the value of a counter. */
  sum(name: string, attributes?: Readonly<Record<string, unknown>>): number;
}

/** Creates a meter provider that keeps every measurement. Observable instruments are accepted and not observed. */
export function createRecordingMeterProvider(): {
  readonly meterProvider: { getMeter(name: string, version?: string): object };
  readonly metrics: RecordedMetrics;
} {
  const byName = new Map<string, RecordedMeasurement[]>();
  const instrument = (name: string) => {
    const recorded = byName.get(name) ?? [];
    byName.set(name, recorded);
    const record = (value: number, attributes: Readonly<Record<string, unknown>> = {}) =>
      void recorded.push({ name, value, attributes });
    return { add: record, record };
  };
  const observable = () => ({ addCallback: () => {}, removeCallback: () => {} });
  const meter = {
    createHistogram: instrument,
    createCounter: instrument,
    createUpDownCounter: instrument,
    createGauge: instrument,
    createObservableGauge: observable,
    createObservableCounter: observable,
    createObservableUpDownCounter: observable,
    addBatchObservableCallback: () => {},
    removeBatchObservableCallback: () => {},
  };
  const measurements: RecordedMetrics["measurements"] = (name, attributes = {}) =>
    (byName.get(name) ?? []).filter((measurement) =>
      Object.entries(attributes).every(([key, value]) => measurement.attributes[key] === value),
    );
  return {
    meterProvider: { getMeter: () => meter },
    metrics: {
      measurements,
      sum: (name, attributes) => measurements(name, attributes).reduce((sum, { value }) => sum + value, 0),
    },
  };
}
