import { fileURLToPath } from "node:url";
import { startProgram } from "../../../scripts/e2e/start-program.ts";

/** The demo's service in a process of its own, so that it can be killed. */
export interface ServiceProcess {
  readonly url: string;
  /** `host:port` of `/metrics`. */
  readonly metricsAddress: string;
  /** Breaks it in these ways and in no other; see `/control/trouble`. */
  trouble(trouble: {
    readonly corrupt?: string;
    readonly emptyRetriever?: string;
    readonly brokenJudge?: boolean;
  }): Promise<void>;
  /** SIGKILL: no goodbye. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

/** Starts the service; every query was asked once when it is there, so that every series exists. */
export async function startService(): Promise<ServiceProcess> {
  const flags = ["--serve", "--json", "--corrupt", "0", "--latency-pairs", "0"];
  const program = startProgram(process.execPath, [main, ...flags]);
  try {
    const [line] = await program.waitFor(/^\{.*\}$/m);
    const { askUrl, metricsUrl } = JSON.parse(line) as { readonly askUrl: string; readonly metricsUrl: string };
    return {
      url: new URL("/", askUrl).href,
      metricsAddress: new URL(metricsUrl).host,
      async trouble(trouble) {
        const response = await fetch(new URL("/control/trouble", askUrl), {
          method: "POST",
          body: JSON.stringify(trouble),
        });
        if (!response.ok) throw new Error(`The service does not break: ${await response.text()}`);
      },
      kill: async () => void (await program.kill()),
      stop: async () => void (await program.stop()),
    };
  } catch (error) {
    await program.stop();
    throw error;
  }
}
