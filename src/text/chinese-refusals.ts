// A phrase that names the context is written as one sign (§) before anything else is looked for: see the English patterns.
const given =
  "(?:(?:提供|给定|给出|检索到|找到)的|(?:所给|已有|现有|参考|相关|上述|以上|上面|这些|该|此|本|这篇|这段|背景|全部|所有|任何)的?)";
const noun =
  "(?:文档|文件|上下文|资料|材料|文章|文中|原文|文本|信息|知识库|资讯|讯息|检索结果|搜索结果|内容|段落|语境|片段|来源|检索)";
const sourcePhrase = new RegExp(`[您你所现被我]?${given}{0,3}${noun}(?:的?(?:信息|内容|资料|片段))?`, "gu");

/** The clause with every phrase that names the context as `§`. */
export function signChineseSources(clause: string): string {
  return clause.replace(sourcePhrase, "§");
}

const inside = "(?:中|里|内|当中|里面)?";
const still = "(?:也|都|均|并|还|又|却|似乎|其实|目前|现在|暂时|完全|真的|实在|确实|仅|只){0,3}";
const none = "(?:并没有|没有|并未|尚未|未能|没能|不曾|未|没)";
const kind =
  "(?:明确|具体|直接|详细|完全|有|任何|给出|足够|充分|相关|对此|就此|能够|能|与.{1,24}?|关于.{1,24}?|的){0,5}";
const tell =
  "(?:提到|提及|提供|说明|包含|包括|涉及|指出|记载|描述|介绍|回答|提示|谈到|谈及|写明|写到|阐述|列出|交代|说|支持)";
const fact = "(?:§|信息|资讯|资料|内容|答案|依据|记录|结果|说明|描述|数据|线索|细节|记载)";
const cannot = "(?:无法|不能|难以|没法|没办法|无从|未能|不足以|不可能)";
const how =
  "(?:直接|准确|明确|完整|确切|从.{1,24}?中|根据.{1,24}?|基于.{1,24}?|就.{1,16}?|对.{1,16}?|为[您你]|向[您你]|给[您你]|帮[您你]){0,3}";
const learn = "(?:回答|作答|确定|得知|判断|得出|给出|解答|查到|找到|获知|知道|确认|答复|知晓|推断|了解|获取)";
const reply = `提供.{0,16}?(?:${fact}|帮助|回答|建议|解答|${"$"})`;
const end = "(?:$|[。！，,；：. ])";
// 不知道密码的用户…: what follows is said of somebody.
const ofSomebody = "(?![^，。]{0,16}的(?:人|用户|客户|员工|学生|订单|患者|公司|企业|商品|产品|情况下))";

function pattern(text: string): RegExp {
  return new RegExp(text, "u");
}

/** What may come before a clause: courtesies, conjunctions, 根据…， a subordinate clause up to its comma. */
export const chineseLeads: readonly RegExp[] = [
  /^(?:很|非常|十分|实在)?(?:抱歉|对不起|不好意思|遗憾|遗憾的是|可惜|可惜的是)[，,。！ ]{0,3}/u,
  /^(?:但是?|不过|然而|因此|所以|故|并且|而且|其中|另外|此外|目前|暂时|同时|可是|总之|注意|注)[，,：]?/u,
  /^作为.{0,12}?(?:AI|ai|人工智能|语言模型|助手)[^，]{0,12}，?/u,
  /^(?:根据|基于|依据|按照|从|在|就|关于|对于|针对|由于|鉴于|至于|结合|参考|虽然|尽管|因为)[^，,。；]{1,60}[，,]/u,
  pattern(`^(?:根据|基于|依据|从|在)?§${inside}(?:来看|可知)?[，,]?(?=${none}|${cannot}|找不到|查不到|暂无|缺)`),
];

const refusals: readonly RegExp[] = [
  pattern(`^(?:我|我们|本人)${still}(?:不知道|不清楚|不确定|不太清楚|不太确定|不了解|不太了解|不知|没有.{0,8}${fact})`),
  pattern(
    `^${still}(?:不知道|不清楚|不确定|不太清楚|不太确定|不了解)(?:${end}|答案|这个|该|如何|关于|[您你]|具体|是否|怎|什么|哪|谁|为什么)${ofSomebody}`,
  ),
  pattern(
    `^(?:我|我们|本人|系统|本系统|(?:该|这个|此|您的|这一)?问题|答案)?${still}${cannot}${ofSomebody}${how}(?:${learn}|${reply})`,
  ),
  /^我(?:也|还|并|目前|暂时|现在)?(?:无法|不能|没法|没办法|帮不了)(?:讨论|谈论|协助|帮助|满足|处理|完成|评论|访问|浏览|执行|[您你])/u,
  pattern(
    `^[^，。；]{1,40}?${cannot}(?:从|根据|基于|在|由)[^，。]{0,6}?§[^，。]{0,8}?(?:回答|确定|得知|判断|找到|得出|获知|查到|推断|知道)`,
  ),
  // The context does not say.
  pattern(`^§${inside}${still}(?:${none}|不)${kind}(?:${tell}|${fact})(?!的)`),
  pattern(
    `^(?![^，。]{0,40}[是指])[^，。；]{1,40}?(?:在|于)§${inside}${still}${none}${kind}(?:${tell}|答案|信息|相关)(?!的)`,
  ),
  // There is nothing about it.
  pattern(
    `^(?:${none}|找不到|查不到|暂无|尚无|缺乏|缺少|无)(?:找到|查到|检索到|搜索到|发现|提供)?${kind}(?:${fact}|提供)(?:${end}|(?:可以|来|能够|能|以|可)?(?:回答|确定|支持|判断|说明这|表明这))`,
  ),
  pattern(
    `^(?:${none}|找不到|查不到)(?:找到|查到|检索到|搜索到|发现)?[^，。的]{0,24}(?:的|相关|有关)(?:任何|具体)?${fact}${end}`,
  ),
  pattern(`^(?:${none})(?:明确|具体|直接|详细)?(?:提到|提及|说明|指出)(?!的)(?![^，。]{0,16}的(?:人|用户|情况下))`),
  pattern(
    `^(?:我|我们)?${still}(?:(?:在|从)§${inside})?${still}(?:未|没有|没|未能|没能|并未)(?:能)?(?:找到|查到|检索到|搜索到)(?:${end}|.{0,30}(?:§|相关|有关|关于|答案|信息|内容|资料|结果|记录))`,
  ),
  pattern(
    `^(?:我|我们)?${still}(?:(?:在|从)§${inside})?${still}(?:找不到|查不到)(?:${end}|.{0,30}(?:§|相关|有关|关于|答案|信息|内容|资料|结果|记录))`,
  ),
  pattern(`^§${still}(?:不足|不够|有限|缺失|不充分)(?:以|${end})`),
  pattern(`^(?:未知|不详|不明|未详)${end}`),
  pattern(`^(?:[^，。]{1,30})?(?:不得而知|无从得知|无从知晓)${end}`),
];

/** Whether a clause is one that declines to answer. */
export function isChineseRefusal(clause: string): boolean {
  return refusals.some((each) => each.test(clause));
}

/** Says that it is sorry and nothing else. */
export const chineseApology: RegExp = /^(?:很|非常|十分|实在|真的)?(?:抱歉|对不起|不好意思|遗憾)[，,。！ ]*$/u;

/** Where a sentence may go on to state something. */
export const chineseTurn: RegExp = /[，；,](?=但|不过|然而|可是|因此|所以|故|只是)|；|——/gu;
