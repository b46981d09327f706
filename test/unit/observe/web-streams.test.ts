import { describe, expect, test } from "vitest";
import { isObserved, observeResult } from "../../../src/instrument/observe/observe-result.ts";
import { createAnswerCollector } from "../../../src/instrument/readers/answer-collector.ts";
import { collect, createRecorder, createThrowingObservation, settle } from "./recorder.ts";

interface Source {
  readonly stream: ReadableStream<string>;
  pulls: number;
  cancelled: unknown[];
  inside: boolean[];
}

function lazySource(parts: readonly string[], inside: () => boolean = () => false): Source {
  const left = [...parts];
  const source: Source = {
    pulls: 0,
    cancelled: [],
    inside: [],
    stream: new ReadableStream<string>(
      {
        pull(controller) {
          source.pulls++;
          source.inside.push(inside());
          const part = left.shift();
          if (part === undefined) controller.close();
          else controller.enqueue(part);
        },
        cancel(reason) {
          source.cancelled.push(reason);
        },
      },
      { highWaterMark: 0 },
    ),
  };
  return source;
}

describe("web streams", () => {
  test("a new stream with the same parts that pulls only when its consumer does", async () => {
    const recorder = createRecorder();
    const source = lazySource(["a", "b"], recorder.inside);
    const result = observeResult(source.stream, recorder);
    expect(result).not.toBe(source.stream);
    expect(isObserved(result)).toBe(true);
    expect(source.stream.locked).toBe(false);
    await settle();
    expect(source.pulls).toBe(0);
    const reader = result.getReader();
    expect(source.stream.locked).toBe(true);
    await settle();
    expect(source.pulls).toBe(0);
    expect(recorder.names()).toEqual(["streamFound"]);
    expect(await reader.read()).toEqual({ done: false, value: "a" });
    await settle();
    expect(source.pulls).toBe(1);
    expect(await reader.read()).toEqual({ done: false, value: "b" });
    expect(await reader.read()).toEqual({ done: true, value: undefined });
    await reader.closed;
    expect(source.inside).toEqual([true, true, true]);
    expect(recorder.parts()).toEqual(["a", "b"]);
    expect(recorder.names()).toEqual(["streamFound", "streamStarted", "ended"]);
  });

  test("iteration, tee, pipeThrough and Response read it whole", async () => {
    const uses: ((stream: ReadableStream<string>) => Promise<unknown>)[] = [
      (stream) => collect(stream),
      async (stream) => {
        const [left, right] = stream.tee();
        const [first, second] = await Promise.all([collect(left), collect(right)]);
        expect(second).toEqual(first);
        return first;
      },
      (stream) => collect(stream.pipeThrough(new TransformStream<string, string>())),
      async (stream) => [...(await new Response(stream.pipeThrough(new TextEncoderStream())).text())],
    ];
    for (const use of uses) {
      const recorder = createRecorder();
      expect(await use(observeResult(lazySource(["a", "b"]).stream, recorder))).toEqual(["a", "b"]);
      expect(recorder.parts()).toEqual(["a", "b"]);
      expect(recorder.names()).toEqual(["streamFound", "streamStarted", "ended"]);
    }
  });

  test("cancel goes to the source with its reason, before and after the first read, and so does its failure", async () => {
    for (const readFirst of [false, true]) {
      const recorder = createRecorder();
      const source = lazySource(["a", "b"]);
      const reader = observeResult(source.stream, recorder).getReader();
      if (readFirst) await reader.read();
      await reader.cancel("enough");
      expect(source.cancelled).toEqual(["enough"]);
      expect(recorder.names().at(-1)).toBe("stopped");
    }
    const unread = lazySource(["a"]);
    await observeResult(unread.stream, createRecorder()).cancel("never read");
    expect(unread.cancelled).toEqual(["never read"]);
    const failing = new ReadableStream({ cancel: () => Promise.reject(new Error("cannot cancel")) });
    await expect(observeResult(failing, createRecorder()).cancel()).rejects.toThrow("cannot cancel");
    const broken = createRecorder();
    for await (const part of observeResult(lazySource(["a", "b"]).stream, broken)) if (part === "a") break;
    expect(broken.names()).toEqual(["streamFound", "streamStarted", "stopped"]);
  });

  test("errors are the source's own, also for who only waits for closed", async () => {
    const error = new Error("source");
    const recorder = createRecorder();
    const result = observeResult(
      new ReadableStream({ pull: () => Promise.reject(error) }, { highWaterMark: 0 }),
      recorder,
    );
    await expect(result.getReader().read()).rejects.toBe(error);
    expect(recorder.events.at(-1)).toEqual(["failed", error]);

    const waiting = createRecorder();
    let fail = (): void => {};
    const pushed = new ReadableStream({
      start: (controller) => {
        fail = () => controller.error(error);
      },
    });
    const reader = observeResult(pushed, waiting).getReader();
    fail();
    await expect(reader.closed).rejects.toBe(error);
    expect(waiting.names()).toEqual(["streamFound", "failed"]);

    const closed = createRecorder();
    await observeResult(new ReadableStream({ start: (controller) => controller.close() }), closed).getReader().closed;
    expect(closed.names()).toEqual(["streamFound", "ended"]);
  });

  test("byte streams keep BYOB readers, and reading modes may change", async () => {
    const bytes = new TextEncoder().encode("hello world");
    const make = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        type: "bytes",
        start(controller) {
          controller.enqueue(bytes.slice(0, 5));
          controller.enqueue(bytes.slice(5));
          controller.close();
        },
      });
    const recorder = createRecorder();
    const result = observeResult(make(), recorder);
    const byob = result.getReader({ mode: "byob" });
    const first = await byob.read(new Uint8Array(3));
    expect(new TextDecoder().decode(first.value)).toBe("hel");
    expect(first.value?.buffer.byteLength).toBe(3);
    byob.releaseLock();
    const reader = result.getReader();
    let text = "hel";
    for (let step = await reader.read(); !step.done; step = await reader.read())
      text += new TextDecoder().decode(step.value);
    expect(text).toBe("hello world");
    expect(recorder.names()).toEqual(["streamFound", "streamStarted", "ended"]);

    const whole = createRecorder();
    const only = observeResult(make(), whole).getReader({ mode: "byob" });
    let read = "";
    for (;;) {
      const { done, value } = await only.read(new Uint8Array(4));
      if (done) {
        expect(value?.byteLength).toBe(0);
        break;
      }
      read += new TextDecoder().decode(value);
    }
    expect(read).toBe("hello world");
    expect(await new Response(observeResult(make(), createRecorder())).text()).toBe("hello world");
  });

  test("a locked stream is left alone; properties of its own are kept; a broken observation changes nothing", async () => {
    const locked = lazySource(["a"]).stream;
    const reader = locked.getReader();
    const recorder = createRecorder();
    expect(observeResult(locked, recorder)).toBe(locked);
    expect(recorder.events).toEqual([["unreadable", "locked_stream"]]);
    reader.releaseLock();

    const tagged = Object.assign(lazySource(["a"]).stream, { requestId: 7 });
    expect(observeResult(tagged, createRecorder()).requestId).toBe(7);
    expect(await collect(observeResult(lazySource(["a", "b"]).stream, createThrowingObservation()))).toEqual([
      "a",
      "b",
    ]);
  });

  test("a subclass keeps its identity however it is read", async () => {
    class Subclass extends ReadableStream<string> {
      readonly tag = "mine";
    }
    const make = (): Subclass =>
      new Subclass({
        start(controller) {
          controller.enqueue("a");
          controller.enqueue("b");
          controller.close();
        },
      });
    const uses: ((stream: Subclass) => Promise<unknown>)[] = [
      (stream) => collect(stream),
      (stream) => collect(stream.values()),
      async (stream) => {
        const [left, right] = stream.tee();
        await collect(right);
        return collect(left);
      },
      (stream) => collect(stream.pipeThrough(new TransformStream<string, string>())),
      async (stream) => {
        const reader = stream.getReader();
        const parts: unknown[] = [];
        for (let step = await reader.read(); !step.done; step = await reader.read()) parts.push(step.value);
        return parts;
      },
    ];
    for (const use of uses) {
      const recorder = createRecorder();
      const stream = make();
      const result = observeResult(stream, recorder);
      expect(result).toBe(stream);
      expect(result.tag).toBe("mine");
      expect(await use(result)).toEqual(["a", "b"]);
      expect(recorder.parts()).toEqual(["a", "b"]);
      expect(recorder.names()).toEqual(["streamFound", "streamStarted", "ended"]);
    }
    const stopped = createRecorder();
    await observeResult(make(), stopped).cancel();
    expect(stopped.names()).toEqual(["streamFound", "stopped"]);
  });
});

describe("responses", () => {
  const make = (): Response =>
    new Response(lazySource(["a", "b"]).stream.pipeThrough(new TextEncoderStream()), {
      headers: { "content-type": "text/plain", "x-id": "7" },
      status: 201,
    });
  const uses: readonly [string, (response: Response) => Promise<unknown>][] = [
    ["text", (response) => response.text()],
    ["arrayBuffer", async (response) => new TextDecoder().decode(await response.arrayBuffer())],
    [
      "body",
      async (response) =>
        (await collect(response.body?.pipeThrough(new TextDecoderStream()) ?? new ReadableStream())).join(""),
    ],
    ["a response made from it", (response) => new Response(response.body, response).text()],
    [
      "a clone and itself",
      async (response) => {
        const clone = response.clone();
        const [first, second] = await Promise.all([clone.text(), response.text()]);
        expect(second).toBe(first);
        return first;
      },
    ],
    [
      "a clone after the body was looked at",
      async (response) => {
        expect(response.body?.locked).toBe(false);
        const clone = response.clone();
        const first = await new Response(response.body).text();
        expect(await clone.text()).toBe(first);
        return first;
      },
    ],
  ];

  test.each(uses)("read as %s: the same object, its text told once", async (_, use) => {
    const recorder = createRecorder();
    const response = make();
    const result = observeResult(response, recorder, { responses: true });
    expect(result).toBe(response);
    expect([result.status, result.headers.get("x-id"), result.bodyUsed]).toEqual([201, "7", false]);
    expect(result.body).toBe(result.body);
    expect(recorder.names()).toEqual(["streamFound"]);
    expect(await use(result)).toBe("ab");
    expect(result.bodyUsed).toBe(true);
    await expect(result.text()).rejects.toThrow(TypeError);
    const collector = createAnswerCollector({ maxCharacters: 100 });
    for (const part of recorder.parts()) collector.add(part);
    expect(collector.text()).toBe("ab");
    expect(recorder.names()).toEqual(["streamFound", "streamStarted", "ended"]);
  });

  test("while its text is being read, its body is locked", async () => {
    for (const lookFirst of [false, true]) {
      const response = observeResult(make(), createRecorder(), { responses: true });
      if (lookFirst) expect(response.body?.locked).toBe(false);
      const text = response.text();
      expect(response.body?.locked).toBe(true);
      expect(await text).toBe("ab");
    }
  });

  test("JSON is a value; what is no text, failed or was read is unreadable", async () => {
    const json = createRecorder();
    expect(await observeResult(Response.json({ answer: "a" }), json, { responses: true }).json()).toEqual({
      answer: "a",
    });
    expect(json.events.at(-1)).toEqual(["resolved", { answer: "a" }]);
    const unasked = createRecorder();
    expect(await observeResult(make(), unasked).text()).toBe("ab");
    expect(unasked.events).toEqual([["unreadable", "response"]]);
    const read = make();
    await read.text();
    for (const response of [
      new Response("x", { headers: { "content-type": "image/png" } }),
      new Response("x", { status: 500 }),
      read,
    ]) {
      const recorder = createRecorder();
      expect(observeResult(response, recorder, { responses: true })).toBe(response);
      expect(recorder.events).toEqual([["unreadable", "response"]]);
    }
  });
});

test("a stream that an object carries is observed in it", async () => {
  const web = createRecorder();
  const carrier = { stream: lazySource(["a", "b"]).stream, sources: [1] };
  expect(observeResult(carrier, web)).toBe(carrier);
  expect(Object.keys(carrier)).toEqual(["stream", "sources"]);
  expect(await collect(carrier.stream)).toEqual(["a", "b"]);
  expect(web.parts()).toEqual(["a", "b"]);
  expect(web.names()).toEqual(["streamFound", "streamStarted", "ended"]);
  expect(isObserved(carrier)).toBe(true);

  const iterated = createRecorder();
  const generator = (async function* () {
    yield "a";
  })();
  const frozen = Object.freeze({ stream: generator });
  expect(await collect(observeResult(frozen, iterated).stream)).toEqual(["a"]);
  expect(iterated.parts()).toEqual(["a"]);

  const closed = createRecorder();
  const kept = Object.freeze({ stream: lazySource(["a"]).stream });
  expect(await collect(observeResult(kept, closed).stream)).toEqual(["a"]);
  expect(closed.names()).toEqual(["streamFound", "unreadable"]);

  const plain = createRecorder();
  observeResult({ stream: "no stream" }, plain);
  expect(plain.names()).toEqual(["resolved"]);
});
