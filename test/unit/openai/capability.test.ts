import { expect, it } from "vitest";
import { openaiJudgeModel } from "../../../src/openai/index.ts";

interface PendingCall {
  readonly body: Readonly<Record<string, unknown>>;
  answer(text: string): void;
  refuse(param: string): void;
}

/** A client whose calls wait until the test settles them. */
function createClient(): { readonly calls: PendingCall[]; readonly client: Parameters<typeof openaiJudgeModel>[0] } {
  const calls: PendingCall[] = [];
  const create = (body: Readonly<Record<string, unknown>>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      calls.push({
        body,
        answer: (text) => resolve({ choices: [{ message: { content: text } }] }),
        refuse: (param) => reject(Object.assign(new Error("Unsupported parameter"), { status: 400, param })),
      });
    });
  return { calls, client: { chat: { completions: { create } } } };
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

it("what one call finds out, another that began before does not forget", async () => {
  const { calls, client } = createClient();
  const model = openaiJudgeModel(client, { model: "m" });
  const ask = (): Promise<unknown> =>
    model.complete({ instructions: "a", input: "b", maxOutputTokens: 9 }, { signal: new AbortController().signal });
  const [first, second] = [ask(), ask()];
  await turn();
  const parameters = (index: number): string[] =>
    Object.keys(calls[index]?.body ?? {})
      .filter((name) => name === "temperature" || name.startsWith("max_"))
      .sort();
  expect([parameters(0), parameters(1)]).toEqual(
    Array.from({ length: 2 }, () => ["max_completion_tokens", "temperature"]),
  );
  calls[0]?.refuse("temperature");
  await turn();
  expect(parameters(2)).toEqual(["max_completion_tokens"]);
  calls[1]?.refuse("max_completion_tokens");
  await turn();
  expect(parameters(3)).toEqual(["max_tokens"]);
  calls[2]?.answer("one");
  calls[3]?.answer("two");
  expect(await Promise.all([first, second])).toMatchObject([{ text: "one" }, { text: "two" }]);
  void ask();
  await turn();
  expect(parameters(4)).toEqual(["max_tokens"]);
  calls[4]?.answer("three");
});
