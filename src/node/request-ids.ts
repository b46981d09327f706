import { randomFillSync } from "node:crypto";

const idBytes = 16;
const pooledIds = 256;

/**
 * Creates a source of request ids: 32 hexadecimal digits, 128 random bits. Randomness is drawn for many ids at once,
 * which makes an id cost well under a microsecond.
 */
export function createRequestIds(): () => string {
  const pool = Buffer.alloc(idBytes * pooledIds);
  let offset = pool.length;
  return () => {
    if (offset === pool.length) {
      randomFillSync(pool);
      offset = 0;
    }
    const id = pool.toString("hex", offset, offset + idBytes);
    offset += idBytes;
    return id;
  };
}
