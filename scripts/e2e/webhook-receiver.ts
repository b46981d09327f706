import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** One alert in a notification. */
export interface NotifiedAlert {
  readonly status: "firing" | "resolved";
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly fingerprint: string;
}

/** A notification that Alertmanager sent. */
export interface Notification {
  /** Milliseconds on the clock of `performance.now()`. */
  readonly atMs: number;
  /** The receiver: the last part of the address it was sent to. */
  readonly receiver: string;
  readonly groupLabels: Readonly<Record<string, string>>;
  readonly alerts: readonly NotifiedAlert[];
}

/** A server that takes Alertmanager's webhooks. */
export interface WebhookReceiver {
  readonly url: string;
  /** All so far, the oldest first. */
  notifications(): readonly Notification[];
  stop(): Promise<void>;
}

/** Starts a receiver on a free port of 127.0.0.1; `onNotification` hears of every notification. */
export async function startWebhookReceiver(
  onNotification: (notification: Notification) => void = () => {},
): Promise<WebhookReceiver> {
  const received: Notification[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (piece: string) => (body += piece));
    request.on("end", () => {
      const { alerts, groupLabels } = JSON.parse(body) as Pick<Notification, "alerts" | "groupLabels">;
      const receiver = request.url?.split("/").at(-1) ?? "";
      const notification = { atMs: performance.now(), receiver, groupLabels, alerts };
      received.push(notification);
      onNotification(notification);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    notifications: () => received,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
