/**
 * A tracer provider, as `@opentelemetry/api` has it. Named by shape, so that this layer needs no package.
 */
export interface TracerProviderLike {
  getTracer(name: string, version?: string, options?: { schemaUrl?: string }): object;
}

/** A meter provider, as `@opentelemetry/api` has it. */
export interface MeterProviderLike {
  getMeter(name: string, version?: string, options?: { schemaUrl?: string }): object;
}

/** An OpenTelemetry logger, from `@opentelemetry/api` 1.10 or from `@opentelemetry/api-logs`: anything that emits log records. */
export interface LoggerLike {
  emit(record: object): void;
}
