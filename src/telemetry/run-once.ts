/**
 * Runs `f` exactly once, inside `activate` if that works, and returns or throws what `f` does. Whatever `activate`
 * does wrong (it throws before or after, calls back twice or never) changes neither.
 */
export function runOnce<T>(f: () => T, activate: (body: () => void) => void, onFailure: (error: unknown) => void): T {
  let outcome: { readonly value: T } | { readonly error: unknown } | undefined;
  let started = false;
  const body = (): void => {
    if (started) return;
    started = true;
    try {
      outcome = { value: f() };
    } catch (error) {
      outcome = { error };
    }
  };
  try {
    activate(body);
  } catch (error) {
    onFailure(error);
  }
  body();
  if (outcome === undefined) throw new Error("unreachable: the body has run");
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}
