import { describe, expect, it } from "vitest";
import { loadOnnxRuntime, loadTokenizers, requirePeers, type PeerLoader } from "../../../src/nli/peers.ts";

const missing = (name: string): PeerLoader => ({
  resolve: (asked) => {
    if (asked === name) throw new Error(`Cannot find module '${asked}'`);
  },
  load: (asked) => (asked === name ? Promise.reject(new Error("gone")) : Promise.resolve({})),
});

describe("the packages that the subpath needs", () => {
  it("are there in this repository", async () => {
    expect(() => requirePeers()).not.toThrow();
    expect(await loadOnnxRuntime()).toHaveProperty("InferenceSession");
    expect(await loadTokenizers()).toHaveProperty("Tokenizer");
  });

  it.each(["onnxruntime-node", "@huggingface/tokenizers"])("are named with how to install them: %s", async (name) => {
    const load = name === "onnxruntime-node" ? loadOnnxRuntime : loadTokenizers;
    const error = {
      code: "ERR_RAG_TRIAD_PEER_MISSING",
      message: expect.stringMatching(
        new RegExp(
          `needs the package ${name}, .* npm install onnxruntime-node @huggingface/tokenizers .*onnxruntime-node-install=skip`,
        ),
      ),
    };
    expect(() => requirePeers(missing(name))).toThrow(expect.objectContaining(error));
    await expect(load(missing(name))).rejects.toMatchObject(error);
  });

  it("are taken as missing when they are something else", async () => {
    const other: PeerLoader = { resolve: () => undefined, load: () => Promise.resolve({ default: { Something: 1 } }) };
    await expect(loadOnnxRuntime(other)).rejects.toMatchObject({ code: "ERR_RAG_TRIAD_PEER_MISSING" });
  });

  it("may have their exports in a default one", async () => {
    const InferenceSession = { create: () => undefined };
    const wrapped: PeerLoader = {
      resolve: () => undefined,
      load: () => Promise.resolve({ default: { InferenceSession } }),
    };
    expect((await loadOnnxRuntime(wrapped)).InferenceSession).toBe(InferenceSession);
  });
});
