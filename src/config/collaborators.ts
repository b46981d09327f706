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

/** Where warnings are written: `console`, a pino logger, anything with `warn`. */
export interface RagTriadLogger {
  warn(message: string): void;
}
