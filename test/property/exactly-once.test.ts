import type * as api from "@opentelemetry/api";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { SimpleSpanProcessor, TracerProvider, type SpanProcessor } from "@opentelemetry/sdk-trace";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRagTriad } from "../../src/index.ts";
import { createScriptedJudge } from "../../src/testing/index.ts";

/** The places where telemetry or a hook can fail. */
const faults = [
  "readers",
  "intent",
  "listeners",
  "judge",
  "exporter",
  "processorStart",
  "processorEnd",
  "tracer",
  "meter",
  "waitUntil",
  "redact",
  "logger",
] as const;
type Fault = (typeof faults)[number];

/** How the user's functions behave. */
const results = ["value", "promise", "throws", "rejects", "generator", "thenable"] as const;
type Result = (typeof results)[number];

class Failure extends Error {}

function fail(): never {
  throw new Failure("telemetry is down");
}

function failingProviders(active: ReadonlySet<Fault>) {
  const processor: SpanProcessor = {
    onStart: () => void (active.has("processorStart") && fail()),
    onEnd: () => void (active.has("processorEnd") && fail()),
    forceFlush: async () => {},
    shutdown: async () => {},
  };
  const exporter = new SimpleSpanProcessor({
    exporter: {
      export: (_spans, done) => (active.has("exporter") ? fail() : done({ code: 0 })),
      shutdown: async () => {},
    },
  });
  const tracerProvider: api.TracerProvider = active.has("tracer")
    ? { getTracer: () => ({ startSpan: fail, startActiveSpan: fail }) }
    : new TracerProvider({ spanProcessors: [processor, exporter] });
  const meterProvider: api.MeterProvider = active.has("meter")
    ? { getMeter: fail }
    : new MeterProvider({
        readers: [
          new PeriodicExportingMetricReader({
            exportIntervalMillis: 1_000_000,
            exportTimeoutMillis: 1_000,
            exporter: { export: fail, forceFlush: async () => {}, shutdown: async () => {} },
          }),
        ],
      });
  return { tracerProvider, meterProvider, logger: { emit: () => void (active.has("logger") && fail()) } };
}

/** A user's function that counts how often it really ran, its body included. */
function userFunction(kind: Result) {
  const error = new RangeError("the user's own");
  const counts = { calls: 0, executions: 0 };
  const value = { text: "Paris is the capital." };
  const f = (..._args: unknown[]): unknown => {
    counts.calls++;
    switch (kind) {
      case "value":
        return value;
      case "promise":
        return Promise.resolve(value);
      case "throws":
        throw error;
      case "rejects":
        return Promise.reject(error);
      case "generator":
        return (async function* () {
          counts.executions++;
          yield "Paris ";
          yield "it is.";
        })();
      case "thenable":
        return {
          then(resolve: (value: unknown) => unknown) {
            counts.executions++;
            return Promise.resolve(value).then(resolve);
          },
        };
    }
  };
  return { f, counts, value, error };
}

/** What the caller sees: the value, the error, or the parts. */
async function seen(call: () => unknown): Promise<unknown> {
  try {
    const result = call();
    if (typeof result === "object" && result !== null && Symbol.asyncIterator in result) {
      const parts: unknown[] = [];
      for await (const part of result as AsyncIterable<unknown>) parts.push(part);
      return parts;
    }
    return await result;
  } catch (error) {
    return { thrown: error };
  }
}

describe("the user's functions", () => {
  it("run exactly once with their outcome unchanged under every telemetry failure", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([...faults]),
        fc.constantFrom(...results),
        fc.constantFrom(...results),
        async (failing, retrieverKind, generatorKind) => {
          const active = new Set<Fault>(failing);
          const broken = <T>(fault: Fault, working: T): T => (active.has(fault) ? (fail as T) : working);
          const retriever = userFunction(retrieverKind);
          const generator = userFunction(generatorKind);
          const triad = createRagTriad({
            pipeline: "p",
            ...failingProviders(active),
            judges: {
              groundedness: createScriptedJudge({
                metric: "groundedness",
                verdict: active.has("judge") ? new Failure("down") : 0.9,
              }),
            },
            intentClass: active.has("intent") ? fail : "faq",
            captureContent: true,
            redact: broken("redact", (text: string) => text),
            waitUntil: broken("waitUntil", () => {}),
          });
          triad.on(
            "warning",
            broken("listeners", () => {}),
          );
          triad.on(
            "evaluated",
            broken("listeners", () => {}),
          );
          triad.on(
            "completed",
            broken("listeners", () => {}),
          );
          let evaluations = 0;
          triad.on("evaluated", () => void evaluations++);
          const isBroken = active.has("readers");
          const retrieve = triad.wrapRetriever(retriever.f, isBroken ? { read: fail } : {});
          const generate = triad.wrapGenerator(
            generator.f,
            isBroken ? { readInput: fail, readAnswer: fail, readPart: fail } : {},
          );

          let works = 0;
          const retrieved = seen(() =>
            triad.run({ query: "capital?" }, () => {
              works++;
              return retrieve("capital?");
            }),
          );
          const generated = triad.run({ query: "capital?" }, () => {
            works++;
            return seen(() => generate("capital?", [{ id: "a", text: "Paris" }]));
          });

          for (const [user, kind, outcome] of [
            [retriever, retrieverKind, await retrieved],
            [generator, generatorKind, await generated],
          ] as const) {
            expect(user.counts.calls).toBe(1);
            expect(user.counts.executions).toBe(kind === "generator" || kind === "thenable" ? 1 : 0);
            if (kind === "throws" || kind === "rejects") expect(outcome).toEqual({ thrown: user.error });
            else if (kind === "generator") expect(outcome).toEqual(["Paris ", "it is."]);
            else expect(outcome).toBe(user.value);
          }
          expect(works).toBe(2);
          await triad.flush();
          expect(evaluations).toBe(2);
          await triad.shutdown();
        },
      ),
      { numRuns: 150 },
    );
  });
});
