// Interactions that were recorded, judged by a model of Anthropic's. Needs no key: without ANTHROPIC_API_KEY it asks a
// server of its own. Run: npm run build && node examples/anthropic-judge/main.ts
import Anthropic from "@anthropic-ai/sdk";
import { llmJudges, scoreInteraction, type Interaction } from "rag-triad";
import { anthropicJudgeModel } from "./anthropic-judge-model.ts";
import { startFakeAnthropic } from "./fake-anthropic.ts";

const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_MODEL: named } = process.env;
const fake = apiKey === undefined ? await startFakeAnthropic() : undefined;
const client = new Anthropic(fake === undefined ? {} : { baseURL: fake.url, apiKey: "none" });
const model = anthropicJudgeModel(client, {
  model: named ?? (fake === undefined ? "claude-haiku-5-5" : "local-claude"),
  price: { input: 1, cachedInput: 0.1, output: 5 }, // An example. Yours is on your provider's page.
});
const judges = llmJudges({ model });

for (const answer of ["A day ticket costs 12 euros.", "A day ticket costs 20 euros. The museum was built in 1875."]) {
  const interaction: Interaction = {
    id: answer,
    query: "What does a day ticket cost?",
    retrieval: "succeeded",
    chunks: [{ id: "tickets", rank: 1, text: "A day ticket costs 12 euros. Children under 14 years pay nothing." }],
    answer,
  };
  console.log(answer);
  for (const [metric, result] of Object.entries(await scoreInteraction({ interaction, judges }))) {
    console.log(`  ${metric} by ${result?.judge}:`, result?.outcome, result?.usage);
  }
}
fake?.close();
