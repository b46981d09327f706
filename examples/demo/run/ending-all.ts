import { constants } from "node:os";
import { endEverything } from "../../../scripts/e2e/living.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * The outcome of `run`. A signal meanwhile ends every program that was started, removes their folders, and ends this
 * process with 128 + the signal's number. Further signals change nothing: it takes 10 s at most.
 */
export async function endingAll<T>(run: () => Promise<T>, say: (line: string) => void): Promise<T> {
  let onSignal: ((signal: (typeof signals)[number]) => void) | undefined;
  const stopped = new Promise<{ readonly signal: (typeof signals)[number] }>((resolve) => {
    onSignal = (signal) => resolve({ signal });
    for (const signal of signals) process.on(signal, onSignal);
  });
  try {
    const outcome = await Promise.race([run().then((value) => ({ value })), stopped]);
    if ("value" in outcome) return outcome.value;
    const { signal } = outcome;
    await endEverything();
    say(`stopped by ${signal}; all processes ended`);
    // What was under way still waits for programs that are gone.
    return process.exit(128 + constants.signals[signal]);
  } finally {
    for (const signal of signals) if (onSignal !== undefined) process.off(signal, onSignal);
  }
}
