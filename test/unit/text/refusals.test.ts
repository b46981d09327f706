import { describe, expect, it } from "vitest";
import { classifySentences, isRefusal, splitClaims } from "../../../src/text/claims.ts";
import { isRefusalSentence } from "../../../src/text/refusals.ts";

const refusals = [
  "I don't know.",
  "I’m not sure.",
  "I do not have  specific information on that.",
  "The documents do not say.",
  "The documents do not mention a delivery fee.",
  "The provided context does not contain enough information to answer the question.",
  "This cannot be answered from the context.",
  "The question cannot be answered based on the provided context.",
  "There is no information about this in the documents.",
  "None of the documents mention the price.",
  "The answer is not in the context.",
  "It is not specified in the document.",
  "I'm sorry, but I can't help with that.",
  "Sorry, I couldn't find anything about that in the provided documents.",
  "Based on the context, I am unable to determine the price.",
  "Unable to answer based on given passages.",
  "Unanswerable",
  "Not mentioned in the context.",
  "The retrieved documents contain no information about refunds.",
  "无法回答",
  "无法回答这个问题。",
  "没有提到。",
  "文档没有提到退款期限。",
  "根据提供的资料，无法确定退款期限。",
  "我不知道。",
  "抱歉，我无法回答这个问题。",
  "未找到相关信息。",
  "上下文中没有相关信息",
  "提供的文本中并没有关于价格的信息。",
];

const statements = [
  "The fee is 5 euros.",
  "He said he did not know her.",
  "The company does not provide refunds.",
  "Refunds are not available.",
  "He could not find his keys.",
  "Customers cannot be charged twice.",
  "You don't know what you will find.",
  "The policy does not cover flood damage.",
  "There is no fee for returns.",
  "The vaccine contains no live virus.",
  "Scientists do not know what causes it.",
  "We are unable to process your request: transaction rejected.",
  "According to the documents, you are not legally required to have insurance.",
  "While there is no definitive answer, it is advisable to ship early.",
  "Andorra, where these beetles cannot be found, is small.",
  "他没有提到这件事。",
  "报告显示，公司没有提供赔偿。",
  "没有提供身份证的人不能入场。",
  "不知道的人很多",
];

describe("refusal sentences", () => {
  it.each(refusals)("%s", (text) => {
    expect(isRefusalSentence(text)).toBe(true);
    expect(isRefusal(text)).toBe(true);
    expect(splitClaims(text)).toEqual([]);
  });

  it.each(statements)("not: %s", (text) => {
    expect(isRefusalSentence(text)).toBe(false);
    expect(isRefusal(text)).toBe(false);
  });
});

describe("refusals inside longer answers", () => {
  it.each([
    ["The documents do not mention shipping. Refunds take 30 days.", ["Refunds take 30 days."]],
    ["The documents do not say when, but the fee is 5 euros.", ["but the fee is 5 euros."]],
    ["文档没有说明日期，但运费为5欧元。", ["但运费为5欧元。"]],
    ["退款需要30天。资料中未提及运费。", ["退款需要30天。"]],
  ])("%s", (text, claims) => {
    expect(splitClaims(text).map((claim) => claim.text)).toEqual(claims);
    expect([...classifySentences(text)].some(({ role }) => role === "refusal")).toBe(true);
    expect(isRefusal(text)).toBe(false);
  });

  it("stays a refusal with courtesies around it", () => {
    expect(isRefusal("Hello! I don't know. Is there anything else? Let me know if you need more help.")).toBe(true);
    expect(isRefusal("您好。我不知道。希望能帮助您。")).toBe(true);
  });

  it("is none where nothing is said at all", () => {
    expect(isRefusal("")).toBe(false);
    expect(isRefusal("Hello!")).toBe(false);
  });
});
