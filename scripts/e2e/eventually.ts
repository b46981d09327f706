/** Asks again every 200 ms until the answer is not `undefined`; rejects with `what` when the time is up. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined>, timeoutMs = 60_000): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let lastError: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${what}`, { cause: lastError });
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
