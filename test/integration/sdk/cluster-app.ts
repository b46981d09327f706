// A cluster of two workers that start telemetry as PORT says, one after the other, and report what came of it.
import cluster from "node:cluster";
import { once } from "node:events";
import { startRagTelemetry, type RagTelemetryOptions } from "../../../src/sdk/index.ts";

const choices: Record<string, () => RagTelemetryOptions> = {
  default: () => ({}),
  free: () => ({ prometheus: { port: 0 } }),
  shared: () => ({ prometheus: { port: Number(process.env["SHARED_PORT"]) } }),
  push: () => ({ metrics: "otlp" }),
};

if (cluster.isPrimary) {
  for (let index = 0; index < 2; index++) {
    const worker = cluster.fork();
    const [outcome] = (await once(worker, "message")) as [string];
    process.stdout.write(`${outcome}\n`);
  }
  for (const worker of Object.values(cluster.workers ?? {})) worker?.kill();
} else {
  const outcome = await (async () => {
    try {
      const telemetry = startRagTelemetry({
        otlp: { url: "http://127.0.0.1:1" },
        onError: () => undefined,
        ...choices[process.env["CHOICE"] ?? ""]?.(),
      });
      await telemetry.ready;
      return telemetry.metricsUrl === undefined ? "ready" : "listening";
    } catch (error) {
      return (error as { code: string }).code;
    }
  })();
  process.send?.(outcome);
}
