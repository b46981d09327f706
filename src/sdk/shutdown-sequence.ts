import { RagTriadError } from "../core/errors.ts";
import type { ShutdownTarget } from "./rag-telemetry.ts";
import { within } from "./within.ts";

/** What is shut down, in the order of the fields. */
export interface ShutdownSteps {
  /** Asked again until no further target has come in. */
  readonly takeTargets: () => readonly ShutdownTarget[];
  /** Resolves at the next scrape; left out when nothing is served. */
  readonly nextScrape?: (() => Promise<void>) | undefined;
  /** Flushes and ends the SDK. */
  readonly flush: () => Promise<unknown>;
  /** Frees the port and the globals. */
  readonly release: () => Promise<unknown>;
  readonly shutdownTimeoutMs: number;
  readonly finalScrapeGraceMs: number;
  readonly flushTimeoutMs: number;
  readonly onError: (error: RagTriadError) => void;
}

/** What a target gets beyond its own timeout, to end its spans in portions, before it is given up. */
const targetMarginMs = 5000;
const releaseTimeoutMs = 1000;

/**
 * First the triads, so that every held span ends and every metric resolves while the SDK still takes them; then the
 * final scrape; then the flush; then the port. A step that fails or hangs does not stop the next. Never rejects.
 */
export async function runShutdown(steps: ShutdownSteps): Promise<void> {
  for (let targets = steps.takeTargets(); targets.length > 0; targets = steps.takeTargets()) {
    await Promise.all(targets.map((target) => shutDownTarget(target, steps)));
  }
  if (steps.nextScrape !== undefined && steps.finalScrapeGraceMs > 0) {
    await within(steps.finalScrapeGraceMs, steps.nextScrape());
  }
  await attempt("The last flush", steps.flushTimeoutMs, steps.flush, steps.onError);
  await attempt("Closing the metrics port", releaseTimeoutMs, steps.release, steps.onError);
}

/** Shuts one target down, in bounded time. Never rejects. */
export function shutDownTarget(
  target: ShutdownTarget,
  { shutdownTimeoutMs, onError }: Pick<ShutdownSteps, "shutdownTimeoutMs" | "onError">,
): Promise<void> {
  return attempt(
    "A triad's shutdown",
    shutdownTimeoutMs + targetMarginMs,
    async () => target.shutdown({ timeoutMs: shutdownTimeoutMs }),
    onError,
  );
}

async function attempt(
  what: string,
  timeoutMs: number,
  work: () => Promise<unknown>,
  onError: (error: RagTriadError) => void,
): Promise<void> {
  try {
    if (await within(timeoutMs, work())) return;
    onError(
      new RagTriadError(
        "ERR_RAG_TRIAD_SHUTDOWN",
        `${what} did not finish within ${timeoutMs} ms; signals may be lost.`,
      ),
    );
  } catch (cause) {
    onError(new RagTriadError("ERR_RAG_TRIAD_SHUTDOWN", `${what} failed; signals may be lost.`, { cause }));
  }
}
