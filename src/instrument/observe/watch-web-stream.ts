import type { UnderlyingByteSource, UnderlyingSource } from "node:stream/web";

/** What is told about the reading of a web stream. None of it throws but `run`, which throws what `f` does. */
export interface WebStreamWatch {
  run<T>(f: () => T): T;
  started(): void;
  activity(): void;
  part(part: unknown): void;
  ended(): void;
  failed(error: unknown): void;
  cancelled(): void;
}

type Controller = ReadableStreamDefaultController<unknown> | ReadableByteStreamController;
type Reader = ReadableStreamDefaultReader<unknown> | ReadableStreamBYOBReader;
type ReadResult = { readonly done: boolean; readonly value?: unknown };

/**
 * A stream over `source` that asks it for a part only when its own consumer does (highWaterMark 0), hands parts,
 * errors, the end and the cancel reason through unchanged, and keeps the byte type with its BYOB readers. The source
 * is locked when the consumer takes a reader or reads, not before. Own properties of the source, such as an async
 * iterator that an SDK gave it, are on the new stream too.
 */
export function watchWebStream(source: ReadableStream<unknown>, watch: WebStreamWatch): ReadableStream<unknown> {
  const lock = createLock(source);
  let controller: Controller | undefined;
  let reading = false;
  let over = false;

  const end = (): void => {
    over = true;
    watch.ended();
    controller?.close();
  };
  const fail = (error: unknown): void => {
    over = true;
    watch.failed(error);
    controller?.error(error);
  };
  /** Ends or fails without being read, as the source would for a reader that only waits for `closed`. */
  const follow = (reader: Reader): void => {
    const settled = (then: () => void) => () => {
      if (!over && !reading && lock.reader === reader) then();
    };
    void reader.closed.then(settled(end), (error: unknown) => settled(() => fail(error))());
  };
  const read = async (request: ReadableStreamBYOBRequest | null): Promise<void> => {
    const view = request?.view;
    try {
      const reader = lock.open(view ? "byob" : undefined, follow);
      const { done, value } = await watch.run(() => readOnce(reader, view));
      if (over) return;
      if (done) end();
      else watch.part(value);
      if (request) request.respondWithNewView(value as Uint8Array<ArrayBuffer>);
      else if (!done) controller?.enqueue(value as Uint8Array<ArrayBuffer>);
    } catch (error) {
      if (!over) fail(error);
    }
  };
  const underlying = {
    start(given: Controller): void {
      controller = given;
    },
    async pull(given: Controller): Promise<void> {
      watch.started();
      watch.activity();
      reading = true;
      await read("byobRequest" in given ? given.byobRequest : null);
      reading = false;
    },
    cancel(reason: unknown): Promise<void> {
      const wasOver = over;
      over = true;
      try {
        return watch.run(() => (lock.reader ?? source).cancel(reason));
      } finally {
        if (!wasOver) watch.cancelled();
      }
    },
  };
  const stream = isByteStream(source)
    ? new ReadableStream({ ...underlying, type: "bytes" } as UnderlyingByteSource, { highWaterMark: 0 })
    : new ReadableStream(underlying as UnderlyingSource<unknown>, { highWaterMark: 0 });
  carryProperties(source, stream);
  Object.defineProperty(stream, "getReader", {
    configurable: true,
    writable: true,
    value(this: unknown, ...args: unknown[]): unknown {
      const reader: unknown = Reflect.apply(ReadableStream.prototype.getReader, this, args);
      try {
        if (!over) lock.open(lock.mode, follow);
      } catch {
        // The first read meets the same error.
      }
      return reader;
    },
  });
  return stream;
}

interface Lock {
  readonly reader: Reader | undefined;
  readonly mode: "byob" | undefined;
  /** The source's reader in that mode, taken now unless it was before. */
  open(mode: "byob" | undefined, onOpen: (reader: Reader) => void): Reader;
}

function createLock(source: ReadableStream<unknown>): Lock {
  let reader: Reader | undefined;
  let mode: "byob" | undefined;
  return {
    get reader() {
      return reader;
    },
    get mode() {
      return mode;
    },
    open(wanted, onOpen) {
      if (reader !== undefined && mode === wanted) return reader;
      reader?.releaseLock();
      reader = nativeReader(source, wanted);
      mode = wanted;
      onOpen(reader);
      return reader;
    },
  };
}

/** A reader by the built-in method, past one that was put on the instance. */
function nativeReader(source: ReadableStream<unknown>, mode: "byob" | undefined): Reader {
  return Reflect.apply(ReadableStream.prototype.getReader, source, mode === undefined ? [] : [{ mode }]) as Reader;
}

function readOnce(reader: Reader, view: ArrayBufferView | null | undefined): Promise<ReadResult> {
  if (!view) return (reader as ReadableStreamDefaultReader<unknown>).read();
  return (reader as ReadableStreamBYOBReader).read(
    new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength),
  );
}

/** Only byte streams give BYOB readers; taking one and letting go of it at once leaves no trace. */
function isByteStream(source: ReadableStream<unknown>): boolean {
  try {
    nativeReader(source, "byob").releaseLock();
    return true;
  } catch {
    return false;
  }
}

/** Copies own properties, but not the slots that Node keeps under symbols, which every stream has. */
function carryProperties(source: object, stream: object): void {
  for (const key of Reflect.ownKeys(source)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(source, key);
    if (descriptor !== undefined && !Object.hasOwn(stream, key)) Reflect.defineProperty(stream, key, descriptor);
  }
}
