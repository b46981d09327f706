import { describe, expect, it } from "vitest";
import { classifySentences, isRefusal, splitClaims } from "../../../src/text/claims.ts";
import { isRefusalSentence } from "../../../src/text/refusals.ts";

const refusals = [
  "That isn't covered by the material I was given.",
  "That's not covered in the material I was given.",
  "That information is not in the documents I was given.",
  "Sorry, no relevant documents were found.",
  "Cannot determine from context.",
  "Can't tell from the given context.",
  "Cannot be answered with the information provided.",
  "I lack sufficient information to answer your question.",
  "I lack the information to answer.",
  "There's nothing in the documents about that.",
  "There's no information about that.",
  "It does not say.",
  "It doesn't say.",
  "N/A",
  "n/a.",
  "The height of the tower is not given.",
  "The price isn't specified.",
  "It is hard to say when the museum opened.",
  "It's hard to tell from the documents.",
  "I don't know when, the documents do not say.",
  "这个问题在资料里没有答案。",
  "未知",
  "不详。",
  "無法回答。",
  "該文件沒有提到。",
  "根據提供的資料，無法確定。",
  "抱歉，我無法回答這個問題。",
  "沒有相關資訊。",
  // The one who answers does not know.
  "I don't know.",
  "I’m not sure.",
  "I'm not sure what the fee is.",
  "I have no idea",
  "Hmm, I really don't know.",
  "I do not have  specific information on that.",
  "I don't have enough information to answer this question.",
  "I do not have access to real-time data.",
  "I have no information about the delivery date.",
  "Sorry, but I have no information regarding when the fee was introduced.",
  "I'm sorry, but I can't answer that based on the provided context.",
  "I’m sorry, I cannot help with that.",
  "I'm sorry, but I can't help with that.",
  "I apologize, but I am unable to find any details about refunds.",
  "I could not find any information about the fee in the documents.",
  "I couldn't find an answer to your question.",
  "Sorry, I couldn't find anything about that in the provided documents.",
  "Unfortunately, I was not able to find the price.",
  "I am unable to provide instructions on how to fry chicken based on the given passages.",
  "Therefore, I am unable to provide a definite answer.",
  "Based on the context, I am unable to determine the price.",
  "As an AI language model, I do not have personal opinions or access to that data.",
  "As an AI, I cannot browse the internet.",
  "We don't know.",
  "We are unable to answer the question based on the given passages.",
  // The context does not say.
  "The documents do not say.",
  "The documents do not mention a delivery fee.",
  "The provided documents do not contain information about refunds.",
  "The provided context does not contain enough information to answer the question.",
  "The context does not specify when the order ships.",
  "The context provided doesn't mention the price.",
  "The information provided does not include the price.",
  "The given data does not state whether parking is available.",
  "The passages do not provide detailed instructions on how to grow dahlias from bulbs.",
  "However, the passage does not provide enough information to determine the total cost.",
  "Note: The passages do not mention the amount of water to use.",
  "The article does not say who wrote it.",
  "The retrieved documents contain no information about refunds.",
  "The sources make no mention of a fee.",
  "The context is silent on this.",
  "None of the documents mention the price.",
  "If your order is late, the documents do not say what happens.",
  "Since the context does not mention a price, it is not possible to determine the total.",
  "The answer is not in the context.",
  "It is not specified in the document.",
  "The price of the ticket is not mentioned in the provided context.",
  "On the other hand, a tax return copy is not explicitly mentioned in the passages provided, therefore we are unable to answer the question based on the given passages.",
  "Not mentioned in the context.",
  // There is nothing about it.
  "There is no information in the context about refunds.",
  "There is no information about this in the documents.",
  "There is no mention of a delivery fee in the passages.",
  "There is no mention of a fee.",
  "There isn't enough information to answer the question.",
  "No information about the price is provided.",
  "No relevant information was found in the documents.",
  "Insufficient information.",
  // It cannot be known.
  "This cannot be answered from the context.",
  "The question cannot be answered based on the provided context.",
  "The exact process cannot be determined from the given context.",
  "Based on the given passages, it is not possible to determine the temperature.",
  "It is difficult to say from the given passages.",
  "It's impossible to tell.",
  "Unable to answer based on given passages.",
  '"Unable to answer based on given passages."',
  "Unanswerable",
  "I don't know: the documents do not say anything about this.",
  "I don't know, but I can look it up. Is there anything else?",
  // Chinese.
  "无法回答",
  "无法回答这个问题。",
  "没有提到。",
  "文档没有提到退款期限。",
  "文档中没有提到相关内容。",
  "无法回答：文档中没有提到相关内容。",
  "资料未提及",
  "根据提供的资料，无法确定退款期限。",
  "根据提供的文档，无法确定具体日期。",
  "根据上下文无法得知运费是多少。",
  "我不知道。",
  "我不确定这个问题的答案。",
  "抱歉，我无法回答这个问题。",
  "抱歉，我在资料中没有找到相关信息。",
  "很抱歉，我没有找到与该问题相关的信息。",
  "对不起，我不知道。",
  "未找到相关信息。",
  "上下文中没有相关信息",
  "提供的文本中并没有关于价格的信息。",
  "文档中没有明确说明退款需要多长时间。",
  "关于退款期限，文档中没有提到。",
  "退款期限在所提供的文档中没有提及。",
  "该问题无法根据提供的资料回答。",
  "信息不足，无法判断。",
  "作为人工智能助手，我无法提供医疗建议。",
  "目前没有足够的信息来回答这个问题。",
  "知识库中没有找到相关内容。",
  "暂无相关资料。",
];

const statements = [
  "It is hard to tell the twins apart.",
  "It is hard to identify the birds from a distance.",
  "Cannot be returned after 30 days.",
  "There's no fee for members.",
  "There's no information desk in the lobby.",
  "It does not say much for the team.",
  "The name is not given to children.",
  "That isn't covered by the warranty.",
  "The material isn't covered by the warranty.",
  "不明物体坠落在海里。",
  "他的生卒年不详。",
  "這個辦法無法使用。",
  // Somebody else declines, or something else is lacking.
  "He said he did not know her.",
  "He could not find his keys.",
  "Scientists do not know what causes it.",
  "Users who do not know their password can reset it.",
  "You don't know what you will find.",
  "Customers cannot be charged twice.",
  "The company does not provide refunds.",
  "The doctor was unable to determine the cause.",
  "The cause of death could not be determined.",
  "The report found no evidence of fraud.",
  "The company has no information desk.",
  "There is no fee for returns.",
  "There is no mention of God in the US Constitution.",
  "There is no evidence of life on Mars.",
  "There is no data centre in Spain.",
  "There is no reference to religion in the Left Behind series.",
  "No information is sent to third parties.",
  "No data is stored on our servers.",
  "The vaccine contains no live virus.",
  "The index lacks documents for what users now ask.",
  "A rising refusal rate means that the index lacks documents for what users now ask.",
  "The policy does not cover flood damage.",
  "The policy does not mention a fee for returns, so returns are free.",
  "The plain text format has no exemplars.",
  "The exporter writes the plain text format and has no exemplars.",
  "The documents are not signed.",
  "The results do not include patients under 18.",
  "The data do not support the hypothesis.",
  "The knowledge base contains no duplicates.",
  "Refunds are not available.",
  "Unknown senders are blocked.",
  "Nothing is shipped on Sunday.",
  "No one read the article.",
  // In a subordinate clause.
  "An extrinsic error adds something that the source does not mention, whether or not it happens to be true in the world.",
  "A claim is unsupported if it is not mentioned in the context.",
  "An answer is a hallucination when it states what the documents do not say.",
  "Faithfulness drops when the model adds facts that are not found in the context.",
  "If the context does not contain the answer, the service should refuse.",
  "When the documents do not say anything, the demo answers that it does not know.",
  'Refusals such as "I don\'t know" are left out of the score.',
  "Andorra, where these beetles cannot be found, is small.",
  "Insider traders harm other investors who don't have access to that information.",
  "A hash of the request id decides, so that the same request is always sampled and no information is lost.",
  "“I don't know” is a refusal too.",
  "“无法回答”或“文档中没有提到”属于拒答。",
  // It is the house that speaks.
  "We are unable to process your request: transaction rejected.",
  "We cannot give refunds after 30 days.",
  "We do not know your password.",
  "It is not possible to provide a refund after 30 days.",
  "It is difficult to find a parking space.",
  "It is hard to overstate its influence.",
  // It goes on to answer.
  "According to the documents, you are not legally required to have insurance.",
  "While there is no definitive answer, it is advisable to ship early.",
  "The fee is 5 euros.",
  "Overall, while the passages do not provide a clear method, they do offer some suggestions for experimenting.",
  // Chinese.
  "他没有提到这件事。",
  "报告显示，公司没有提供赔偿。",
  "没有提供身份证的人不能入场。",
  "不知道的人很多",
  "不知道密码的用户可以重置密码。",
  "无法提供发票的客户不能退款。",
  "每条论断有三种判定：支持、矛盾、无依据。",
  "幻觉是指模型生成了来源中没有依据的内容。",
  "外在幻觉是来源中完全没有提到的内容，不论它在现实中是否正确。",
  "拒答率突然上升，往往说明索引里缺少用户现在关心的文档。",
  "公司不会向第三方提供任何信息。",
  "没有信息会发送给第三方。",
  "医生无法确定病因。",
  "该药没有副作用。",
  "退货不收取任何费用。",
  "美国宪法中没有提到上帝。",
  "调查没有发现欺诈的证据。",
  "如果上下文没有提到答案，系统应当拒答。",
  "审计报告没有数据造假的记录。",
  "无依据的论断应当标记出来。",
];

describe("refusal sentences", () => {
  it.each(refusals)("%s", (text) => {
    expect([...classifySentences(text)].some(({ role }) => role === "refusal")).toBe(true);
    expect(isRefusal(text)).toBe(true);
    expect(splitClaims(text)).toEqual([]);
  });

  it.each(statements)("not: %s", (text) => {
    expect(isRefusalSentence(text)).toBe(false);
    expect(isRefusal(text)).toBe(false);
    expect(splitClaims(text)).not.toEqual([]);
  });
});

describe("refusals inside longer answers", () => {
  it.each([
    ["The documents do not mention shipping. Refunds take 30 days.", ["Refunds take 30 days."]],
    ["The documents do not say when, but the fee is 5 euros.", ["but the fee is 5 euros."]],
    ["I don't know when, the museum opened in 1950 maybe.", ["the museum opened in 1950 maybe."]],
    ["I'm not sure but the fee is 5 euros.", ["but the fee is 5 euros."]],
    ["The documents do not mention a fee, so returns are free.", ["so returns are free."]],
    ["The context does not mention a fee; returns take 30 days.", ["returns take 30 days."]],
    [
      "The documents do not mention a fee, and refunds are paid within 30 days.",
      ["and refunds are paid within 30 days."],
    ],
    ["The shop is open daily, although the hours are not provided in the given data.", ["The shop is open daily,"]],
    ["The documents do not mention a fee, a deadline, and a contact.", []],
    ["文档没有说明日期，但运费为5欧元。", ["但运费为5欧元。"]],
    ["文档没有提到运费，因此退货是免费的。", ["因此退货是免费的。"]],
    ["退款需要30天。资料中未提及运费。", ["退款需要30天。"]],
  ])("%s", (text, claims) => {
    expect(splitClaims(text).map((claim) => claim.text)).toEqual(claims);
    expect([...classifySentences(text)].some(({ role }) => role === "refusal")).toBe(true);
    expect(isRefusal(text)).toBe(claims.length === 0);
  });

  it("stays a refusal with courtesies around it", () => {
    expect(isRefusal("Hello! I don't know. Is there anything else? Let me know if you need more help.")).toBe(true);
    expect(isRefusal("您好。我不知道。希望能帮助您。")).toBe(true);
  });

  it("is none where nothing is said at all", () => {
    expect(isRefusal("")).toBe(false);
    expect(isRefusal("Hello!")).toBe(false);
    expect(isRefusal("I'm sorry.")).toBe(false);
  });

  it("reads an answer no further than its first claim", () => {
    const reads: number[] = [];
    const answer = `Refunds take 30 days. ${"The fee is 5 euros. ".repeat(100)}`;
    for (const sentence of classifySentences(answer)) {
      reads.push(sentence.end);
      if (sentence.role === "claim") break;
    }
    expect(reads).toEqual([21]);
  });
});
