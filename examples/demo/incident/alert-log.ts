import type { Notification } from "../../../scripts/e2e/webhook-receiver.ts";

/** An alert that reached a receiver, or was resolved there. */
export interface AlertEvent {
  /** Milliseconds on the clock of `performance.now()`. */
  readonly atMs: number;
  readonly receiver: string;
  readonly status: "firing" | "resolved";
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** What has reached whom. */
export interface AlertLog {
  /** Notifications repeat all alerts of their group: only what is news becomes an event. */
  add(notification: Notification): void;
  events(): readonly AlertEvent[];
}

/** An empty log; `onEvent` hears of every event. */
export function createAlertLog(onEvent: (event: AlertEvent) => void = () => {}): AlertLog {
  const events: AlertEvent[] = [];
  const statuses = new Map<string, string>();
  return {
    add({ atMs, receiver, alerts }) {
      for (const { status, labels, annotations, fingerprint } of alerts) {
        const key = `${receiver}/${fingerprint}`;
        if ((statuses.get(key) ?? "resolved") === status) continue;
        statuses.set(key, status);
        const event = { atMs, receiver, status, labels, annotations };
        events.push(event);
        onEvent(event);
      }
    },
    events: () => events,
  };
}
