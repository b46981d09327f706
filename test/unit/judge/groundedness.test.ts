import { describe, expect, it } from "vitest";
import { groundedness, interactionOf, judge } from "./judge-embedded.ts";

const policy = [
  "The refund window is 30 days from the date of purchase. Shipping costs 4.99 euros unless the order exceeds 50 euros.",
  "Premium members receive free express delivery. Returns must be sent to the warehouse in Rotterdam.",
];
const policyInChinese = [
  "退款期限为购买之日起30天。运费为4.99欧元，除非订单超过50欧元。",
  "高级会员可享受免费快递。退货须寄往鹿特丹仓库。",
];

async function claimOf(contexts: readonly string[], answer: string) {
  const { detail } = await judge("groundedness", interactionOf("Q", contexts, answer));
  const claim = detail?.claims?.[0];
  if (claim === undefined) throw new Error("No claim");
  return claim;
}

describe("groundedness", () => {
  it("is 1 for verbatim answers", async () => {
    expect(await groundedness(policy, policy.join(" "))).toBe(1);
    expect(await groundedness(policyInChinese, policyInChinese.join(""))).toBe(1);
  });

  it.each([
    "[source: a.b]",
    "[1]",
    "[^1]",
    "(source: policy.md, page 7)",
    "【1】",
    "<sup>7</sup>",
    "¹",
    "[Doc 3, p. 12]",
    "[1, p. 12]",
    "[1, pp. 12–14; 2, p. 3]",
    "(doc_7, p. 12)",
    "(policy.md, page 12)",
  ])("is 1 for verbatim answers with a citation before or after each full stop: %s", async (citation) => {
    const sentences = policy.join(" ").split(/(?<=\.) (?=[A-Z])/);
    expect(sentences).toHaveLength(4);
    const [first = "", second = "", third = "", fourth = ""] = sentences;
    expect(await groundedness(policy, sentences.map((sentence) => `${sentence} ${citation}`).join(" "))).toBe(1);
    expect(await groundedness(policy, `${first}${citation} ${second}${citation} ${third} ${citation}`)).toBe(1);
    expect(await groundedness(policy, `${fourth.slice(0, -1)} ${citation}. ${first}`)).toBe(1);
    expect(await groundedness(policyInChinese, `退款期限为购买之日起30天。${citation}高级会员可享受免费快递。`)).toBe(
      1,
    );
  });

  it("is near 0 for text from elsewhere", async () => {
    expect(
      await groundedness(
        policy,
        "Volcanic eruptions shaped Iceland's northern coastline. Glaciers carved deep fjords.",
      ),
    ).toBeLessThan(0.05);
    expect(await groundedness(policyInChinese, "火山喷发塑造了冰岛北部的海岸线。冰川雕刻出深邃的峡湾。")).toBeLessThan(
      0.1,
    );
  });

  it("is the graded share of supported claims", async () => {
    const half = await groundedness(
      policy,
      "The refund window is 30 days from the date of purchase. Glaciers carved deep fjords in northern Iceland long ago.",
    );
    expect(half).toBeGreaterThan(0.3);
    expect(half).toBeLessThan(0.7);
  });

  it.each([
    ["The refund window is 60 days from the date of purchase.", policy],
    ["Shipping costs 5.99 euros unless the order exceeds 50 euros.", policy],
    ["退款期限为购买之日起60天。", policyInChinese],
    ["Employees may work from home three days a week.", ["Employees may work from home two days a week."]],
    ["员工每周可居家办公三天。", ["员工每周可居家办公两天。"]],
  ])("is capped hard when a number is missing: %s", async (answer, contexts) => {
    const claim = await claimOf(contexts, answer);
    expect(claim.score).toBeLessThanOrEqual(0.25);
    expect(claim.flags).toContain("number_missing");
    expect(claim.verdict).toBe("unsupported");
  });

  it("does not hold a count against an answer that the context has nothing in its place for", async () => {
    const claim = await claimOf(
      ["Anna Weber, Tom Brown and Li Na lead the offices."],
      "The three offices are led by Anna Weber, Tom Brown and Li Na.",
    );
    expect(claim.flags).not.toContain("number_missing");
    expect(claim.score).toBeGreaterThan(0.25);
  });

  it("knows a number in another notation", async () => {
    const claim = await claimOf(["Revenue was $1.2 million on 2021-03-05."], "Revenue was 1,200,000 on March 5, 2021.");
    expect(claim.flags).not.toContain("number_missing");
    expect(claim.verdict).toBe("supported");
  });

  it.each([
    ["The refund window is not 30 days from the date of purchase.", policy],
    ["Premium members do not receive free express delivery.", policy],
    [
      "Returns accepted at the warehouse are processed daily.",
      ["Returns accepted at the warehouse are not processed daily."],
    ],
    ["高级会员不可享受免费快递。", policyInChinese],
  ])("catches an inserted negation: %s", async (answer, contexts) => {
    const claim = await claimOf(contexts, answer);
    expect(claim).toMatchObject({ verdict: "contradicted" });
    expect(claim.score).toBeLessThanOrEqual(0.25);
    expect(claim.flags).toContain("negation_mismatch");
  });

  it.each([
    ["The setting resolves alerts without an end time; Prometheus always sends one, so it does not matter there."],
    ["A warning must never mute a page, and a page must never mute the notice that the budget is gone."],
    ["An intent without traffic gives 0 / 0, which is NaN."],
    ["If the order is late, the fee is refunded, but not before the goods have arrived."],
    ["Verbosity bias: longer answers are favoured even when they say no more."],
    ["Refunds are no longer available until the end of May."],
    ["Cohen's kappa is `(po - pe) / (1 - pe)`, where po is the observed agreement."],
    ["内在幻觉与来源矛盾：来源说退货期限是 30 天，答案却说是 60 天。"],
    ["如果订单没有付款，系统不会发货，但会保留购物车。"],
    ["三个指标都不需要标准答案，因此可以直接用在线上流量上。"],
  ])("catches every negation inserted into or left out of a sentence repeated word for word: %s", async (sentence) => {
    const contexts = [`Something else stands before it. ${sentence} The fee is 5 euros.`];
    const changes = [
      ...sentence.matchAll(/(?<= (?:is|are|must|have|does)) (?:not |never |no longer )?/g),
      ...sentence.matchAll(/(?:没有|不|(?<!没有|不))(?=付款|会发货|需要|可以)|(?<=答案却说)(?=是)/g),
    ].map(({ 0: found, index }) => {
      const space = found.startsWith(" ") ? " " : "";
      const [put, negated] = [/[a-z]/.test(sentence) ? "not " : "不", found.trim() !== ""];
      return sentence.slice(0, index) + space + (negated ? "" : put) + sentence.slice(index + found.length);
    });
    expect(changes.length).toBeGreaterThan(0);
    expect((await claimOf(contexts, sentence)).score).toBe(1);
    for (const change of changes)
      expect(await claimOf(contexts, change)).toMatchObject({ verdict: "contradicted", text: change });
  });

  it.each([
    [
      "The fee is refundable, and shipping is free.",
      "Shipping is free, and the fee is refundable, unless it is not paid.",
    ],
    ["Members do not pay a fee.", "Members don't pay any fee."],
    ["Refunds are never available.", "Refunds are not available."],
    ["会员不需要支付运费。", "会员并不需要支付运费。"],
  ])("calls nothing contradicted where all negations agree: %s", async (answer, context) => {
    expect((await claimOf([context], answer)).verdict).toBe("supported");
  });

  it.each([
    [
      "The bank cannot pursue you in states with non-recourse loans.",
      "In states with non-recourse loans, the bank isn't allowed to pursue you at all.",
    ],
    ["If you are under 18, the contract can be voided.", "If you are not 18, the contract can be voided."],
    ["Not only members receive free delivery.", "Members receive free delivery."],
  ])("calls no paraphrase contradicted: %s", async (answer, context) => {
    expect((await claimOf([context], answer)).verdict).not.toBe("contradicted");
  });

  it("lets a sentence that agrees settle a denial", async () => {
    const contexts = ["The warehouse does not accept returns on Sunday.", "The warehouse accepts returns on Sunday."];
    expect((await claimOf(contexts, "The warehouse accepts returns on Sunday.")).verdict).toBe("supported");
  });

  it("flags names that the context has not", async () => {
    const claim = await claimOf(policy, "Returns must be sent to the warehouse in Barcelona.");
    const right = await claimOf(policy, "Returns must be sent to the warehouse in Rotterdam.");
    expect(claim.flags).toContain("entity_missing");
    expect(claim.score).toBeLessThan(right.score);
  });

  it("keeps the evidence verbatim with its chunk", async () => {
    const claim = await claimOf(policy, "Members get free express delivery.");
    expect(claim).toMatchObject({ chunkId: "c1", evidence: "Premium members receive free express delivery." });
    expect((await claimOf(policy, "Glaciers carved fjords.")).evidence).toBeUndefined();
  });

  it("judges a bare keyword", async () => {
    expect(await groundedness(policy, "Rotterdam")).toBe(1);
    expect(await groundedness(policy, "Barcelona")).toBeLessThan(0.05);
    expect(await groundedness(policyInChinese, "鹿特丹")).toBe(1);
    expect(await groundedness(policyInChinese, "巴塞罗那市政府")).toBeLessThan(0.2);
  });

  it("reads names of fields in data as words", async () => {
    const supported = await groundedness(
      ['{"OutdoorSeating": true, "name": "Uniboil"}'],
      "Uniboil has outdoor seating.",
    );
    expect(supported).toBeGreaterThan(0.8);
  });

  it("is 0 without any context when the answer claims something", async () => {
    const result = await judge("groundedness", interactionOf("Q", [], "The fee is 5 euros. Paris."));
    expect(result.outcome).toEqual({ score: 0 });
    expect(result.detail?.claims?.map((claim) => claim.verdict)).toEqual(["unsupported", "unsupported"]);
    expect(await groundedness([], "退款期限为30天。")).toBe(0);
    expect(await groundedness(["", "   ", "👍"], "Paris")).toBe(0);
  });

  it("leaves refusals out and is unscored when nothing else is there", async () => {
    const alone = await judge(
      "groundedness",
      interactionOf("Q", policy, "The documents do not mention opening hours."),
    );
    expect(alone.outcome).toEqual({ reason: "refusal" });
    const inside =
      "The documents do not mention opening hours. The refund window is 30 days from the date of purchase.";
    expect(await groundedness(policy, inside)).toBe(1);
    const empty = await judge("groundedness", interactionOf("Q", policy, "Hello! [1]"));
    expect(empty.outcome).toEqual({ reason: "no_claims" });
  });

  it("judges against what the generator was given", async () => {
    const interaction = {
      ...interactionOf("Q", policy, "Returns must be sent to the warehouse in Rotterdam."),
      generatorChunks: [{ id: "g", text: "Nothing of the kind." }],
    };
    const result = await judge("groundedness", interaction);
    expect(result.outcome).toMatchObject({ score: expect.any(Number) });
    expect("score" in result.outcome && result.outcome.score).toBeLessThan(0.1);
  });

  it("does not take a label of the answer's own for a claim", async () => {
    expect(await groundedness(policy, "**Delivery perks:** Premium members receive free express delivery.")).toBe(1);
  });
});
