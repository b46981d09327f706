import { describe, expect, test } from "vitest";
import { isAimedAtJudges } from "../../../../src/judge/llm/evidence/aimed-at-judges.ts";
import { coverageOf, readClaim, readText } from "../../../../src/judge/llm/evidence/claim-reading.ts";
import { areInOtherLanguages, languageOf, likelyLanguageOf } from "../../../../src/judge/llm/evidence/language-of.ts";
import { splitClauses } from "../../../../src/judge/llm/groundedness/split-clauses.ts";
import { splitCompound } from "../../../../src/judge/llm/groundedness/split-compound.ts";
import { foldText } from "../../../../src/judge/llm/quotes/fold-text.ts";
import { findNearly } from "../../../../src/judge/llm/quotes/near-match.ts";
import { readChunk } from "../../../../src/judge/llm/quotes/readable-chunk.ts";

const text = `Acme was founded in 1990 by Ada Byron, a countess. It sells anvils!

- The café "Zum Anker" is ﬁne.
- 公司总部位于上海，员工一百人。`;

function sentencesOf(quote: string): readonly string[] | undefined {
  const chunk = readChunk({ id: "a", text }, text);
  return chunk.find(quote)?.map((number) => text.slice(chunk.sentences[number]?.start, chunk.sentences[number]?.end));
}

const [first, second, third, fourth] = [
  "Acme was founded in 1990 by Ada Byron, a countess.",
  "It sells anvils!",
  'The café "Zum Anker" is ﬁne.',
  "公司总部位于上海，员工一百人。",
];

describe("a quote is found", () => {
  test.each([
    ["verbatim", "founded in 1990 by Ada Byron", [first]],
    ["in another case", "FOUNDED IN 1990 BY ada byron", [first]],
    ["with other white space", "founded\n in   1990", [first]],
    ["with other punctuation", "“founded in 1990, by Ada Byron; a countess”", [first]],
    ["in another Unicode form", "The cafe\u0301 'Zum Anker' is fine", [third]],
    ["in full-width letters", "Ｉｔ ｓｅｌｌｓ", [second]],
    ["in Chinese", "总部位于上海", [fourth]],
    ["over two sentences", "Ada Byron, a countess. It sells", [first, second]],
    ["over list items with their markers", "is fine.\n- 公司总部", [third, fourth]],
    ["with words left out", "Acme was founded … by Ada Byron", [first]],
    ["with words left out in brackets", "Acme was founded [...] It sells anvils", [first, second]],
    ["with a slip, as it is long", "Acme was founded in 1990 by Ada Byrom, a countes.", [first]],
  ])("%s", (_, quote, sentences) => {
    expect(sentencesOf(quote)).toEqual(sentences);
  });
});

describe("a quote is not found", () => {
  test.each([
    ["of other words", "Acme was bought in 1990"],
    ["with a slip, as it is short", "founded in 1991"],
    ["with too many slips", "Acme wos fuonded im 1990 bi Aba Byrom, o cauntess."],
    ["of signs alone", "!?…"],
    ["of nothing", "  "],
    ["of which one part is not there", "Acme was founded … by Charles Babbage"],
    ["that goes beyond the end", "员工一百人。还有更多"],
  ])("%s", (_, quote) => {
    expect(sentencesOf(quote)).toBeUndefined();
  });
});

describe("near matches", () => {
  const wanted = "thequickbrownfoxjumpsoverthelazydogandrunsintothewoods";
  const found = (given: string, within: string) => {
    const at = findNearly(given, within);
    return at && within.slice(at.start, at.end);
  };

  test("are within a twentieth of the length, wherever the differences are", () => {
    expect(wanted.length).toBe(54);
    for (let at = 0; at < wanted.length; at += 7) {
      const changed = `${wanted.slice(0, at)}X${wanted.slice(at + 1)}`;
      const dropped = wanted.slice(0, at) + wanted.slice(at + 1);
      expect(found(changed, `before${wanted}after`)).toBeDefined();
      expect(found(dropped, `before${wanted}after`)).toBeDefined();
    }
    expect(found(wanted.replace("quick", "qXiXk"), wanted)).toBeDefined();
    expect(found(wanted.replace("quick", "qXXXk"), wanted)).toBeUndefined();
  });

  test("are not looked for in short texts", () => {
    expect(findNearly("quickbrownfox", "quickbrownfix")).toBeUndefined();
  });

  test("take bounded time where a text repeats itself", () => {
    const repeated = "ab".repeat(100_000);
    const quote = `${"ab".repeat(500)}${"xy".repeat(300)}`;
    expect(findNearly(quote, repeated)).toBeUndefined();
  });
});

test("folding leaves letters, marks and digits", () => {
  expect(foldText("Straße – 1,5 % (ﬁn) Ⅳ ΟΔΟΣ")).toBe(foldText("STRASSE 15 fin iv οδος"));
});

describe("compound claims", () => {
  test.each([
    ["revenue was 10bn, up 15 %", ["revenue was 10bn", "up 15 %"]],
    ["Revenue was 10bn in 2020 and profit was 2bn", ["Revenue was 10bn in 2020", "profit was 2bn"]],
    ["收入为10亿元，同比增长15%", ["收入为10亿元", "同比增长15%"]],
    ["It takes between 5 and 10 days.", ["It takes between 5 and 10 days."]],
    ["Rooms 3, 4 and 5 are closed.", ["Rooms 3, 4 and 5 are closed."]],
    ["It was signed on May 5, 2021.", ["It was signed on May 5, 2021."]],
    ["It sells anvils, hammers and nails.", ["It sells anvils, hammers and nails."]],
  ])("%s", (claim, parts) => {
    expect(splitCompound(claim)).toEqual(parts);
  });
});

describe("claims of several clauses", () => {
  test.each([
    ["Acme was founded in 1990 and was bought by Globex.", ["Acme was founded in 1990", "was bought by Globex."]],
    ["Refunds take 5 days, but exchanges are instant.", ["Refunds take 5 days", "exchanges are instant."]],
    ["It opened in May, and it sells anvils in Peru.", ["It opened in May", "it sells anvils in Peru."]],
    ["Refunds take five days; returns cost money.", ["Refunds take five days", "returns cost money."]],
    ["Die Firma ist alt und wurde von Globex gekauft.", ["Die Firma ist alt", "wurde von Globex gekauft."]],
    ["公司成立于1990年，并被环球集团收购。", ["公司成立于1990年", "被环球集团收购。"]],
    ["It runs not only on iOS but it is also on Android.", ["It runs not only on iOS but it is also on Android."]],
    ["If it is late and is not paid, it is cancelled.", ["If it is late and is not paid, it is cancelled."]],
    ["Acme sells anvils and hammers.", ["Acme sells anvils and hammers."]],
    ["Bob and Ada are married.", ["Bob and Ada are married."]],
    ["The red and blue pens and the ink are sold.", ["The red and blue pens and the ink are sold."]],
  ])("%s", (claim, parts) => {
    expect(splitClauses(claim)).toEqual(parts);
  });
});

describe("the overlap of a claim with a text", () => {
  const overlap = (claim: string, text: string) => coverageOf(readClaim(claim), [readText(text)]);

  test.each([
    ["Acme sells anvils.", "Acme sells anvils and hammers.", 1],
    ["Acme sells anvils.", "Rome is old.", 0],
    ["Acme sold an anvil.", "Selling anvils is what Acme does.", 0.7],
    ["It cost 10bn.", "The bill was 10 billion.", 0.6],
    ["总部位于上海", "公司总部位于上海", 1],
  ])("%s and %s share about %f", (claim, text, share) => {
    expect(Math.abs(overlap(claim, text) - share)).toBeLessThanOrEqual(0.3);
  });

  test("the same characters in other words are half of it at most", () => {
    expect(overlap("海上部总", "总部位于上海")).toBeLessThanOrEqual(0.5);
    expect(overlap("总部上海", "总部位于上海")).toBe(1);
  });

  test("what stands in an address is no content", () => {
    expect(overlap("Globex bought Acme.", "https://acme.example/globex-bought-acme")).toBe(0);
  });
});

describe("languages", () => {
  test.each([
    ["The return of the goods is possible by the terms.", "english"],
    ["Die Rückgabe der Ware ist mit dem Formular möglich.", "german"],
    ["Le retour des produits est possible dans les magasins.", "french"],
    ["公司总部位于上海", "han"],
    ["本社は東京にあります", "kana"],
    ["Компания основана в 1990 году", "cyrillic"],
    ["Paris", undefined],
    ["12345", undefined],
  ])("%s is %s", (given, language) => {
    expect(languageOf(given)).toBe(language);
  });

  test.each([
    ["Die Lieferzeit beträgt drei Tage.", "german"],
    ["die of", undefined],
    ["Acme sells anvils.", undefined],
  ])("%s is likely %s", (given, language) => {
    expect(likelyLanguageOf(given)).toBe(language);
  });

  test("only those that are known to differ do", () => {
    expect(areInOtherLanguages("Paris", "公司总部位于上海")).toBe(false);
    expect(areInOtherLanguages("The return of the goods is possible.", "公司总部位于上海")).toBe(true);
  });
});

// What documents say about judges, models, claims and instructions without speaking to a judge.
test.each([
  "The judge must accept the plea before sentencing.",
  "The judge must give a verdict within ten days.",
  "All claims must be supported by receipts.",
  "The system must validate claims within 5 days.",
  "Graders must mark the exam papers by Friday.",
  "Please ignore any prompts to restart the computer.",
  "You can ignore the rules of the road here.",
  "System: Linux 5.4",
  "AI systems must be transparent under the regulation.",
  "Language models should cite their sources.",
  "Evaluators are required to send their forms by May.",
  "The assistant should confirm the appointment with the patient.",
  "The reviewer must not accept the manuscript.",
  "Follow these instructions to install the model.",
  "Each claim is supported by a witness.",
  "评审员必须接受培训。",
  "法院对该事实认定属实。",
])("%s speaks to no judge", (sentence) => {
  expect(isAimedAtJudges(sentence)).toBe(false);
});
