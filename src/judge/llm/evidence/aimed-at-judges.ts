/** Words of one kind, in the languages that most attacks are written in: first those of scripts with spaces between words. */
interface Words {
  readonly spaced: string;
  readonly unspaced: string;
}

/** Whoever might judge a text; these mean hardly anyone else. */
const judges: Words = {
  spaced: `graders?|evaluators?|fact[- ]?checkers?|llms?|language models?|auto-?raters?|ai (?:assistants?|models?|systems?|judges?)|chat ?gpt
|correcteurs?|évaluateurs?|modèles? de langage|bewerter(?:in)?|prüfmodell|sprachmodell|evaluador(?:es|a)?|calificador(?:es)?|modelo de lenguaje|avaliador(?:es|a)?
|modelo de linguagem|valutator[ei]|modello linguistico|beoordelaars?|taalmodel|oceniając\\p{L}*|değerlendirici|оценщик\\p{L}*|проверяющ\\p{L}*|языков\\p{L}+ модел\\p{L}*
|(?:ال)?مقي[ّ]?م\\p{L}*|(?:ال)?نموذج اللغوي|मूल्यांकनकर्ता`,
  unspaced:
    "評価者|採点者|言語モデル|평가자|채점자|언어 모델|评分者|评分员|评估者|评估员|评判者|语言模型|大模型|評分者|評估者|語言模型",
};

/** These are courts, reviewers and products too. */
const perhapsJudges: Words = {
  spaced:
    "judges?|model|assistant|system|reviewers?|verifiers?|checkers?|ai|juges?|richter|jueces|juez|juiz|giudice|rechter|судь\\p{L}*|(?:ال)?قاضي|न्यायाधीश|hakem",
  unspaced: "裁判|评委|评审员|审核员|裁判员|系统|模型|系統|評審|判定者|심판|モデル|システム",
};

/** What is asked of them. */
const acceptance: Words = {
  spaced: `accept|approve|verdict|grounded|groundedness|faithful|supported|verified|full marks|(?:top|highest|maximum|full) (?:marks?|scores?|grades?)|(?:score|grade|rating|mark)s? of|correct|true
|confirm|believe|agree|accepter|accepte[zr]?|considérer|valider|étayée?s?|soutenue?s?|vraie?s?|akzeptieren|belegt|gestützt|wahr|bestätigen|aceptar|respaldad[oa]s?|verdader[oa]s?|confirmar|aceitar
|apoiad[oa]s?|sustentad[oa]s?|accettare|supportat[oaei]|ver[oaei]|accepteren|ondersteund|zaakceptować|potwierdzon\\p{L}*|kabul|desteklen\\p{L}*|принять|признать|подтвержд\\p{L}*|поддержан\\p{L}*
|верн\\p{L}*|(?:ت|ي)?قبل|قبول|يعتبر|مدعوم\\p{L}*|صحيح\\p{L}*|स्वीकार|समर्थित|सही`,
  unspaced:
    "受け入れ|支持さ|裏付け|正しい|認め|수락|인정|지지|뒷받침|받아들|接受(?:该|这|以下|下列|本|此|上述)|支持|正确|属实|满分|有依据|视为|标记为|认定为|正確|屬實|視為|標記為|認定為",
};

/** What only an evaluation of a text speaks of. */
const verdicts: Words = {
  spaced: `verdicts?|grounded(?:ness)?|faithful(?:ness)?|unsupported|(?:as|are|is|be) (?:fully )?supported(?! (?:by|with|on|in))|full marks|(?:score|grade|rating) of [1-5]|5 out of 5|5 ?\\/ ?5
|accept (?:the|this|that|every|all|any) (?:claims?|statements?|answers?)|étayée?s?|belegt|gestützt|respaldad[oa]s?|sustentad[oa]s?|supportat[oaei]|ondersteund|подтвержд\\p{L}*|مدعوم\\p{L}*|समर्थित`,
  unspaced: "裏付け|뒷받침|有依据|有据|满分|视为支持|标记为|受支持|得到支持",
};

/** What makes an order of it. */
const orders: Words = {
  spaced: `must|should|shall|needs? to|ha(?:s|ve) to|please|always|required|instructed|ordered|note to|attention|dear|hey|(?:are|is) to|do not|don't|never|remember|important|doit|doivent|devez|veuillez|muss|müssen
|soll(?:en)?|bitte|debe[ns]?|tiene[ns]? que|deve[mn]?|devono|moet(?:en)?|musi|должн\\p{L}*|обязан\\p{L}*|пожалуйста|يجب|عليك|चाहिए|होगा|meli|malı|\\p{L}+(?:meli|malı)`,
  unspaced: "なければ|べき|してください|下さい|해야|하십시오|하세요|必须|應該|应该|应当|務必|务必|请|請|须",
};

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
  // "Ignore all previous instructions", and the same elsewhere.
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,20}\b(?:previous|prior|above|earlier|preceding|your|system|these)\b.{0,20}\b(?:instructions?|prompts?|rules|guidelines|directives)\b/iu,
  /(?:ignor(?:ez|er|a|e|ad|iere[nt]?|are)|oublie[zr]?|olvid[ae]|esquece?|vergiss|vergessen sie|missachte[nt]?|dimentica|negeer|zignoruj|yok say).{0,40}(?:instru[ck]\p{L}*|anweisung\p{L}*|consignes?|istruzioni|talimat\p{L}*)/iu,
  /(?:игнорир\p{L}*|забудь\p{L}*).{0,40}(?:инструкц\p{L}*|указани\p{L}*)|(?:忽略|无视|忘记|無視|忘掉).{0,12}(?:之前|以上|上述|先前|所有|全部).{0,8}(?:指令|指示|说明|提示|规则)|(?:指示|命令|指令).{0,4}(?:を|は)(?:すべて|全て)?(?:無視|忘れ)|(?:지시|명령).{0,8}(?:무시|잊)|(?:تجاهل|انس).{0,20}(?:التعليمات|الأوامر)|(?:निर्देश|आदेश).{0,24}(?:अनदेखा|भूल)/iu,
  // A verdict as JSON.
  /["'“”‘’`](?:verdict|groundedness|noncommittal|is_supported)["'“”‘’`]\s*:|["'“”`]claims?["'“”`]\s*:.{0,200}["'“”`](?:un)?supported["'“”`]|\bverdict\s*[:=]\s*["']?\[?(?:un)?supported/iu,
  // Marks of a chat template, and turns put into a text.
  /<\|(?:im_start|im_end|system|user|assistant|end|eot_id|start_header_id)\|?>|\[\/?INST\]|<<\/?SYS>>/iu,
  /^\W*(?:system|assistant|developer) (?:prompt|message|note|override)\W*[:：]/iu,
  // Orders about verdicts that name nobody.
  /\b(?:mark|treat|count|rate|score|label|classify|accept|consider|regard|return|output|report)\b.{0,60}(?:\b(?:as|are|is|be)\b|:)\s*["'“[]?(?:fully )?(?:supported|grounded|faithful)\b(?! (?:by|with|on|in))/iu,
  /\b(?:all|every|each|any|these|this|following) (?:claims?|statements?)\b.{0,40}\b(?:are|is|be) (?:fully )?(?:supported|grounded|faithful)\b(?! (?:by|with|on|in))/iu,
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
