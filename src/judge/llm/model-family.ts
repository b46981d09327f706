/** Families of models by the names they go under; models of one family judge each other's answers kindly. */
const families: readonly (readonly [family: string, name: RegExp])[] = [
  [
    "gpt",
    /(?:^|[^a-z])(?:chat)?gpt-?\d|(?:^|[^a-z])gpt-(?:oss|image|realtime|audio)|(?:^|[^a-z0-9])o[134](?:-(?:mini|pro|preview|deep-research)|[^a-z0-9]|$)|chatgpt|codex|davinci/,
  ],
  ["claude", /claude/],
  ["gemini", /gemini|gemma|palm-?2|(?:^|[^a-z])bison/],
  ["llama", /llama/],
  ["mistral", /mistral|mixtral|ministral|magistral|codestral|pixtral|devstral/],
  ["qwen", /qwen|qwq/],
  ["deepseek", /deepseek/],
  ["command", /(?:^|[^a-z])command(?:-|$)|c4ai|aya-/],
  ["grok", /grok/],
  ["phi", /(?:^|[^a-z])phi-?\d/],
  ["nova", /(?:^|[^a-z])nova-(?:micro|lite|pro|premier)/],
  ["glm", /(?:^|[^a-z])(?:chat)?glm/],
  ["kimi", /kimi|moonshot/],
  ["yi", /(?:^|[^a-z])yi-/],
  ["ernie", /ernie/],
  ["hunyuan", /hunyuan/],
  ["doubao", /doubao|(?:^|[^a-z])seed-/],
  ["minimax", /minimax|abab\d/],
  ["granite", /granite/],
  ["jamba", /jamba/],
  ["olmo", /olmo|(?:^|[^a-z])tulu/],
];

/**
 * The family of a model by its name: `gpt` (with the o series), `claude`, `gemini` (with Gemma), `llama`, `mistral`,
 * `qwen`, `deepseek` and some more; `undefined` for any other. Where a name has several, as a distilled model's
 * (`deepseek-r1-distill-llama-70b`), the first counts: whose answers it learned from.
 */
export function modelFamily(model: string): string | undefined {
  const name = model.toLowerCase();
  let [best, first] = ["", Infinity];
  for (const [family, pattern] of families) {
    const at = name.search(pattern);
    if (at !== -1 && at < first) [best, first] = [family, at];
  }
  return best === "" ? undefined : best;
}
