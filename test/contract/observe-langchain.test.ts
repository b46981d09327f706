import { Document } from "@langchain/core/documents";
import { AIMessage, AIMessageChunk, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { StringOutputParser } from "@langchain/core/output_parsers";
import { RunnableLambda } from "@langchain/core/runnables";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { IterableReadableStream } from "@langchain/core/utils/stream";
import { describe, expect, test } from "vitest";
import { observeResult } from "../../src/instrument/observe/observe-result.ts";
import { createAnswerCollector } from "../../src/instrument/readers/answer-collector.ts";
import { readAnswer } from "../../src/instrument/readers/read-answer.ts";
import { readChunks } from "../../src/instrument/readers/read-chunks.ts";
import { readGeneratorInput } from "../../src/instrument/readers/read-generator-input.ts";
import { collect, createRecorder, type Recorder } from "../unit/observe/recorder.ts";

const answer = "Paris is the capital.";
const documents = [
  new Document({ pageContent: "one", metadata: { id: "a" } }),
  new Document({ pageContent: "two", id: "b" }),
];

function textOf(recorder: Recorder): string | undefined {
  const collector = createAnswerCollector({ maxCharacters: 1_000 });
  for (const part of recorder.parts()) collector.add(part);
  return collector.text();
}

describe("reading", () => {
  test("documents, with scores or without", () => {
    expect(readChunks(documents)?.chunks).toEqual([
      { id: "a", text: "one", rank: 0 },
      { id: "b", text: "two", rank: 1 },
    ]);
    expect(readChunks(documents.map((document, index) => [document, 0.9 - index / 10]))?.chunks).toEqual([
      { id: "a", text: "one", score: 0.9, rank: 0 },
      { id: "b", text: "two", score: 0.8, rank: 1 },
    ]);
    expect(readGeneratorInput([{ input: "q", context: documents }])).toEqual({
      query: "q",
      chunks: readChunks(documents)?.chunks,
    });
  });

  test("messages and states", () => {
    expect(readAnswer(new AIMessage(answer))).toBe(answer);
    expect(
      readAnswer(
        new AIMessage({
          content: [
            { type: "text", text: "Paris " },
            { type: "reasoning", reasoning: "hm" },
            { type: "text", text: "is the capital." },
          ],
        }),
      ),
    ).toBe(answer);
    expect(
      readAnswer({
        messages: [
          new HumanMessage("q"),
          new AIMessage("calling"),
          new ToolMessage({ content: "data", tool_call_id: "1" }),
          new AIMessage(answer),
        ],
      }),
    ).toBe(answer);
    expect(readAnswer({ input: "q", context: documents, answer })).toBe(answer);
    expect(readGeneratorInput([[new HumanMessage("q")], documents]).query).toBe("q");
  });

  test("chunks of messages, alone or paired with their metadata", () => {
    const collector = createAnswerCollector({ maxCharacters: 100 });
    collector.add(new AIMessageChunk("Paris "));
    collector.add([new AIMessageChunk("is the "), { langgraph_node: "model" }]);
    collector.add(
      new AIMessageChunk({
        content: [],
        tool_call_chunks: [{ name: "f", args: "{", index: 0, type: "tool_call_chunk" }],
      }),
    );
    collector.add({ context: documents });
    collector.add(new AIMessageChunk({ content: [{ type: "text", text: "capital." }] }));
    expect(collector.text()).toBe(answer);
  });
});

describe("streams", () => {
  const model = (): FakeListChatModel => new FakeListChatModel({ responses: [answer] });

  test("a chain's stream keeps its class, iterated, read or broken off", async () => {
    const chain = ChatPromptTemplate.fromTemplate("{q}").pipe(model()).pipe(new StringOutputParser());
    const iterated = createRecorder();
    const stream = await observeResult(chain.stream({ q: "q" }), iterated);
    expect(stream).toBeInstanceOf(IterableReadableStream);
    expect((await collect(stream)).join("")).toBe(answer);
    expect(textOf(iterated)).toBe(answer);
    expect(iterated.names()).toEqual(["streamFound", "streamStarted", "ended"]);

    const read = createRecorder();
    const reader = (await observeResult(chain.stream({ q: "q" }), read)).getReader();
    for (let step = await reader.read(); !step.done; step = await reader.read());
    expect(textOf(read)).toBe(answer);
    expect(read.names()).toEqual(["streamFound", "streamStarted", "ended"]);

    const broken = createRecorder();
    for await (const part of await observeResult(chain.stream({ q: "q" }), broken)) if (part !== "") break;
    expect(broken.names()).toEqual(["streamFound", "streamStarted", "stopped"]);
  });

  test("a model's stream and its events", async () => {
    const messages = createRecorder();
    await collect(await observeResult(model().stream("q"), messages));
    expect(textOf(messages)).toBe(answer);
    const chain = RunnableLambda.from((q: string) => q).pipe(model());
    const events = createRecorder();
    await collect(observeResult(chain.streamEvents("q", { version: "v2" }), events));
    expect(textOf(events)).toBe(answer);
    const invoked = createRecorder();
    await observeResult(model().invoke("q"), invoked);
    expect(readAnswer(invoked.events[0]?.[1])).toBe(answer);
  });
});
