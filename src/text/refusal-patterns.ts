// Bounded gaps keep every pattern linear. Texts are folded (lower case, plain apostrophes) before they are tested.
const source =
  "(?:context|documents?|passages?|texts?|articles?|information|sources?|materials?|excerpts?|snippets?|content|data|knowledge base|search results?|results?|records?|pages?|chunks?|references?|conversation|summary)";
const given = "(?:provided|given|available|supplied|retrieved|above|following|reference|source|current|relevant)";
const theSource = `(?:the|this|these|those|any|any of the|my|your|our) (?:${given} ){0,2}${source}`;
const not = "(?:not|n't|never)";
const tells =
  "(?:say|state|mention|provide|contain|include|specify|indicate|give|offer|have|discuss|address|cover|explain|answer|describe|reveal|tell|list|clarify|support|detail|directly|explicitly|specifically|clearly|appear|seem|refer)";
const told =
  "(?:mentioned|provided|specified|stated|included|given|found|discussed|addressed|described|covered|indicated|listed|available|clear|explained|answered|determined|present|contained)";
const answering =
  "(?:answer|provide|find|determine|say|tell|help|give|assist|locate|confirm|verify|comment|respond|offer|identify|infer)";

/** English: what a sentence that declines to answer looks like. */
export const englishRefusals: readonly RegExp[] = [
  new RegExp(
    `^[^.]{0,60}\\b${theSource}[^.,;]{0,60}(?:do|does|did|is|are|was|were|has|have|had|can|could) ?${not} (?:\\w+ ){0,3}${tells}`,
  ),
  new RegExp(
    `\\b${source}[^.]{0,80}(?:do|does|did) ?${not} (?:\\w+ly )?(?:say|state|mention|provide|contain|include|specify|give|offer|have) (?:\\w+ ){0,4}(?:answer|information|details?|data|mention)`,
  ),
  new RegExp(
    `\\b(?:i|we) (?:\\w+ly )?(?:do|did)(?: not|n't) (?:\\w+ly )?(?:have (?:\\w+ ){0,4}(?:information|answer|data|details?|knowledge|context|access)|see|find)`,
  ),
  /\b(?:i|we)(?:'m| am| are|'re) (?:also )?(?:not (?:\w+ly )?|un)(?:sure|certain|aware)\b/,
  new RegExp(`\\b(?:i|we)(?:'m| am| are|'re) (?:not |un)able to (?:\\w+ly )?${answering}\\b`),
  new RegExp(`\\b(?:i|we) (?:could|can|was|were)(?: not|n't|not) (?:\\w+ ){0,2}(?:${answering}|able)\\b`),
  /^(?:[\w, ]{0,30}\b)?(?:i|we) (?:really |honestly |just )?(?:don't|do not) (?:really |actually |yet )?know\b/,
  /\bi (?:cannot|can not|can't|couldn't|could not|am unable to|'m unable to|was unable to|was not able to) (?:\w+ ){0,3}(?:answer|provide|find|determine|say|tell|help|give|assist|locate|confirm|verify|comment|respond|offer|identify|infer)\b/,
  new RegExp(
    `\\bthere (?:is|are|was|were|'s) (?:no|not|n't)\\b[^.]{0,80}\\b(?:information|mention|details?|data|answer|context|reference|indication|evidence)\\b[^.]{0,80}(?:\\b${source}\\b|about|regarding|available|provided|given|on|for|to|why|how|whether|$)`,
  ),
  new RegExp(
    `\\b(?:is|are|was|were)(?: not|n't)(?: \\w+ly)? ${told} (?:in|by|within|from|on|anywhere)\\b[^.]{0,40}\\b${source}`,
  ),
  new RegExp(
    `\\b(?:cannot|can not|can't|could not|couldn't) be (?:\\w+ )?(?:(?:answered|determined|inferred|established|derived|concluded|verified)\\b|found (?:in|from|within)\\b[^.]{0,30}\\b${source})`,
  ),
  new RegExp(
    `^(?:the )?(?:answer|information|details?)\\b[^.,;]{0,60}\\b(?:is|are)(?: not|n't) (?:in|within|part of|available|given|provided|stated|clear)\\b`,
  ),
  new RegExp(`^(?:none of|nothing in|neither of|no part of) (?:the|these|this|those) (?:${given} ){0,2}${source}\\b`),
  /\b(?:it is|it's|is it) (?:hard|difficult) to (?:say|tell|determine|know)\b/,
  new RegExp(`\\b(?:unable|not able|impossible|not possible) to (?:\\w+ )?${answering}\\b`),
  /^(?:unanswerable|no answer|not answerable|unknown|i have no idea|no idea|not sure|not (?:enough|sufficient) (?:information|context|data)\b.{0,80}|insufficient (?:information|context|data)\b.{0,80}|not (?:mentioned|specified|stated|provided|found|given|available)\b.{0,60}|information not (?:found|available|provided)\b.{0,60})[.!]?$/,
  new RegExp(
    `^(?:sorry|unfortunately|i apologi[sz]e|apologies|i'm sorry|i am sorry|i'm afraid|i am afraid)\\b[^.]{0,120}(?:not|n't|cannot|unable|no )[^.]{0,60}\\b(?:${answering}|information|answer|know|details?|data|mention\\w*|contain|include|found)`,
  ),
  new RegExp(
    `\\bno (?:\\w+ ){0,2}(?:information|details?|answer|mention|data) (?:\\w+ ){0,4}(?:is|are|was|were|can be|could be)? ?(?:provided|given|found|available|mentioned|in|about|on|regarding)\\b`,
  ),
  new RegExp(
    `\\b${source}[^.]{0,40}\\b(?:lacks?|is silent|are silent|makes? no mention|has no|have no|contains? no|provides? no|gives? no|offers? no|says? nothing|includes? no)\\b`,
  ),
  /\b(?:not|n't) (?:have )?enough (?:information|context|data|details?)\b/,
];

/** Chinese: the same. 没有提到 needs a source as its subject, or none. */
export const chineseRefusals: readonly RegExp[] = [
  /(?:无法|不能|难以|没法|没办法|不可能)(?:直接|准确|明确|从.{0,24}中?|根据.{0,24}|基于.{0,24}|就.{0,24}|对.{0,16}){0,2}(?:回答|作答|确定|得知|判断|得出|提供|给出|解答|查到|找到|获知|知道|确认|了解|答复)/u,
  /^.{0,8}(?:我|我们|本人)?(?:也|还|并)?(?:不知道|不清楚|不确定|不太清楚|不太确定|不了解)(?:[。！，,]|$|答案|这个|该|如何|关于|您|你)/u,
  /^(?:我|我们)(?:也|还|并)?(?:不知道|不清楚|不确定|不了解)/u,
  /(?:文档|文件|上下文|资料|材料|文章|文中|原文|信息|知识库|检索|内容|段落|上述|以上|背景|语境|片段|新闻|报道|手册|来源).{0,16}(?:没有|并没有|未|并未|未能|不曾|没)(?:明确|具体|直接|详细|有|任何|给出|相关|的){0,4}(?:提到|提及|提供|说明|包含|包括|涉及|指出|记载|给出|描述|介绍|回答|提示|找到|谈到|说)/u,
  /^(?:但是?|并|也|其中|这里|里面|目前|暂时|很?抱歉|对不起|，| ){0,4}(?:没有|未)(?:明确|具体|直接|详细){0,2}(?:提到|提及|提供相关|相关信息|找到相关|找到|任何相关|足够的?信息)/u,
  /(?:没有|未有|未见)(?:任何|具体|直接|明确|相关){0,2}关于.{1,24}?(?:信息|内容|资料|说明|记载|描述|数据)/u,
  /(?:没有|缺乏|缺少|暂无|尚无|无)(?:足够的?|相关的?|任何|明确的?|具体的?){0,3}(?:信息|资料|内容|数据|答案|依据|记录)/u,
  /(?:信息|资料|数据|内容)(?:不足|不够|有限|缺失)/u,
  /(?:无从|不得而)(?:得知|知晓|判断|回答|知)/u,
  /^(?:很)?(?:抱歉|对不起|不好意思|遗憾).{0,60}(?:无法|不能|没有|未|不知道|不清楚|找不到|查不到)/u,
  /(?:找不到|查不到|未找到|未查到|没有找到|没有查到|没找到|未检索到|没有检索到).{0,12}(?:相关|答案|信息|内容|资料|结果|$)/u,
];

// A third person who refuses or does not know is what the sentence reports, not a refusal to answer.
/** Sentences that look like refusals and are statements about somebody. */
export const reportedRefusals: readonly RegExp[] = [
  /\b(?:he|she|they|who|police|officials?|researchers?|scientists?|doctors?|experts?|authorities|investigators|company|patients?|people|users?|customers?|the (?:man|woman|suspect|victim|author|driver|officer)) (?:\w+ ){0,3}(?:do|does|did|could|can|was|were|is|are)(?: ?not|n't) (?:know|find|found|able|sure|certain|say|provide|mention)/,
];
