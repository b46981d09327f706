import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../../../scripts/e2e/eventually.ts";
import { freePort } from "../../../scripts/e2e/free-port.ts";
import { startProgram } from "../../../scripts/e2e/start-program.ts";

/** A real VictoriaMetrics. */
export interface RunningVictoriaMetrics {
  readonly url: string;
  /** Takes samples in Prometheus's text format, with times in milliseconds, and waits until they can be found. */
  write(text: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts VictoriaMetrics on a free port of 127.0.0.1 with the flags given, besides that of its address, and waits until it
 * answers. Its data folder goes when it stops, unless one is given.
 */
export async function startVictoriaMetrics(
  command: string,
  flags: readonly string[],
  dataFolder?: string,
): Promise<RunningVictoriaMetrics> {
  const folder = await mkdtemp(join(tmpdir(), "rag-triad-victoria-metrics-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = startProgram(command, [
    `-httpListenAddr=127.0.0.1:${port}`,
    `-storageDataPath=${dataFolder ?? join(folder, "data")}`,
    ...flags,
  ]);

  async function write(text: string): Promise<void> {
    const response = await fetch(`${url}/api/v1/import/prometheus`, { method: "POST", body: text });
    if (!response.ok) throw new Error(`VictoriaMetrics refuses the samples: ${await response.text()}`);
    await fetch(`${url}/internal/force_flush`);
  }

  async function stop(): Promise<void> {
    await program.stop();
    await rm(folder, { recursive: true, force: true });
  }

  try {
    await eventually("VictoriaMetrics answers", async () => {
      if (program.hasEnded()) throw new Error(`VictoriaMetrics has ended:\n${program.stderr()}`);
      return (await fetch(`${url}/health`)).ok ? true : undefined;
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, write, stop };
}
