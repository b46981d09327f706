/** What promtool expected and did not get, and what it got instead, without what agrees. */
export function promtoolDifferences(output: string): string {
  const blocks = output.split(/\n(?=\s+(?:name|alertname|expr): )/).map(differencesOf);
  return blocks.filter((block) => block !== "").join("\n");
}

function differencesOf(block: string): string {
  const [head = "", rest = ""] = block.split(/\s+exp:\s?/, 2);
  if (!block.includes("got:")) return /error|failed to|parse/i.test(block) ? block.trim() : "";
  const [expected = "", got = ""] = rest.split(/\s+got:\s?/, 2);
  const wanted = entries(expected);
  const had = entries(got);
  const lines = [
    ...wanted.filter((entry) => !had.includes(entry)).map((entry) => `  - ${entry}`),
    ...had.filter((entry) => !wanted.includes(entry)).map((entry) => `  + ${entry}`),
  ];
  return [head.trim().replaceAll(/\s+/g, " "), ...lines].join("\n");
}

function entries(text: string): readonly string[] {
  const alerts = text.split(/\n\s+\d+:\n/).slice(1);
  if (alerts.length === 0) return [text.trim()];
  return alerts.map((alert) => alert.replaceAll(/\s+/g, " ").replace(/[\s,\]]+$/, ""));
}
