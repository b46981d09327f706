import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { judgeId, type Judge } from "../../src/core/judge.ts";
import { criteriaJudge, embeddedJudges, fallback, llmJudges } from "../../src/index.ts";
import { createScriptedEmbedder, createScriptedJudgeModel } from "../../src/testing/index.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/judges/README.md"), "utf8");

function idsOf(judge: Judge | undefined): readonly string[] {
  return judge === undefined ? [] : [judgeId(judge), ...(judge.members ?? []).flatMap(idsOf)];
}

it("the ids that the page lists are those of the judges that it describes", () => {
  const [, rubric = ""] = /name: "completeness", rubric: "([^"]+)"/.exec(page) ?? [];
  const model = createScriptedJudgeModel({ reply: "", model: "gpt-5-mini" });
  const judges = {
    ...fallback(
      {
        ...embeddedJudges(),
        ...llmJudges({ model, embedder: createScriptedEmbedder({ vectors: {}, model: "text-embedding-3-small" }) }),
      },
      embeddedJudges(),
    ),
    ...criteriaJudge({ name: "completeness", rubric: rubric.replaceAll("\\n", "\n"), model }),
  };
  const [, listed = ""] = /^\$ curl .*\n([^`]*)```/m.exec(page) ?? [];
  const ids = [...new Set(Object.values(judges).flatMap(idsOf))];
  expect(listed.trim().split("\n")).toEqual(ids.toSorted());
  const [, config = "{}"] = /^```json\n([^`]*"judges"[^`]*)```/m.exec(page) ?? [];
  const { alerting } = JSON.parse(config) as { readonly alerting?: { readonly judges: readonly string[] } };
  expect(alerting?.judges.toSorted()).toEqual(ids.filter((id) => id !== "fallback/1").toSorted());
});
