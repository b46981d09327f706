// A streamed OpenAI chat completion, wrapped as it is: the stream stays OpenAI's own object, and the text is read as it
// passes by. Runs against a local server that speaks the same protocol; set OPENAI_BASE_URL and OPENAI_API_KEY for a
// real one. Run: npm run build && node examples/openai-stream/main.ts
import OpenAI from "openai";
import { createRagTriad } from "rag-triad";
import { startFakeOpenAi } from "./fake-openai.ts";

const documents = ["The notice period is 30 days to the end of a month.", "The deposit is two monthly rents."];
const fake =
  process.env["OPENAI_BASE_URL"] === undefined
    ? await startFakeOpenAi("The notice period is 30 days to the end of a month.")
    : undefined;
const client = new OpenAI(fake === undefined ? {} : { baseURL: fake.baseUrl, apiKey: "unused" });
const model = process.env["OPENAI_MODEL"] ?? "fake-model";

// No telemetry SDK here: events are enough to see scores. With `rag-triad/sdk` they go to spans and /metrics as well.
const triad = createRagTriad({ pipeline: "tenancy", modelVersion: model });
triad.on("evaluated", ({ results, quality }) => {
  for (const [metric, result] of Object.entries(results)) console.log(metric, result?.outcome);
  console.log("quality", quality);
});

const retrieve = triad.wrapRetriever(async (query: string) =>
  documents.filter((text) => query.split(" ").some((word) => text.includes(word))),
);
const generate = triad.wrapGenerator((query: string, chunks: readonly string[]) =>
  client.chat.completions.create({
    model,
    stream: true,
    messages: [
      { role: "system", content: `Answer from these passages only:\n${chunks.join("\n")}` },
      { role: "user", content: query },
    ],
  }),
);

const query = process.argv[2] ?? "How long is the notice period?";
const stream = await triad.run({ query }, async () => generate(query, await retrieve(query)));
for await (const { choices } of stream) process.stdout.write(choices[0]?.delta.content ?? "");
console.log("\n");

await triad.shutdown();
fake?.server.close();
