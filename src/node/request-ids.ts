import { randomUUID } from "node:crypto";

/** A new request id: a random UUID (version 4, RFC 9562). Node draws its randomness for many at once. */
export function createRequestId(): string {
  return randomUUID();
}
