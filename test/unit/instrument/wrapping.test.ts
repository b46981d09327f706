import { describe, expect, it } from "vitest";
import { createScriptedJudge } from "../../../src/testing/index.ts";
import { createTestTriad } from "../../helpers/test-machine.ts";

const judges = () => ({ groundedness: createScriptedJudge({ metric: "groundedness", verdict: 0.9 }) });

describe("a wrapped function", () => {
  it("keeps its name, length, properties, this and arguments, and wrapping twice is wrapping once", () => {
    const { triad } = createTestTriad({ judges: judges() });
    class Store {
      readonly #pages = ["page"];
      search(query: string, limit = 1) {
        return [`${this.#pages[0]} ${query} ${limit}`];
      }
    }
    const store = new Store();
    const search = Object.assign(store.search, { cache: new Map() });
    const wrapped = triad.wrapRetriever(search);
    expect([wrapped.name, wrapped.length, wrapped.cache]).toEqual(["search", 1, search.cache]);
    expect(wrapped.call(store, "q", 3)).toEqual(["page q 3"]);
    expect(triad.wrapRetriever(wrapped)).toBe(wrapped);
    expect(triad.wrapGenerator(wrapped as never)).toBe(wrapped);
  });

  it("is refused at once when it is no function", () => {
    const { triad } = createTestTriad({ judges: judges() });
    expect(() => triad.wrapRetriever("x" as never)).toThrow(/to be a function, got `x` \(string\)/);
  });

  it("is observed by two triads side by side", async () => {
    const one = createTestTriad({ judges: judges() });
    const two = createTestTriad({ judges: judges(), pipeline: "other" });
    const generate = two.triad.wrapGenerator(
      one.triad.wrapGenerator(async function* () {
        yield "Paris.";
      }),
    );
    await two.triad.run({ query: "q" }, () =>
      one.triad.run({ query: "q" }, async () => {
        for await (const _ of generate());
      }),
    );
    await one.settle();
    await two.settle();
    expect([one.evaluated.length, two.evaluated.length]).toEqual([1, 1]);
    expect(one.telemetry.spans.filter(({ name }) => name === "generation")).toHaveLength(1);
    expect(two.telemetry.spans.filter(({ name }) => name === "generation")).toHaveLength(1);
  });

  it("passes through when the triad is disabled", () => {
    const { triad } = createTestTriad({ judges: judges(), disabled: true });
    const f = () => ["x"];
    expect(triad.wrapRetriever(f)).toBe(f);
    expect(triad.wrapGenerator(f)).toBe(f);
    expect(triad.run({ query: "q" }, (request) => (request.setAnswer("x"), 7))).toBe(7);
  });

  it("is read by the user's own readers; one that throws is contained and said once", async () => {
    const { triad, shown, evaluated, settle } = createTestTriad({ judges: judges() });
    const retrieve = triad.wrapRetriever(() => ({ odd: ["one"] }), { read: (result) => ({ chunks: result.odd }) });
    const generate = triad.wrapGenerator(() => ({ odd: "canary" }), {
      readAnswer: () => {
        throw new Error("canary");
      },
    });
    for (let round = 0; round < 3; round++) triad.run({ query: "q" }, () => (retrieve(), generate()));
    await settle();
    expect(evaluated.map(({ results }) => results["groundedness"]?.outcome)).toEqual(
      Array(3).fill({ reason: "unreadable" }),
    );
    expect(shown.map(({ code }) => code)).toEqual(["reader_failed"]);
    expect(shown[0]?.message).not.toContain("canary");
  });

  it("warns once, naming setAnswer, when its answer cannot be read", async () => {
    const { triad, shown, settle } = createTestTriad({ judges: judges() });
    const generate = triad.wrapGenerator(() => ({ odd: 1 }));
    for (let round = 0; round < 3; round++) triad.run({ query: "q" }, () => generate());
    await settle();
    expect(shown).toHaveLength(1);
    expect(shown[0]?.message).toContain("request.setAnswer");
  });
});
