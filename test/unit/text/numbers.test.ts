import { describe, expect, it } from "vitest";
import { numbersIn } from "../../../src/text/numbers.ts";
import { tokenize } from "../../../src/text/tokens.ts";

function keys(text: string): string[][] {
  return numbersIn(text, tokenize(text)).map((mention) => [...mention.keys]);
}

function strong(text: string): boolean[] {
  return numbersIn(text, tokenize(text)).map((mention) => mention.strong);
}

describe("numbers in normal form", () => {
  it.each([
    ["1,250.5 million", ["1250500000"]],
    ["1250.5万", ["12505000"]],
    ["2.5万亿", ["2500000000000"]],
    ["13K", ["13000"]],
    ["$3.5bn", ["3500000000"]],
    ["12 %", ["12"]],
    ["12 percent", ["12"]],
    ["百分之十二点五", ["12.5"]],
    ["１２３", ["123"]],
    ["007", ["7"]],
    ["twenty-three", ["23"]],
    ["two hundred and five", ["205"]],
    ["one million", ["1000000"]],
    ["三千五百万", ["35000000"]],
    ["二〇二一", ["2021"]],
    ["十二", ["12"]],
    ["1.2.3", ["1.2.3"]],
    ["1.250,50", ["1250.5"]],
    ["4,99", ["4.99"]],
    [".5", ["0.5"]],
    ["1 250", ["1250", "1", "250"]],
    ["1'250'000", ["1250000"]],
  ])("%s", (text, expected) => {
    expect(keys(text)).toEqual([expected]);
  });

  it("finds both ends of a range", () => {
    expect(keys("10-20%")).toEqual([["10"], ["20"]]);
  });

  it.each(["March 5, 2021", "5 March 2021", "2021-03-05", "2021/3/5", "5.3.2021", "2021年3月5日"])(
    "%s is the same date",
    (text) => {
      expect(keys(text).flat().sort()).toEqual(["2021", "5", "month3"]);
    },
  );

  it("takes either for the month where day and month cannot be told apart", () => {
    expect(keys("05/03/2021")).toEqual([["2021"], ["month5", "month3"], ["3", "5"]]);
    expect(keys("25/03/2021").flat()).toEqual(["2021", "month3", "25"]);
    expect(keys("2018–19")).toEqual([["2018"], ["19", "2019"]]);
  });

  it.each([
    ["30 seconds", ["s"]],
    ["30s", ["s"]],
    ["a 30-day trial", ["day"]],
    ["5 %", ["%"]],
    ["5 per cent", ["%"]],
    ["$5", ["usd"]],
    ["€3.5 million", ["eur"]],
    ["USD 5", ["usd"]],
    ["20美元", ["usd"]],
    ["三个月", ["month"]],
    ["35 °C", ["celsius"]],
    ["10-20 km", ["km", "km"]],
    ["5 to 10 minutes", ["min", "min"]],
    ["5 users", ["thing"]],
    ["March 5, 2021", [undefined, undefined, undefined]],
    ["30. Seconds", [undefined]],
  ])("knows what is counted: %s", (text, expected) => {
    expect(numbersIn(text, tokenize(text)).map(({ unit }) => unit?.name)).toEqual(expected);
  });

  it("knows a time in both notations", () => {
    expect(keys("5 p.m.")[0]).toContain("time17:0");
    expect(keys("17:00")[0]).toContain("time17:0");
    expect(keys("9:30 am")).toEqual([["time9:30"]]);
    expect(keys("下午3点")[0]).toContain("time15:0");
  });

  it("sees no number in idioms and pronouns", () => {
    expect(keys("open 24/7")).toEqual([]);
    expect(keys("one of them may march")).toEqual([]);
    expect(keys("千万不要")).toEqual([]);
  });

  it("takes digits for evidence and counts written as words not", () => {
    expect(strong("14 days")).toEqual([true]);
    expect(strong("three days")).toEqual([false]);
    expect(strong("twenty-three days")).toEqual([true]);
    expect(strong("三天")).toEqual([false]);
  });

  it("never throws and stays finite on absurd digits", () => {
    for (const text of [
      "9".repeat(400),
      "1,".repeat(500),
      "1e999",
      "9".repeat(60) + "万亿",
      "万".repeat(100),
      "000 ".repeat(500),
      "1 000".repeat(500),
    ]) {
      for (const key of keys(text).flat()) expect(key).not.toMatch(/Infinity|NaN/);
    }
  });
});
