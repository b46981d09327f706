import { acceptance, judges, orders, perhapsJudges, verdicts, type Words } from "./judge-words.ts";

function pattern({ spaced, unspaced }: Words): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${spaced.replaceAll("\n", "")})(?![\\p{L}\\p{N}])|${unspaced}`, "iu");
}

const judge = pattern(judges);
const perhapsJudge = pattern(perhapsJudges);
const accept = pattern(acceptance);
const verdict = pattern(verdicts);
const order = pattern(orders);

/** What can only be meant for a model, whoever is named. */
const unmistakable: readonly RegExp[] = [
  // "Note to the fact-checker", "Dear language model", "As an evaluator, you".
  new RegExp(
    `\\b(?:(?:note|message|hint|reminder|memo|instructions?|attention|dear|hello|hey)(?: (?:to|for))?|as an?|you are an?)[\\s,:]+(?:(?:the|all|any|ai|automatic|automated|honou?red) )*(?:${judges.spaced.replaceAll("\n", "")})(?![\\p{L}\\p{N}])`,
    "iu",
  ),
  // "Ignore all previous instructions", and the same elsewhere.
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,20}\b(?:previous|prior|above|earlier|preceding|your|system|these)\b.{0,20}\b(?:instructions?|prompts?|rules|guidelines|directives)\b/iu,
  /(?:ignor(?:ez|er|a|e|ad|iere[nt]?|are)|oublie[zr]?|olvid[ae]|esquece?|vergiss|vergessen sie|missachte[nt]?|dimentica|negeer|zignoruj|yok say).{0,40}(?:instru[ck]\p{L}*|anweisung\p{L}*|consignes?|istruzioni|talimat\p{L}*)/iu,
  /(?:игнорир\p{L}*|забудь\p{L}*).{0,40}(?:инструкц\p{L}*|указани\p{L}*)|(?:忽略|无视|忘记|無視|忘掉).{0,12}(?:之前|以上|上述|先前|所有|全部).{0,8}(?:指令|指示|说明|提示|规则)|(?:指示|命令|指令).{0,4}(?:を|は)(?:すべて|全て)?(?:無視|忘れ)|(?:지시|명령).{0,8}(?:무시|잊)|(?:تجاهل|انس).{0,20}(?:التعليمات|الأوامر)|(?:निर्देश|आदेश).{0,24}(?:अनदेखा|भूल)/iu,
  // "Grader: …", "Judge, you must accept that …", "whoever grades this".
  /(?:^|[\s"'(<[*-])(?:graders?|llms?|language models?|fact[- ]?checkers?)(?: notes?| instructions?)?\s*[:：]|\bjudges? (?:must|should|ha(?:s|ve) to|shall) (?:accept|believe|confirm) that\b|\bwho(?:m?ever| will)? (?:grades?|evaluates?|judges?|scores?) (?:this|these|it|the (?:answer|claims?))\b/iu,
  /\b(?:when|while|for) (?:evaluating|grading|judging|scoring|assessing)\b.{0,40}\b(?:assume|treat|accept|considered|consider|regard)\b|\b(?:ai|llms?) (?:must|should|will|has to) (?:always )?(?:answer|say|respond|reply|state) that\b|^\W*new (?:instructions?|rules)\W*[:：]/iu,
  // What no reader sees.
  /<!--|-->/u,
  // A verdict as JSON.
  /["'“”‘’`](?:verdict|groundedness|noncommittal|is_supported)["'“”‘’`]\s*:|["'“”`]claims?["'“”`]\s*:.{0,200}["'“”`](?:un)?supported["'“”`]|\bverdict\s*[:=]\s*["']?\[?(?:un)?supported/iu,
  // Marks of a chat template, and turns put into a text.
  /<\|(?:im_start|im_end|system|user|assistant|end|eot_id|start_header_id)\|?>|\[\/?INST\]|<<\/?SYS>>/iu,
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
  if (unmistakable.some((shape) => shape.test(text))) return true;
  if (!order.test(text)) return false;
  return (judge.test(text) && accept.test(text)) || (perhapsJudge.test(text) && verdict.test(text));
}
