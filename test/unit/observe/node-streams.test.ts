import { PassThrough, Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { isObserved, observeResult } from "../../../src/instrument/observe/observe-result.ts";
import { collect, createRecorder, createThrowingObservation, settle } from "./recorder.ts";

const whole = ["streamFound", "streamStarted", "ended"];

describe("Node streams", () => {
  const uses: readonly [string, (stream: Readable) => Promise<unknown>][] = [
    ["async iteration", async (stream) => (await collect(stream)).join("")],
    [
      "data events",
      (stream) =>
        new Promise((resolve) => {
          let all = "";
          stream.on("data", (part) => (all += String(part))).on("end", () => resolve(all));
        }),
    ],
    [
      "paused reading",
      (stream) =>
        new Promise((resolve) => {
          let all = "";
          stream.on("readable", () => {
            for (let part: unknown = stream.read(); part !== null; part = stream.read()) all += String(part);
          });
          stream.on("end", () => resolve(all));
        }),
    ],
    ["pipe", (stream) => text(stream.pipe(new PassThrough()))],
    [
      "pipeline",
      async (stream) => {
        let all = "";
        await pipeline(
          stream,
          new Writable({
            write(part, _, done) {
              all += String(part);
              done();
            },
          }),
        );
        return all;
      },
    ],
    ["toArray", async (stream) => (await stream.toArray()).join("")],
    [
      "toWeb",
      async (stream) => {
        let all = "";
        for await (const part of Readable.toWeb(stream)) all += new TextDecoder().decode(part as Uint8Array);
        return all;
      },
    ],
  ];

  test.each(uses)("%s", async (name, use) => {
    for (const make of [
      () => Readable.from([Buffer.from("a"), Buffer.from("b")], { objectMode: name !== "toWeb" }),
      () => {
        const stream = new PassThrough();
        stream.write("a");
        stream.end("b");
        return stream;
      },
    ]) {
      const recorder = createRecorder();
      const source = make();
      const result = observeResult(source, recorder);
      expect(result).toBe(source);
      expect(isObserved(result)).toBe(true);
      expect(await use(result)).toBe("ab");
      expect(recorder.parts().map(String).join("")).toBe("ab");
      expect(recorder.names()).toEqual(whole);
    }
  });

  test("it stays paused and unread until its consumer reads; the body has its context, the listeners theirs", async () => {
    const recorder = createRecorder();
    const inside: boolean[] = [];
    const left = ["a", "b"];
    const stream = observeResult(
      new Readable({
        read() {
          inside.push(recorder.inside());
          this.push(left.shift() ?? null);
        },
      }),
      recorder,
    );
    await settle();
    expect(stream.readableFlowing).toBe(null);
    expect(stream.listenerCount("data")).toBe(0);
    expect(stream.listenerCount("error")).toBe(0);
    expect(inside).toEqual([]);
    expect(recorder.names()).toEqual(["streamFound"]);
    const listeners: boolean[] = [];
    stream.on("data", () => listeners.push(recorder.inside()));
    expect(recorder.names()).toEqual(["streamFound", "streamStarted"]);
    await new Promise((resolve) => stream.on("end", resolve));
    expect(new Set(inside)).toEqual(new Set([true]));
    expect(listeners).toEqual([false, false]);
    expect(recorder.names()).toEqual(whole);
  });

  test("back-pressure is the source's own", async () => {
    const pushed = { bare: 0, observed: 0 };
    for (const kind of ["bare", "observed"] as const) {
      const stream = new Readable({
        highWaterMark: 2,
        objectMode: true,
        read() {
          pushed[kind]++;
          this.push(pushed[kind]);
        },
      });
      const iterator = (kind === "bare" ? stream : observeResult(stream, createRecorder()))[Symbol.asyncIterator]();
      await iterator.next();
      await settle();
      await iterator.return?.();
    }
    expect(pushed.observed).toBe(pushed.bare);
  });

  test("failure, destruction and abort", async () => {
    const error = new Error("source");
    const failed = createRecorder();
    await expect(
      collect(
        observeResult(
          new Readable({
            read() {
              this.destroy(error);
            },
          }),
          failed,
        ),
      ),
    ).rejects.toBe(error);
    expect(failed.events.at(-1)).toEqual(["failed", error]);

    const destroyed = createRecorder();
    observeResult(new PassThrough(), destroyed).destroy();
    await settle();
    expect(destroyed.names()).toEqual(["streamFound", "stopped"]);

    const broken = createRecorder();
    for await (const part of observeResult(Readable.from(["a", "b"]), broken)) if (part === "a") break;
    await settle();
    expect(broken.names()).toEqual(["streamFound", "streamStarted", "stopped"]);

    const aborted = createRecorder();
    const stream = observeResult(new PassThrough(), aborted);
    stream.on("error", () => {});
    stream.destroy(new DOMException("x", "AbortError"));
    await settle();
    expect(aborted.names()).toEqual(["streamFound", "stopped"]);

    const thrown = createRecorder();
    const bare = observeResult(new PassThrough(), thrown);
    expect(() => bare.emit("error", error)).toThrow(error);
    expect(thrown.events.at(-1)).toEqual(["failed", error]);
  });

  test("one that was read before is no whole answer; one that is over is left alone", async () => {
    const partly = createRecorder();
    const stream = new PassThrough({ objectMode: true });
    stream.write("a");
    stream.end("b");
    expect(stream.read()).toBe("a");
    await collect(observeResult(stream, partly));
    expect(partly.events.at(-1)).toEqual(["unreadable", "partly_read_stream"]);
    const over = createRecorder();
    observeResult(stream, over);
    expect(over.names()).toEqual(["resolved"]);
    const destroyed = createRecorder();
    observeResult(new PassThrough().destroy(), destroyed);
    expect(destroyed.events).toEqual([["unreadable", "consumed_stream"]]);
  });

  test("a Writable is a value", () => {
    const recorder = createRecorder();
    const writable = new Writable();
    observeResult(writable, recorder);
    expect(recorder.events).toEqual([["resolved", writable]]);
  });

  test("a broken observation changes nothing", async () => {
    expect(await text(observeResult(Readable.from(["a", "b"]), createThrowingObservation()))).toBe("ab");
  });
});
