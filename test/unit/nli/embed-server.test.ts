import { describe, expect, it } from "vitest";
import { RagTriadError } from "../../../src/core/errors.ts";
import { JudgeFailure } from "../../../src/core/judge-failure.ts";
import { createEmbedServer } from "../../../src/nli/embedder/embed-server.ts";
import type { EmbeddingModel } from "../../../src/nli/embedder/load-embedding-model.ts";
import type { EmbedReply } from "../../../src/nli/embedder/messages.ts";

const vectors = [Float32Array.of(1, 2)];

/** A server, and what it answers until it has nothing more to do. */
function setUp(load: () => Promise<EmbeddingModel>) {
  const replies: EmbedReply[] = [];
  const server = createEmbedServer(load, (reply) => void replies.push(reply));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { server, replies, settle };
}

const embed = (id: number) => ({ kind: "embed", id, texts: ["canary"], as: "query" }) as const;

describe("the side with the model", () => {
  it("loads it once, with the first call, and answers each call", async () => {
    let loads = 0;
    const { server, replies, settle } = setUp(async () => {
      loads++;
      return { embed: () => Promise.resolve(vectors) };
    });
    expect(loads).toBe(0);
    server.receive(embed(1));
    server.receive(embed(2));
    await settle();
    expect(loads).toBe(1);
    expect(replies).toEqual([
      { kind: "embedded", id: 1, vectors },
      { kind: "embedded", id: 2, vectors },
    ]);
  });

  it("ends a call that is cancelled before the next run of the model, and answers it all the same", async () => {
    let runs = 0;
    const { server, replies, settle } = setUp(() =>
      Promise.resolve({
        async embed(_texts, _kind, proceed) {
          for (; runs < 10; runs++) {
            proceed();
            if (runs === 3) server.receive({ kind: "cancel", id: 7 });
          }
          return vectors;
        },
      }),
    );
    server.receive(embed(7));
    await settle();
    expect(runs).toBe(4);
    expect(replies).toMatchObject([{ kind: "failed", id: 7 }]);
  });

  it("loads the model again after a load that failed", async () => {
    let loads = 0;
    const { server, replies, settle } = setUp(() =>
      ++loads === 1 ? Promise.reject(new Error("no")) : Promise.resolve({ embed: () => Promise.resolve(vectors) }),
    );
    server.receive(embed(1));
    await settle();
    server.receive(embed(2));
    await settle();
    expect(replies).toMatchObject([
      { kind: "failed", id: 1 },
      { kind: "embedded", id: 2 },
    ]);
  });

  it.each([
    [new JudgeFailure("too_long", "m"), { type: "foreseen", reason: "too_long", message: "m" }],
    [new RagTriadError("ERR_RAG_TRIAD_OPTION", "m"), { type: "setup", code: "ERR_RAG_TRIAD_OPTION", message: "m" }],
    [new RangeError("canary in a message"), { type: "other", errorType: "RangeError" }],
    ["canary", { type: "other", errorType: "_OTHER" }],
  ])("tells of %s without content", async (error, failure) => {
    const { server, replies, settle } = setUp(() => Promise.resolve({ embed: () => Promise.reject(error as Error) }));
    server.receive(embed(1));
    await settle();
    expect(replies).toEqual([{ kind: "failed", id: 1, failure }]);
  });
});
