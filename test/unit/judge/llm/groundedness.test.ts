import { describe, expect, test } from "vitest";
import { chunksOf, claimsReply, judge, partsOf, scriptedModel, statementsOf, type ScriptedClaim } from "./judge-llm.ts";

const report =
  "Acme was founded in 1990 by Ada Byron. Its revenue was 10 billion euros in 2020, up 15 percent. Refunds are not paid for opened goods.";

async function judgeReport(answer: string, ...claims: ScriptedClaim[]) {
  const model = scriptedModel(claimsReply(...claims));
  const judged = await judge("groundedness", { chunks: chunksOf(report), answer }, { model });
  return { ...judged, model, claims: judged.result.detail?.claims ?? [] };
}

describe("the score", () => {
  test("ten claims of which two are unsupported give 0.8", async () => {
    const colours = ["red", "green", "blue", "white", "black", "yellow", "orange", "purple"];
    const text = colours.map((colour) => `The ${colour} valve closes the ${colour} pipe.`).join(" ");
    const invented = ["Every pump was painted twice.", "The foreman likes chess."];
    const statements = [...colours.map((colour) => `The ${colour} valve closes the ${colour} pipe.`), ...invented];
    const model = scriptedModel(
      claimsReply(
        ...statements.map((claim, at) => ({ statement: at + 1, claim, quotes: at < 8 ? [statements[at] ?? ""] : [] })),
      ),
    );
    const { result } = await judge("groundedness", { chunks: chunksOf(text), answer: statements.join(" ") }, { model });
    expect(result.outcome).toEqual({ score: 0.8 });
    expect(result.detail?.claims?.map(({ verdict }) => verdict)).toEqual([
      ...colours.map(() => "supported"),
      "unsupported",
      "unsupported",
    ]);
    expect(model.requests).toHaveLength(1);
  });

  test("nothing retrieved and an answer that makes claims is 0, and costs no call", async () => {
    const model = scriptedModel("never asked");
    const { result } = await judge("groundedness", { chunks: [], answer: "Refunds take 5 days." }, { model });
    expect(result.outcome).toEqual({ score: 0 });
    expect(model.requests).toHaveLength(0);
  });

  test.each([
    ["I don't know.", "refusal"],
    ["我不知道。", "refusal"],
    ["Hello!", "no_claims"],
  ])("%s is %s, and costs no call", async (answer, reason) => {
    const model = scriptedModel("never asked");
    const { result } = await judge("groundedness", { chunks: chunksOf(report), answer }, { model });
    expect(result.outcome).toEqual({ reason });
    expect(model.requests).toHaveLength(0);
  });

  test("a refusal sentence is no claim", async () => {
    const { result, model } = await judgeReport(
      "The documents do not say who runs Acme today. Acme was founded in 1990.",
      { statement: 1, claim: "Acme was founded in 1990.", quotes: ["Acme was founded in 1990"] },
    );
    expect(result.outcome).toEqual({ score: 1 });
    expect([...statementsOf(model.requests[0] ?? { input: "" }).values()]).toEqual(["Acme was founded in 1990."]);
  });

  test("a foreign refusal that our rules do not know is one when the model says so", async () => {
    const model = scriptedModel(claimsReply({ statement: 1, claim: "", verdict: "[NO_CLAIM]" }));
    const query = "¿Cuál es la fecha de la reunión y quiénes son los asistentes?";
    const answer = "Lo siento, no encuentro esa información en los documentos que tengo a mano.";
    const { result } = await judge("groundedness", { query, chunks: chunksOf(report), answer }, { model });
    expect(result.outcome).toEqual({ reason: "refusal" });
  });

  test.each([["Acme was founded in 1850."], ["Acme sells hammers."], ["公司总部位于北京。"]])(
    "%s cannot be declared to state nothing",
    async (answer) => {
      const { result, model } = await judgeReport(answer, { statement: 1, claim: "", verdict: "[NO_CLAIM]" });
      expect(result.outcome).toEqual({ score: 0 });
      expect(model.requests[0]?.instructions).not.toContain("[NO_CLAIM]");
    },
  );

  test("nor can a foreign one with a number, or a long one", async () => {
    const spanish = "La empresa fue fundada en 1850 por una familia de los alrededores.";
    const { result } = await judgeReport(spanish, { statement: 1, claim: "", verdict: "[NO_CLAIM]" });
    expect(result.outcome).toEqual({ score: 0 });
  });
});

describe("quotes", () => {
  const answer = "Acme was founded in 1990.";
  const claim = { statement: 1, claim: answer };

  test("a verified quote supports; chunk and whole sentence are the evidence", async () => {
    const { result, claims } = await judgeReport(answer, { ...claim, quotes: ["acme WAS  founded in 1990"] });
    expect(result.outcome).toEqual({ score: 1 });
    expect(claims).toEqual([
      {
        text: answer,
        verdict: "supported",
        score: 1,
        chunkId: "a",
        evidence: "Acme was founded in 1990 by Ada Byron.",
        flags: [],
      },
    ]);
  });

  test("a quote that is not in the chunk makes the claim unsupported and is counted", async () => {
    const { claims, findings } = await judgeReport(answer, {
      ...claim,
      quotes: ["The register shows that Acme began in 1990"],
    });
    expect(claims[0]).toMatchObject({ verdict: "unsupported", score: 0, flags: ["fabricated_quote"] });
    expect(findings).toEqual({ fabricated_quote: 1 });
  });

  test("one invented quote among true ones is enough", async () => {
    const { claims, findings } = await judgeReport(answer, {
      ...claim,
      quotes: ["founded in 1990", "so say the records of the town"],
    });
    expect(claims[0]?.verdict).toBe("unsupported");
    expect(findings).toEqual({ fabricated_quote: 1 });
  });

  test("a quote is looked up in the chunk that it names, and nowhere else", async () => {
    const model = scriptedModel(claimsReply({ ...claim, quotes: [[2, "Acme was founded in 1990"]] }));
    const { result, findings } = await judge(
      "groundedness",
      { chunks: chunksOf(report, "Nothing here."), answer },
      { model },
    );
    expect(result.outcome).toEqual({ score: 0 });
    expect(findings).toEqual({ fabricated_quote: 1 });
  });

  test.each([[0], [3], [-1], [1.5]])("chunk %s does not exist", async (chunk) => {
    const reply = claimsReply({ ...claim, quotes: [[chunk, "Acme was founded in 1990"]] });
    const { result } = await judge(
      "groundedness",
      { chunks: chunksOf(report), answer },
      { model: scriptedModel(reply) },
    ).catch((error: { reason: string }) => ({ result: { outcome: { reason: error.reason } } }));
    expect(result.outcome).not.toEqual({ score: 1 });
  });

  test("a supported claim without a quote is not supported", async () => {
    const { claims } = await judgeReport(answer, { ...claim, verdict: "supported" });
    expect(claims[0]?.verdict).toBe("unsupported");
  });

  test("[UNSUPPORTED] in the place of a quote is none", async () => {
    const { claims, findings } = await judgeReport(answer, {
      ...claim,
      verdict: "supported",
      quotes: ["[UNSUPPORTED]"],
    });
    expect(claims[0]?.verdict).toBe("unsupported");
    expect(findings).toEqual({});
  });

  test("nor are signs alone", async () => {
    const { claims, findings } = await judgeReport(answer, { ...claim, quotes: ["…!", "founded in 1990"] });
    expect(claims[0]?.verdict).toBe("supported");
    expect(findings).toEqual({});
  });

  test("a real sentence that has nothing to do with the claim does not support it", async () => {
    const { claims } = await judgeReport("The founder enjoyed sailing boats.", {
      statement: 1,
      claim: "The founder enjoyed sailing boats.",
      quotes: ["Refunds are not paid for opened goods."],
    });
    expect(claims[0]).toMatchObject({ verdict: "unsupported", flags: ["low_overlap"] });
  });

  test("minOverlap 0 leaves that to the model", async () => {
    const text = "Payouts leave us within a week.";
    const model = scriptedModel(
      claimsReply({ statement: 1, claim: text, quotes: ["Money is sent in under seven days."] }),
    );
    const interaction = { chunks: chunksOf("Money is sent in under seven days."), answer: text };
    expect((await judge("groundedness", interaction, { model })).result.outcome).toEqual({ score: 0 });
    expect((await judge("groundedness", interaction, { model, minOverlap: 0 })).result.outcome).toEqual({ score: 1 });
  });
});

describe("rules for numbers and negations", () => {
  test.each([
    ["Acme was founded in 1991.", "Acme was founded in 1990", "number_missing"],
    ["Acme's revenue was 10 million euros in 2020.", "Its revenue was 10 billion euros in 2020", "number_missing"],
    ["Acme's revenue was 10 billion dollars in 2020.", "Its revenue was 10 billion euros in 2020", "number_missing"],
    ["Refunds are paid for opened goods.", "Refunds are not paid for opened goods.", "negation_mismatch"],
  ])("%s is not supported by %s", async (answer, quote, flag) => {
    const { claims } = await judgeReport(answer, { statement: 1, claim: answer, quotes: [quote] });
    expect(claims[0]?.verdict).not.toBe("supported");
    expect(claims[0]?.flags).toContain(flag);
  });

  test.each([
    ["The trial of the tool lasts 14 days.", "The trial of the tool lasts 2 weeks.", true],
    ["The film came out 20 years ago.", "The film came out two decades ago.", true],
    ["The parcel weighs 1.5 kg.", "The parcel weighs 1,500 grams.", true],
    ["The treaty was signed in the 1990s.", "The treaty was signed in 1994.", true],
    ["Version 2.1 fixed the crash.", "The crash is fixed in v2.1.", true],
    ["The trial of the tool lasts 15 days.", "The trial of the tool lasts 2 weeks.", false],
    ["The treaty was signed in the 1980s.", "The treaty was signed in 1994.", false],
    ["Version 2.2 fixed the crash.", "The crash is fixed in v2.1.", false],
  ])("%s and %s: %s", async (answer, text, holds) => {
    const model = scriptedModel(claimsReply({ statement: 1, claim: answer, quotes: [text] }));
    const { result } = await judge("groundedness", { chunks: chunksOf(text), answer }, { model });
    expect(result.outcome).toEqual({ score: holds ? 1 : 0 });
  });

  test("a part of a number is not the number", async () => {
    const { claims } = await judgeReport("Revenue was 0 billion euros.", {
      statement: 1,
      claim: "Revenue was 0 billion euros.",
      quotes: ["0 billion euros"],
    });
    expect(claims[0]?.verdict).toBe("unsupported");
  });

  test("numbers may be written in another way", async () => {
    const answer = "Acme's revenue was 10bn euros in 2020.";
    const { claims } = await judgeReport(answer, {
      statement: 1,
      claim: answer,
      quotes: ["Its revenue was 10 billion euros in 2020"],
    });
    expect(claims[0]).toMatchObject({ verdict: "supported", flags: [] });
  });

  test("a denied sentence is a contradiction, whatever the model says", async () => {
    const answer = "Refunds are paid for opened goods.";
    const { claims } = await judgeReport(answer, {
      statement: 1,
      claim: answer,
      quotes: ["Refunds are not paid for opened goods."],
    });
    expect(claims[0]?.verdict).toBe("contradicted");
  });

  test("the model's contradiction stands when its quote does", async () => {
    const answer = "Acme was founded by Charles Babbage.";
    const quoted = { statement: 1, claim: answer, verdict: "contradicted" };
    const found = await judgeReport(answer, { ...quoted, quotes: ["Acme was founded in 1990 by Ada Byron"] });
    expect(found.claims[0]).toMatchObject({ verdict: "contradicted", score: 0, flags: [] });
    const unrelated = await judgeReport(answer, { ...quoted, quotes: ["Refunds are not paid for opened goods."] });
    expect(unrelated.claims[0]?.verdict).toBe("unsupported");
    const invented = await judgeReport(answer, { ...quoted, quotes: ["It was Grace who did"] });
    expect(invented.claims[0]?.verdict).toBe("unsupported");
  });
});

describe("claims", () => {
  test("a compound statement is two claims, as the model splits it", async () => {
    const answer = "Revenue was 10 billion euros, up 25 percent.";
    const { result, claims } = await judgeReport(
      answer,
      { statement: 1, claim: "Revenue was 10 billion euros", quotes: ["Its revenue was 10 billion euros in 2020"] },
      { statement: 1, claim: "Revenue was up 25 percent" },
    );
    expect(claims.map(({ text }) => text)).toEqual(["Revenue was 10 billion euros", "Revenue was up 25 percent"]);
    expect(result.outcome).toEqual({ score: 0.5 });
  });

  test("one that the model does not split is split by rule", async () => {
    const answer = "Revenue was 10 billion euros, up 25 percent.";
    const { result, claims } = await judgeReport(answer, {
      statement: 1,
      claim: answer,
      quotes: ["Its revenue was 10 billion euros in 2020, up 15 percent"],
    });
    expect(claims.map(({ text, verdict }) => [text, verdict])).toEqual([
      ["Revenue was 10 billion euros", "supported"],
      ["up 25 percent.", "unsupported"],
    ]);
    expect(result.outcome).toEqual({ score: 0.5 });
  });

  test("a clause that nothing quoted states does not ride along", async () => {
    const answer = "Acme was founded in 1990 and was acquired by Globex.";
    const { result, claims } = await judgeReport(answer, {
      statement: 1,
      claim: answer,
      quotes: ["Acme was founded in 1990 by Ada Byron."],
    });
    expect(claims.map(({ text, verdict }) => [text, verdict])).toEqual([
      ["Acme was founded in 1990", "supported"],
      ["was acquired by Globex.", "unsupported"],
    ]);
    expect(result.outcome).toEqual({ score: 0.5 });
  });

  test("a statement left out is asked for again", async () => {
    const answer = "Acme was founded in 1990. Ada Byron founded Acme.";
    const [one, two] = [
      { statement: 1, claim: "Acme was founded in 1990.", quotes: ["Acme was founded in 1990"] },
      { statement: 2, claim: "Ada Byron founded Acme.", quotes: ["founded in 1990 by Ada Byron"] },
    ];
    const model = scriptedModel([claimsReply(one), claimsReply(two)]);
    const { result, findings } = await judge("groundedness", { chunks: chunksOf(report), answer }, { model });
    expect(result.outcome).toEqual({ score: 1 });
    expect(findings).toEqual({ missing_claim: 1 });
    expect([...statementsOf(model.requests[1] ?? { input: "" })]).toEqual([[2, "Ada Byron founded Acme."]]);
  });

  test("left out twice it is judge_invalid_output; what the calls used is noted", async () => {
    const answer = "Acme was founded in 1990. Ada Byron founded Acme.";
    const model = scriptedModel(
      claimsReply({ statement: 1, claim: "Acme was founded in 1990.", quotes: ["Acme was founded in 1990"] }),
    );
    await expect(judge("groundedness", { chunks: chunksOf(report), answer }, { model })).rejects.toMatchObject({
      reason: "judge_invalid_output",
      code: "claim_left_out",
    });
    expect(model.requests).toHaveLength(2);
  });

  test("a number that the claims drop makes the statement a claim by itself", async () => {
    const answer = "Revenue was 10 billion euros, up 25 percent.";
    const { claims, findings, model } = await judgeReport(answer, {
      statement: 1,
      claim: "Revenue was 10 billion euros",
      quotes: ["Its revenue was 10 billion euros in 2020"],
    });
    expect(model.requests).toHaveLength(2);
    expect(findings).toEqual({ missing_claim: 1 });
    expect(claims.some(({ verdict, text }) => verdict === "unsupported" && text.includes("25"))).toBe(true);
  });

  test("a negation that the claims drop is not dropped", async () => {
    const answer = "Refunds are never paid in euros.";
    const text = "Refunds are paid in euros.";
    const model = scriptedModel(claimsReply({ statement: 1, claim: text, quotes: [text] }));
    const { result } = await judge("groundedness", { chunks: chunksOf(text), answer }, { model });
    expect(result.outcome).toEqual({ score: 0 });
  });

  test("an extra claim does not count", async () => {
    const { claims } = await judgeReport(
      "Acme was founded in 1990.",
      { statement: 1, claim: "Acme was founded in 1990.", quotes: ["Acme was founded in 1990"] },
      { statement: 1, claim: "Ships sail at noon from Hamburg." },
      { statement: 7, claim: "Acme was founded in 1990.", quotes: ["Acme was founded in 1990"] },
    );
    expect(claims).toHaveLength(1);
  });

  test("a claim said several times counts once", async () => {
    const quotes = ["Acme was founded in 1990 by Ada Byron"];
    const { claims } = await judgeReport(
      "Acme was founded in 1990 by Ada Byron.",
      { statement: 1, claim: "Acme was founded in 1990 by Ada Byron.", quotes },
      { statement: 1, claim: "Acme was founded in 1990.", quotes },
      { statement: 1, claim: "Acme was founded.", quotes },
      { statement: 1, claim: "Acme was founded in 1990 by Ada Byron.", quotes },
    );
    expect(claims).toHaveLength(1);
  });

  test("a bare yes says what the query asks", async () => {
    const reply = claimsReply({
      statement: 1,
      claim: "Yes, they are.",
      quotes: ["Refunds are paid for opened goods."],
    });
    const ask = (query: string) =>
      judge(
        "groundedness",
        { query, answer: "Yes, they are.", chunks: chunksOf("Refunds are paid for opened goods.") },
        { model: scriptedModel(reply) },
      );
    expect((await ask("Are refunds paid for opened goods?")).result.outcome).toEqual({ score: 1 });
    expect((await ask("Do ships sail from Hamburg?")).result.outcome).toEqual({ score: 0 });
  });
});

describe("languages", () => {
  test("Chinese claims are split, quoted and checked", async () => {
    const text = "公司2020年收入为10亿元，同比增长15%。总部位于上海。";
    const answer = "公司2020年收入为10亿元，同比增长25%。总部位于上海。";
    const model = scriptedModel(
      claimsReply(
        { statement: 1, claim: "公司2020年收入为10亿元", quotes: ["公司2020年收入为10亿元"] },
        { statement: 1, claim: "收入同比增长25%", quotes: ["同比增长15%"] },
        { statement: 2, claim: "总部位于上海", quotes: ["总部位于上海。"] },
      ),
    );
    const { result } = await judge("groundedness", { chunks: chunksOf(text), answer }, { model });
    expect(result.detail?.claims?.map(({ verdict }) => verdict)).toEqual(["supported", "unsupported", "supported"]);
    expect(result.outcome).toEqual({ score: 0.6667 });
  });

  test("an unrelated Chinese sentence does not support a Chinese claim", async () => {
    const model = scriptedModel(
      claimsReply({ statement: 1, claim: "产品支持七天无理由退货", quotes: ["总部位于上海。"] }),
    );
    const { result } = await judge(
      "groundedness",
      { chunks: chunksOf("总部位于上海。"), answer: "产品支持七天无理由退货。" },
      { model },
    );
    expect(result.outcome).toEqual({ score: 0 });
  });

  test.each([
    ["Die Rückgabefrist beträgt 30 Tage.", "Sie können die Ware innerhalb von 30 Tagen zurückgeben."],
    ["Der Umsatz stieg um 15 %.", "Für das Jahr wurde ein Umsatzwachstum von 15 Prozent erzielt."],
    ["Der Umsatz betrug 10 Milliarden Euro.", "Umsatz des Jahres: 10 Mrd. €, wie der Bericht zeigt."],
  ])("German nouns are no names: %s", async (answer, quote) => {
    const text = `Das ist der Bericht der Firma, die nicht von der Bank ist. ${quote}`;
    const model = scriptedModel(claimsReply({ statement: 1, claim: answer, quotes: [quote] }));
    expect((await judge("groundedness", { chunks: chunksOf(text), answer }, { model })).result.outcome).toEqual({
      score: 1,
    });
  });

  test("nor are they in an answer of a few words", async () => {
    const answer = "Die Lieferzeit beträgt 3 Tage.";
    const text = "Wir liefern die Ware in 3 Tagen.";
    const model = scriptedModel(claimsReply({ statement: 1, claim: answer, quotes: [text] }));
    expect((await judge("groundedness", { chunks: chunksOf(text), answer }, { model })).result.outcome).toEqual({
      score: 1,
    });
  });

  test("and an unrelated German sentence does not support a claim", async () => {
    const answer = "Die Firma verkauft Hämmer in der Schweiz.";
    const text = "Das ist der Bericht der Bank, die nicht von der Stadt ist. Die Rückgabe ist in der Regel möglich.";
    const model = scriptedModel(
      claimsReply({ statement: 1, claim: answer, quotes: ["Die Rückgabe ist in der Regel möglich."] }),
    );
    expect((await judge("groundedness", { chunks: chunksOf(text), answer }, { model })).result.outcome).toEqual({
      score: 0,
    });
  });

  test("between languages the words are left to the model, the numbers are not", async () => {
    const german = "Die Rückgabe ist innerhalb von 30 Tagen möglich und die Kosten trägt der Kunde mit dem Versand.";
    const ask = (answer: string) =>
      judge(
        "groundedness",
        { chunks: chunksOf(german), answer },
        {
          model: scriptedModel(
            claimsReply({ statement: 1, claim: answer, quotes: ["Die Rückgabe ist innerhalb von 30 Tagen möglich"] }),
          ),
        },
      );
    expect((await ask("The return of the goods is possible within 30 days, by the terms.")).result.outcome).toEqual({
      score: 1,
    });
    expect((await ask("The return of the goods is possible within 60 days, by the terms.")).result.outcome).toEqual({
      score: 0,
    });
  });
});

describe("the request", () => {
  test("has the chunks that the generator was given, the query and the statements between random delimiters", async () => {
    const model = scriptedModel(
      claimsReply({ statement: 1, claim: "Acme was founded in 1990.", quotes: ["founded in 1990"] }),
    );
    await judge(
      "groundedness",
      {
        query: "When?",
        answer: "Acme was founded in 1990.",
        chunks: chunksOf("unused"),
        generatorChunks: chunksOf(report, "Other."),
      },
      { model },
    );
    const [request] = model.requests;
    expect([...partsOf(request ?? { input: "" })]).toEqual([
      ["chunk 1", report],
      ["chunk 2", "Other."],
      ["query", "When?"],
      ["statements", "1. Acme was founded in 1990."],
    ]);
    expect(request?.schema?.name).toBe("groundedness");
    expect(JSON.stringify(request?.schema)).not.toContain("[NO_CLAIM]");
    expect(request?.instructions).not.toContain("Acme");
  });
});
