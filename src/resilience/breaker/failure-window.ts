/** How many calls there were, and how many of them failed. */
export interface FailureCount {
  readonly total: number;
  readonly failures: number;
}

/** The calls of the last while. */
export interface FailureWindow {
  add(failed: boolean, nowMs: number): void;
  count(nowMs: number): FailureCount;
}

const slotCount = 10;

/** A sliding window in ten slots: bounded memory whatever the traffic; a call is forgotten after 0.9 to 1 windows. */
export function createFailureWindow(windowMs: number): FailureWindow {
  const slotMs = windowMs / slotCount;
  const slots: { readonly index: number; total: number; failures: number }[] = [];

  function forget(nowIndex: number): void {
    while (slots[0] !== undefined && slots[0].index <= nowIndex - slotCount) slots.shift();
  }

  return {
    add(failed, nowMs) {
      const index = Math.floor(nowMs / slotMs);
      forget(index);
      let slot = slots.at(-1);
      if (slot?.index !== index) slots.push((slot = { index, total: 0, failures: 0 }));
      slot.total++;
      if (failed) slot.failures++;
    },
    count(nowMs) {
      forget(Math.floor(nowMs / slotMs));
      let total = 0;
      let failures = 0;
      for (const slot of slots) {
        total += slot.total;
        failures += slot.failures;
      }
      return { total, failures };
    },
  };
}
