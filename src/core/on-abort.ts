const watched = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `callback` once when `signal` is aborted, at once if it is already; returns the way to stop watching. However
 * many watch one signal, it carries one listener: Node 20 prints a warning when a signal has more than ten.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return () => undefined;
  }
  const callbacks = watched.get(signal) ?? watch(signal);
  // A function of its own for each watcher, so that one callback can watch twice.
  const entry = (): void => callback();
  callbacks.add(entry);
  return () => {
    if (callbacks.delete(entry) && callbacks.size === 0) unwatch(signal);
  };
}

function watch(signal: AbortSignal): Set<() => void> {
  const callbacks = new Set<() => void>();
  watched.set(signal, callbacks);
  signal.addEventListener("abort", callAll, { once: true });
  return callbacks;
}

function unwatch(signal: AbortSignal): void {
  watched.delete(signal);
  signal.removeEventListener("abort", callAll);
}

function callAll(event: Event): void {
  const signal = event.target as AbortSignal;
  const callbacks = watched.get(signal) ?? [];
  watched.delete(signal);
  for (const callback of callbacks) callback();
}
