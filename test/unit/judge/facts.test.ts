import { describe, expect, it } from "vitest";
import { interactionOf, judge } from "./judge-embedded.ts";

async function claimsOf(context: string, answer: string) {
  return (await judge("groundedness", interactionOf("Q", [context], answer))).detail?.claims ?? [];
}

// Context, then an answer with one fact changed.
const wrong: readonly (readonly [string, string])[] = [
  ["The timeout is 30 seconds.", "The timeout is 30 minutes."],
  ["The timeout is 30 seconds and the queue holds 50 jobs.", "The timeout is 50 seconds and the queue holds 30 jobs."],
  ["The route takes 30 ms.", "The route takes 30 s."],
  ["The disk holds 5 GB.", "The disk holds 5 MB."],
  ["Shipping costs 4.99 euros.", "Shipping costs 4.99 dollars."],
  ["Shipping costs €4.99.", "Shipping costs $4.99."],
  ["The race is 10 km long.", "The race is 10 miles long."],
  ["The contract ends in March 2021.", "The contract ends in April 2021."],
  ["The contract ends on 5 March 2021.", "The contract ends on 5 May 2021."],
  ["The shop is closed on Monday.", "The shop is closed on Tuesday."],
  ["Revenue was 3 million dollars.", "Revenue was 3 billion dollars."],
  ["Revenue was $3.5m.", "Revenue was $3.5bn."],
  ["Sales rose by 5 percent.", "Sales rose by 5 units."],
  ["Profit rose by 12% in 2020 and fell by 7% in 2021.", "Profit rose by 7% in 2020 and fell by 12% in 2021."],
  ["The fee is 20 euros.", "The fee is thirty euros."],
  ["The trial lasts 14 days.", "The trial lasts 14 weeks."],
  ["The trial lasts 14 days.", "The trial lasts 15 days."],
  ["He was born in 1964.", "He was born in 1965."],
  ["Version 3.2 is required.", "Version 3.3 is required."],
  ["超时时间为30秒。", "超时时间为30分钟。"],
  ["公司有1.2万名员工。", "公司有1.2亿名员工。"],
  ["会议在3月5日举行。", "会议在4月5日举行。"],
  ["商店周一休息。", "商店周二休息。"],
  ["费用为20元。", "费用为20美元。"],
  ["退款期限为30天，换货期限为15天。", "退款期限为15天，换货期限为30天。"],
  ["销量增长了百分之五。", "销量增长了百分之六。"],
  ["增长了5%。", "增长了5倍。"],
  ["试用期为三个月。", "试用期为三年。"],
  ["The minimum age is 18.", "The minimum age is 21."],
  ["Open 9 am to 5 pm.", "Open 9 am to 6 pm."],
];

// Context, then an answer that says the same in another form.
const right: readonly (readonly [string, string])[] = [
  ["The contract ends on 2021-03-05.", "The contract ends on March 5, 2021."],
  ["The contract ends on 5 March 2021.", "The contract ends on 05/03/2021."],
  ["The contract ends on March 5, 2021.", "The contract ends on 3/5/2021."],
  ["The contract ends on 5 March 2021.", "The contract ends on 5.3.2021."],
  ["The contract ends on March 5th, 2021.", "The contract ends on 5th of March 2021."],
  ["The contract ends on 2021-03-05.", "The contract ends on 2021/03/05."],
  ["The contract ends on 5 Mar 2021.", "The contract ends on March 5, 2021."],
  ["合同于2021年3月5日到期。", "合同于2021-03-05到期。"],
  ["合同于二〇二一年三月五日到期。", "合同于2021年3月5日到期。"],
  ["There are 1,250 users.", "There are 1250 users."],
  ["There are 1 250 users.", "There are 1,250 users."],
  ["There are 1250 users.", "There are 1'250 users."],
  ["The fee is 20 euros.", "The fee is twenty euros."],
  ["The fee is twenty euros.", "The fee is 20 euros."],
  ["The fee is one hundred and twenty euros.", "The fee is 120 euros."],
  ["费用为二十元。", "费用为20元。"],
  ["费用为20元。", "费用为二十元。"],
  ["公司有1.2万名员工。", "公司有12000名员工。"],
  ["公司有12,000名员工。", "公司有1.2万名员工。"],
  ["公司有12000名员工。", "公司有一万二千名员工。"],
  ["公司有12000名员工。", "公司有一万两千名员工。"],
  ["Revenue was 1.5 million dollars.", "Revenue was $1,500,000."],
  ["Revenue was $1.5M.", "Revenue was 1.5 million dollars."],
  ["Sales rose by 5%.", "Sales rose by 5 percent."],
  ["Sales rose by 5 per cent.", "Sales rose by 5%."],
  ["增长了5%。", "增长了百分之五。"],
  ["The timeout is 30 seconds.", "The timeout is 30 s."],
  ["The timeout is 30s.", "The timeout is 30 seconds."],
  ["The disk holds 5GB.", "The disk holds 5 GB."],
  ["The disk holds 5 gigabytes.", "The disk holds 5 GB."],
  ["The race is 10 km long.", "The race is 10 kilometres long."],
  ["The race is 10km long.", "The race is 10 kilometers long."],
  ["Shipping costs €4.99.", "Shipping costs 4.99 euros."],
  ["Shipping costs $5.", "Shipping costs 5 dollars."],
  ["Shipping costs USD 5.00.", "Shipping costs $5."],
  ["The trial lasts 30 days.", "The trial lasts 30-day."],
  ["The trial lasts two weeks.", "The trial lasts 2 weeks."],
  ["The film ran in the 1990s.", "The film ran in the 1990s."],
  ["The 3rd edition is out.", "The third edition is out."],
  ["It opens at 9:00.", "It opens at 9 am."],
  ["It closes at 17:00.", "It closes at 5 pm."],
  ["Wash your hands. Dry them.", "1. Wash your hands.\n2. Dry them."],
  ["Wash your hands. Dry them.", "(1) Wash your hands. (2) Dry them."],
  ["Wash your hands. Dry them.", "Step 1: Wash your hands.\nStep 2: Dry them."],
  ["Wash your hands. Dry them.", "**Step 1:** Wash your hands.\n**Step 2:** Dry them."],
  ["Wash your hands. Dry them.", "First, wash your hands. Second, dry them."],
  ["Wash your hands. Dry them.", "1) Wash your hands; 2) Dry them."],
  ["Wash your hands. Dry them.", "2.1 Wash your hands.\n2.2 Dry them."],
  ["洗手。擦干。", "1、洗手。\n2、擦干。"],
  ["洗手。擦干。", "第一，洗手。第二，擦干。"],
  ["请先洗手再吃饭。", "第一步：请先洗手再吃饭。"],
  ["1. Wash your hands.\n2. Dry them.", "Step 2 is to dry your hands."],
  ["Refunds take 30 days.", "Refunds take 30 days [policy.md, p. 12]."],
  ["Refunds take 30 days.", "Refunds take 30 days (see section 4.2)."],
  ["Refunds take 30 days.", "According to passage 7, refunds take 30 days."],
  ["Refunds take 30 days.", "According to passages 7 and 8, refunds take 30 days."],
  ["Refunds take 30 days.", "According to documents 7, 8, and 9, refunds take 30 days."],
  ["Refunds take 30 days.", "Refunds take 30 days【12】."],
  ["退款需要30天。", "根据文档7，退款需要30天。"],
  ["退款需要30天。", "退款需要30天（来源：文档12）。"],
  ["The name change takes place in 2018-2019.", "The name change takes place in 2018–19."],
  ["Call us: (510) 208-4832.", "Phone: 510-208-4832"],
  ["(510) 208-4832 is the number.", "Phone: (510) 208-4832"],
  ["Half of the users pay.", "50% of the users pay."],
  ["A quarter of the users pay.", "25 percent of the users pay."],
  ["The price doubled.", "The price doubled."],
  ["Temperatures reach 35 °C.", "Temperatures reach 35°C."],
  ["The ratio is 0.5.", "The ratio is .5."],
  ["The ratio is 0.50.", "The ratio is 0.5."],
  ["The score is 3.0.", "The score is 3."],
  ["Sales: 1.250,50 EUR.", "Sales: 1,250.50 EUR."],
  ["It takes one day.", "It takes 1 day."],
  ["It takes 1 day.", "It takes one day."],
  ["It takes 60 days.", "It takes sixty days."],
  ["World War II ended.", "World War 2 ended."],
  ["人口为三千五百万。", "人口为3500万。"],
  ["人口为3,500万。", "人口为35,000,000。"],
  ["会议在周一举行。", "会议在星期一举行。"],
  ["会议在下午3点举行。", "会议在15:00举行。"],
  ["约占三分之一。", "约占1/3。"],
  ["共有12名学生。", "共有十二名学生。"],
];

describe("facts of an answer", () => {
  it.each(wrong)("%s is no ground for: %s", async (context, answer) => {
    const claims = await claimsOf(context, answer);
    expect(claims.some(({ verdict }) => verdict !== "supported")).toBe(true);
    expect(Math.min(...claims.map(({ score }) => score))).toBeLessThanOrEqual(0.3);
  });

  it.each(right)("%s is ground for: %s", async (context, answer) => {
    const claims = await claimsOf(context, answer);
    expect(claims).not.toEqual([]);
    for (const { verdict, flags } of claims) {
      expect(verdict).toBe("supported");
      expect(flags).toEqual([]);
    }
  });

  it("counts a number in its place only where the sentence is repeated", async () => {
    const context =
      "The 2017 Games, officially known as the 23rd Summer Games, were held in Turkey. They cost 40 million.";
    for (const answer of ["the 23rd Summer Games", "The 23rd Summer Games were held in Turkey."])
      expect((await claimsOf(context, answer))[0]).toMatchObject({ verdict: "supported" });
    expect((await claimsOf(context, "They cost 23 million."))[0]).toMatchObject({ verdict: "unsupported" });
    expect((await claimsOf("Pay 5, 10 or 20 euros.", "Pay 10 or 20 euros."))[0]).toMatchObject({
      verdict: "supported",
    });
  });

  it("takes a number for found where what it counts cannot be told", async () => {
    for (const context of ["| days | 14 |", "Trial: 14", "The trial lasts 14 days; the notice is 14 weeks."])
      expect((await claimsOf(context, "The trial lasts 14 weeks."))[0]?.flags).not.toContain("number_missing");
  });
});

describe("a minus sign", () => {
  it.each([
    ["It is 5 degrees in January.", "It is -5 degrees in January."],
    ["It is 5 degrees in January.", "It is minus 5 degrees in January."],
    ["冬天气温是5度。", "冬天气温是零下5度。"],
    ["冬天气温是5度。", "冬天气温是零下五度。"],
  ])("makes another number: %s %s", async (plain, negative) => {
    for (const [context, answer] of [
      [plain, negative],
      [negative, plain],
    ] as const) {
      const { detail } = await judge("groundedness", interactionOf("Q", [context], answer));
      expect(detail?.claims).toMatchObject([{ verdict: "unsupported", flags: ["number_missing"] }]);
    }
  });

  it.each([
    ["It is -5 degrees in January.", "It is −5 degrees in January."],
    ["It is minus 5 degrees in January.", "It is -5 degrees in January."],
    ["冬天气温是零下5度。", "冬天气温是-5度。"],
    ["Growth in 2020: -5%", "Growth in 2020 fell by 5%."],
    ["Open 9-5 on Mondays.", "Open 9 - 5 on Mondays."],
    ["Take 5-10 pills on 2020-05-03.", "Take 5 -10 pills on 2020-05-03."],
  ])("is read in every notation, and is none in a range: %s %s", async (context, answer) => {
    const { detail } = await judge("groundedness", interactionOf("Q", [context], answer));
    expect(detail?.claims).toMatchObject([{ verdict: "supported", flags: [] }]);
  });
});
