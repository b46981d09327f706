import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createRagTriad, type RagTriadOptions } from "../../../src/index.ts";
import { createTracedRig, type TracedRig } from "../../helpers/traced-rig.ts";

const canary = "CANARY-7f3a";
const failing = (): never => {
  throw Object.assign(new Error(`${canary} in a message`), {
    name: `${canary} name with spaces`,
    code: `${canary} code with spaces`,
  });
};

/** Drives every path that content could leak from, and returns every byte that left: spans, metrics, logs, warnings. */
async function everything(rig: TracedRig, options: Partial<RagTriadOptions>): Promise<string> {
  const logs: unknown[] = [];
  const warnings: unknown[] = [];
  const triad = createRagTriad({
    pipeline: "p",
    tracerProvider: rig.tracerProvider,
    meterProvider: rig.provider,
    logger: { emit: (record) => void logs.push(record) },
    intentClass: (query) => `${query}`,
    ...options,
  });
  triad.on("warning", (warning) => void warnings.push(warning));
  triad.on("evaluated", failing);
  const query = `Where is ${canary} kept?`;
  const retrieve = triad.wrapRetriever(async (_query: string) => [
    { id: "page-1", text: `The ${canary} is kept in the safe. It weighs 12 grams.` },
  ]);
  const generate = triad.wrapGenerator(
    async (_query: string, _chunks: object[]) => `The ${canary} is kept in the safe. It weighs 99 tons.`,
  );
  await triad.run({ query }, async () => generate(query, await retrieve(query)));
  for (const broken of [
    triad.wrapRetriever(failing),
    triad.wrapGenerator(failing),
    triad.wrapGenerator(() => Promise.reject(failing)),
  ]) {
    await Promise.resolve()
      .then(() => triad.run({ query }, () => broken()))
      .catch(() => {});
  }
  const unreadable = triad.wrapGenerator(() => ({ odd: canary }));
  triad.run({ query, modelVersion: `${canary} with spaces`, intentClass: `${canary} too` }, () => unreadable());
  const badReader = triad.wrapGenerator(() => ({ odd: canary }), { readAnswer: failing });
  triad.run({ query }, () => badReader());
  await triad.flush();
  await triad.shutdown();
  const spans = rig.spans().map(({ name, attributes, status, events, links, resource }) => ({
    name,
    attributes,
    status,
    events,
    links,
    resource: resource.attributes,
  }));
  return [
    inspect(spans, { depth: null, maxStringLength: null }),
    await rig.text(),
    inspect(logs, { depth: null }),
    inspect(warnings, { depth: null }),
  ].join("\n");
}

describe("content", () => {
  it("is in no signal by default", async () => {
    expect(await everything(createTracedRig(), {})).not.toContain(canary);
  });

  it("is captured when asked for, redacted first, and cut", async () => {
    const rig = createTracedRig();
    const seen = new Set<string>();
    const output = await everything(rig, {
      captureContent: true,
      maxContentCharacters: 60,
      redact: (text, kind) => {
        seen.add(kind);
        return text.replaceAll(canary, "[removed]");
      },
    });
    expect(output).not.toContain(canary);
    expect(output).toContain("[removed]");
    expect([...seen].sort()).toEqual(["answer", "chunk", "claim", "query"]);
    for (const span of rig.spans("rag_request")) {
      for (const [key, value] of Object.entries(span.attributes)) {
        if (key.startsWith("rag.content.")) expect(String(value).length).toBeLessThanOrEqual(60);
      }
    }
  });

  it("is dropped, not leaked, when the redaction hook fails", async () => {
    expect(await everything(createTracedRig(), { captureContent: true, redact: failing })).not.toContain(canary);
  });
});
