/** Words of one kind, in the languages that most attacks are written in: first those of scripts with spaces between words. */
export interface Words {
  readonly spaced: string;
  readonly unspaced: string;
}

/** Matches one of the words, in Latin and other alphabets whole ones only. */
export function wordsPattern({ spaced, unspaced }: Words): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${spaced.replaceAll("\n", "")})(?![\\p{L}\\p{N}])|${unspaced}`, "iu");
}

/** Whoever might judge a text; these mean hardly anyone else. */
export const judges: Words = {
  spaced: `graders?|evaluators?|fact[- ]?checkers?|llms?|scorers?|(?:scoring|grading|evaluation|verification) (?:systems?|models?|prompts?)|language models?|auto-?raters?|ai (?:assistants?|models?|systems?|judges?)|chat ?gpt
|correcteurs?|évaluateurs?|modèles? de langage|bewerter(?:in)?|prüfmodell|sprachmodell|evaluador(?:es|a)?|calificador(?:es)?|modelo de lenguaje|avaliador(?:es|a)?
|modelo de linguagem|valutator[ei]|modello linguistico|beoordelaars?|taalmodel|oceniając\\p{L}*|değerlendirici|оценщик\\p{L}*|проверяющ\\p{L}*|языков\\p{L}+ модел\\p{L}*
|(?:ال|لل)?مقي[ّ]?م\\p{L}*|(?:ال)?نموذج اللغوي|मूल्यांकनकर्ता`,
  unspaced:
    "評価者|採点者|評価モデル|평가 모델|评估模型|评判模型|評估模型|言語モデル|평가자|채점자|언어 모델|评分者|评分员|评估者|评估员|评判者|语言模型|大模型|評分者|評估者|語言模型",
};

/** These are courts, reviewers and products too. */
export const perhapsJudges: Words = {
  spaced:
    "judges?|model|assistant|system|reviewers?|verifiers?|examiners?|prüfer(?:in)?|gutachter(?:in)?|examinateurs?|checkers?|ai|juges?|richter|jueces|juez|juiz|giudice|rechter|судь\\p{L}*|(?:ال)?قاضي|न्यायाधीश|hakem",
  unspaced: "裁判|评委|评审员|审核员|裁判员|系统|模型|系統|評審|判定者|심판|モデル|システム",
};

/** What is asked of them. */
export const acceptance: Words = {
  spaced: `accept|approve|verdict|grounded|groundedness|faithful|supported|verified|full marks|(?:top|highest|maximum|full) (?:marks?|scores?|grades?)|(?:score|grade|rating|mark)s? of|correct|true|as (?:a |an )?(?:established |proven )?fact
|confirm (?:that|the|this|it|all|every)|believe|agree|accepter|accepte[zr]?|considérer|valider|étayée?s?|soutenue?s?|vraie?s?|akzeptieren|belegt|gestützt|wahr|bestätigen|aceptar|respaldad[oa]s?|verdader[oa]s?|confirmar|aceitar
|apoiad[oa]s?|sustentad[oa]s?|accettare|supportat[oaei]|ver[oaei]|accepteren|ondersteund|zaakceptować|potwierdzon\\p{L}*|kabul|desteklen\\p{L}*|принять|признать|ответить|сказать|подтвержд\\p{L}*|поддержан\\p{L}*
|верн\\p{L}*|(?:ت|ي)?قبل|قبول|يعتبر|مدعوم\\p{L}*|صحيح\\p{L}*|स्वीकार|समर्थित|सही`,
  unspaced:
    "受け入れ|支持さ|根拠あり|裏付け|正しい|認め|수락|인정|지지|뒷받침|받아들|接受(?:该|这|以下|下列|本|此|上述)|支持|正确|属实|满分|有依据|视为|标记为|认定|为真|真实|正確|屬實|視為|標記為|認定為",
};

/** What only an evaluation of a text speaks of. */
export const verdicts: Words = {
  spaced: `verdict\\W{0,3}(?:is|must be|should be|of)?\\W{0,3}(?:supported|grounded|true|correct)|grounded(?:ness)?|faithful(?:ness)?|(?:as|are|is|be) (?:fully )?supported(?! (?:by|with|on|in))|full marks|(?:score|grade|rating) of [1-5]|5 out of 5|5 ?\\/ ?5
|accept (?:the|this|that|every|all|any) (?:claims?|statements?|answers?)|étayée?s?|belegt|gestützt|respaldad[oa]s?|sustentad[oa]s?|supportat[oaei]|ondersteund|подтвержд\\p{L}*|مدعوم\\p{L}*|समर्थित`,
  unspaced: "裏付け|뒷받침|有依据|有据|满分|视为支持|标记为|受支持|得到支持",
};

/** What makes an order of it. */
export const orders: Words = {
  spaced: `must|should|shall|needs? to|does not|if you|will be|you will|ha(?:s|ve) to|please|always|required|instructed|ordered|note to|attention|dear|hey|(?:are|is) to|do not|don't|never|remember|important|doit|doivent|devez|veuillez|muss|müssen
|soll(?:en)?|bitte|debe[ns]?|tiene[ns]? que|deve[mn]?|devono|moet(?:en)?|musi|долж(?:ен|н\\p{L}*)|обязан\\p{L}*|пожалуйста|يجب|عليك|चाहिए|होगा|meli|malı|\\p{L}+(?:meli|malı)`,
  unspaced: "なければ|べき|必ず|してください|下さい|해야|하십시오|하세요|必须|應該|应该|应当|務必|务必|请|請|须",
};
