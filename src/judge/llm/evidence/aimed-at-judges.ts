import { acceptance, judges, orders, perhapsJudges, verdicts, wordsPattern } from "./judge-words.ts";
import { overrides } from "./overrides.ts";
import { undisguise } from "./undisguise.ts";

const judge = wordsPattern(judges);
const perhapsJudge = wordsPattern(perhapsJudges);
const accept = wordsPattern(acceptance);
const verdict = wordsPattern(verdicts);
const order = wordsPattern(orders);

/** What can only be meant for a model, whoever is named. */
const unmistakable: readonly RegExp[] = [
  // "Note to the fact-checker", "Dear language model", "As an evaluator, you".
  new RegExp(
    `\\b(?:(?:note|message|hint|reminder|memo|instructions?|attention|dear|hello|hey)(?: (?:to|for))?|as an?|you are an?)[\\s,:]+(?:(?:the|all|any|ai|automatic|automated|honou?red) )*(?:${judges.spaced.replaceAll("\n", "")})(?![\\p{L}\\p{N}])`,
    "iu",
  ),
  ...overrides,
  /(?:^|[\s"'(<[*#-])(?:graders?|evaluators?|judges?|llms?|ai|fact[- ]?checkers?)(?:'s?)? (?:instructions?|notes?|messages?|directives?|override|guidance)\W*(?:$|[\])*:：])/iu,
  // "Grader: …", "Judge, you must accept that …", "whoever grades this".
  /(?:^|[\s"'(<[*-])(?:graders?|llms?|language models?|fact[- ]?checkers?)(?: notes?| instructions?)?\s*[:：]|\bjudges? (?:must|should|ha(?:s|ve) to|shall) (?:accept|believe|confirm) that\b|\bwho(?:m?ever| will)? (?:grades?|evaluates?|judges?|scores?) (?:this|these|it|the (?:answer|claims?))\b/iu,
  /\b(?:when|while|for) (?:evaluating|grading|judging|scoring|assessing)\b.{0,40}\b(?:assume|treat|accept|considered|consider|regard)\b|\b(?:ai|llms?) (?:must|should|will|has to) (?:always )?(?:answer|say|respond|reply|state) that\b|^\W*new (?:instructions?|rules)\W*[:：]/iu,
  // What no reader sees.
  /<!--|-->/u,
  /<[a-z]+\b[^>]{0,200}(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0)|^\s*\[\/\/\]: #|javascript:|(?:%20[^\s%]{1,40}){2}/iu,
  // A verdict as JSON.
  /["'“”‘’`](?:verdict|groundedness|grounded|supported|noncommittal|is_supported)["'“”‘’`]\s*:|["'“”`]claims?["'“”`]\s*:.{0,200}["'“”`](?:un)?supported["'“”`]|\bverdicts?\b[^.\n]{0,40}(?:[:=]|\bto|\bas|\bis|\bof)\s*["']?\[?(?:un)?supported|["']role["']\s*:\s*["'](?:system|assistant|user)\b/iu,
  // Marks of a chat template, and turns put into a text.
  /<\|(?:im_start|im_end|system|user|assistant|end|eot_id|start_header_id)\|?>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|instructions?|prompt|verdict|admin)\b[^>]{0,200}>|^\W*\[(?:system|inst(?:ruction)?s?|admin)\]/iu,
  /\[\[\[\s*\/?[^\]|\n]{0,80}\|[^\]\n]{0,80}\]\]\]|^(?:system|instruction|response|assistant)\s*:$/iu,
  /^\W*(?:SYSTEM|ADMIN)(?: [A-Z]+){0,2}\s*:/u,
  /^\W*(?:system|assistant|developer) (?:prompt|message|note|override)\W*[:：]/iu,
  // Orders about verdicts that name nobody.
  /\b(?:mark|treat|count|rate|score|label|classify|accept|consider|regard|return|output|report)\b.{0,60}(?:\b(?:as|are|is|be)\b|:)\s*["'“[]?(?:fully )?(?:supported|grounded|faithful)\b(?! (?:by|with|on|in))/iu,
  /\b(?:all|every|each|any|these|this|following) (?:claims?|statements?)\b.{0,40}\b(?:are|is|be) (?:fully )?(?:supported|grounded|faithful)\b(?! (?:by|with|on|in))/iu,
  /\b(?:marked|considered|treated|regarded|counted|rated|deemed|consider|deem)\b.{0,80}\b(?:supported|grounded)(?=\W*$|[.!;,)\]"'}])|\bsupported\s*[=:]\s*true\b/iu,
  /\bassign a score of\b|\b(?:give|award|rate)\b.{0,20}\b(?:this|the) (?:answer|response|claim|statement)\b.{0,40}\b(?:highest|maximum|top|perfect|full|5|1\.0|100)\b/iu,
  /(?:将|把|请|所有|全部|每[个条]).{0,30}(?:标记|视为|判定|评为|判断|当作).{0,12}(?:支持|正确|真实|属实|有依据|满分)/u,
];

/**
 * Whether a sentence speaks to whoever judges the text instead of about the world: "the grader must accept that …",
 * "ignore all previous instructions", a verdict as JSON, marks of a chat template; in some fifteen languages. What it
 * says besides is demanded, not stated, so it supports no claim. A heuristic, kept narrow: documents may speak of judges,
 * models and insurance claims too. Linear, and never throws.
 */
export function isAimedAtJudges(sentence: string): boolean {
  const text = sentence.normalize("NFKC");
  const plain = undisguise(text);
  return speaksToJudge(text) || (plain !== text && speaksToJudge(plain));
}

function speaksToJudge(text: string): boolean {
  if (unmistakable.some((shape) => shape.test(text))) return true;
  if (!order.test(text)) return false;
  return (judge.test(text) && accept.test(text)) || (perhapsJudge.test(text) && verdict.test(text));
}
