import { writingSystemOf } from "./script.ts";

/** Longer sentences state something, whatever they start with. */
const longestMeta = 220;

const englishMeta: readonly RegExp[] = [
  // Greetings, thanks, assent.
  /^(?:hi|hello|hey|thanks|thank you(?: for [^.!?]{0,40})?|sure|certainly|of course|absolutely|great question|good question|you're welcome|okay|ok|yes|no|yeah|nope|got it|understood)(?: there)?[.!,: ]{0,3}$/,
  // Offers and closings.
  /^(?:please )?(?:let me know|feel free|don't hesitate|do not hesitate|i hope (?:this|that|it)|hope (?:this|that|it) helps|if you (?:have|need|want|would like|'d like|can provide|provide|could provide)\b.{0,160}(?:let me know|feel free|ask|help|assist|happy|glad|provide))/,
  /^(?:is there anything|would you like|do you (?:want|need|have)|can you (?:please )?(?:provide|clarify)|could you (?:please )?(?:provide|clarify|specify|give|tell|share))\b/,
  /^(?:i'm|i am|i'd be|i would be|i'll be|we're|we are) (?:happy|glad|here|pleased|just an ai|an ai)\b/,
  /^(?:i|we) (?:can|could|will|'ll|would) (?:try to )?(?:help|assist|look|search|check)\b/,
  /^(?:i'm|i am|we're|we are) sorry(?: to hear\b.*|[^a-z].{0,40}|)$/,
  /^for (?:more|further|additional|detailed|specific) (?:\w+ ){0,2}(?:information|details?|options|help|assistance|guidance|instructions|steps|questions|support)\b/,
  /^(?:please )?(?:refer to|see|check|visit|consult|review) (?:the|their|our|this|your) [^.!?]{0,80}\b(?:for|website|page|documentation)\b/,
  /^(?:sources?|references?|citations?):? {0,3}$/,
  // Advice to ask somebody who knows.
  /^(?:(?:however|ultimately|therefore|as always|overall|finally|in any case),? )?(?:(?:it is|it's) (?:always )?(?:\w+ )?(?:essential|important|advised|advisable|recommended|best|crucial) to|(?:please|you should|i(?:'d| would)? (?:recommend|suggest|advise)(?: that you)?)(?: always)?) (?:consult|seek|speak|talk|contact|check)(?:ing)?\b.{0,40}\b(?:professional|lawyer|attorney|doctor|physician|accountant|cpa|advis[eo]r|expert|specialist|provider|counsel)\b/,
];

// Questions state nothing.
const question = /[?？][\s"'”’）)」』*_]{0,3}$/u;
// … "Whatever Happened to Baby Jane?": the question is only what the statement ends in.
const endsInQuotedQuestion =
  /^(?=[^"“「『]{0,160}[\p{L}\p{Nd}])[^"“「『]{2,200}["“「『][^"“”」』]{1,160}[?？]["”」』][.。*_)]{0,3}$/u;
const asks =
  /^(?:who|whom|whose|what|when|where|why|how|which|do|does|did|is|are|was|were|can|could|will|would|shall|should|may|have|has|had)\b|[吗呢么]|什么|哪|谁|是否|^(?:为何|如何|怎)/u;

// Before a list.
const englishLeadIns: readonly RegExp[] = [
  /^[^.!?]{0,200}\b(?:here(?: is| are|'s)|the (?:answer|answers) (?:to [^.!?:]{0,80} )?(?:is|are)|the following|as follows|below (?:is|are)|these (?:are|include)|follow these steps|according to (?:the|these) [a-z ]{3,40})\b[^.!?]{0,120}:$/,
  /^(?:here(?: is| are|'s)|below (?:is|are)|in summary|to summari[sz]e|summary|answer|sources?|references?|note|conclusion)\b[^.!?]{0,80}:$/,
];

const chineseMeta: readonly RegExp[] = [
  /^(?:你好|您好|谢谢您?|感谢您?的?提问|好的|当然可?以?|没问题|不客气|是的?|不是的?|否|对的?|不对|没错|不)[。！，：:!]?$/u,
  /^(?:希望|如果|如需|若|请问|请|欢迎|还有).{0,60}(?:帮助|告诉我|联系|提问|随时|详细信息|咨询|提供更多|问我)/u,
  /^.{0,60}(?:如下|以下(?:是|为|几)|包括以下|主要有以下).{0,30}[：:]$/u,
];

/** Whether the sentence says nothing about the subject: a greeting, an offer, a question, a lead-in. Linear; never throws. */
export function isMeta(sentence: string): boolean {
  if (sentence.length > longestMeta) return false;
  const text = sentence
    .trim()
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/^[-*>#\s"“'(]{1,8}/, "")
    .replace(/\*\*$/, "");
  if (question.test(text) && (asks.test(text.replace(/["“「『].*$/u, "")) || !endsInQuotedQuestion.test(text)))
    return true;
  const says = (pattern: RegExp): boolean => pattern.test(text);
  if (writingSystemOf(text) === "unspaced") return chineseMeta.some(says);
  return englishMeta.some(says) || (text.endsWith(":") && englishLeadIns.some(says));
}
