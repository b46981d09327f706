import { connect, createServer, type Server, type Socket } from "node:net";
import { freePort } from "../../../scripts/e2e/free-port.ts";

/** A port in front of a server that can be closed, as if the server were down, and opened again. */
export interface Gate {
  /** `host:port`, the same for as long as the gate is there. */
  readonly address: string;
  open(): Promise<void>;
  /** Refuses connections and breaks those that are open. */
  close(): Promise<void>;
}

/** Creates a closed gate in front of `target`, `host:port`. */
export async function createGate(target: string): Promise<Gate> {
  const port = await freePort();
  const [host = "", targetPort = ""] = target.split(":");
  const sockets = new Set<Socket>();
  let server: Server | undefined;

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
  }

  return {
    address: `127.0.0.1:${port}`,
    async open() {
      server = createServer((incoming) => {
        const outgoing = connect(Number(targetPort), host);
        keep(incoming);
        keep(outgoing);
        incoming.pipe(outgoing).pipe(incoming);
      });
      await new Promise<void>((resolve, reject) => server?.once("error", reject).listen(port, "127.0.0.1", resolve));
    },
    async close() {
      const closing = server;
      server = undefined;
      if (closing === undefined) return;
      const closed = new Promise<void>((resolve) => closing.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
