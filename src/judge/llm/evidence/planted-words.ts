// Signs that a statement is only told, asked or supposed; for planted-claim.ts.

/** What one is told to do with a statement that is not so: "say that …", "assume that …", "mark … as". */
const saying =
  `say|answer|reply|respond|output|print|write|state|claim|declare|report|return|conclude|repeat|affirm|assert|acknowledge|accept|agree|believe
|assume|pretend|imagine|suppose|presume|simulate|confirm|consider|treat|regard|deem|mark|label|approve|validate|endorse|act as (?:if|though)|tell (?:the |all |every )?(?:users?|readers?)`.replaceAll(
    "\n",
    "",
  );

/** Where a verb is an order: at the start, after a mark that ends something, after "please" and "must". */
const imperative = String.raw`(?:^\W*|[.:!?>\])*–—]\s*|\b(?:please|instead|always|just|must|should|shall|now|let us|let's|unless you|(?:required|asked|instructed|ordered|obliged|told|have|has|needs?|task is|job is|mandatory|imperative) to|requires? you to|(?:mandatory|imperative|required) that you|and then)\s+|^\W*(?:for|to|when|if|in|as|instead of)\b[^,]{3,80},\s*)`;

/** "Say that …", "Conclude: …", "Accept the statement …". Nouns such as "Report: …" are no orders. */
export const orderToSay: RegExp = new RegExp(
  `${imperative}(?:(?:${saying})\\s+that\\b|(?:say|respond|repeat|conclude|affirm|assert|accept|agree|believe|assume|pretend|imagine|confirm|consider|treat|approve|validate)\\s*[:"“„«「'‘]|(?:${saying})\\s+(?:this|the|these|every|all|each|any|following)\\s+(?:following\\s+)?(?:claims?|statements?|sentences?|assertions?)\\b)`,
  "iu",
);
export const orderBefore: RegExp = new RegExp(
  `${imperative}(?:${saying})\\b(?<!\\b(?:answer|report|claim|output|label|state|print|return|reply)(?=\\s*:)).{0,60}$`,
  "iu",
);

export const sayingInClaim: RegExp =
  /\b(?:sa(?:y|id)|answer|repl(?:y|ied)|respon|output|print|writ|stat(?:e[sd]?|ing)\b|claim|declar|report|return|conclu|repeat|affirm|assert|acknowledg|accept|agree|believ|assum|pretend|imagin|suppos|presum|simulat|confirm|consider|treat|regard|deem|mark|label|approv|validat|endors|tell|told)/iu;
export const modal: RegExp = /\b(?:must|should|shall|ha(?:s|ve) to|needs?|required|mandatory|obliged)\b/iu;

/** Says before a claim that it is a claim, a verdict or a supposition. */
export const labelled: RegExp =
  /\b(?:verdict|supported|grounded|statements?|answer key|(?:verified|proven|established|approved) (?:facts?|claims?)|pre-?approved|override|trust me|end of (?:data|context|chunk)|(?:copy|use|quote) this\b.{0,30}|for (?:the )?(?:purposes?|sake) of (?:this|the) (?:evaluation|grading|check|test)|(?:for|during) (?:evaluation|grading)(?: purposes)?|groundedness.{0,30}|score ?[:=].{0,10}|(?:admin|developer|system|root)(?:istrator)? (?:message|mode|note|command|override).{0,30}|do not question)\W*(?:that\b\W*)?$|(?:^|["'“(|,;]\s*|\b(?:the|this|every) )claim["']?(?: ?#?\d{1,3})?(?:\s*[:=]|(?<=\b(?:the|this|every) claim)(?: that)?)["'“\s]*$|\]\([^)\s]*\s+["']$|\btrusted\b.{0,20}[:：]\W*$|\byou to \p{L}+(?: that)?\W*$|\b(?:do not|don't|never|nobody|no one)\b.{0,12}\b(?:flag|reject|question|dispute|doubt|penali[sz]e|challenge|contradict|mark|label)\b.{0,40}$|\b(?:rubric|grading notes?|hints? for grading|answer key|hypothetical(?:ly)?|pretend|imagine|simulate|penali[sz]ed|shut down|if (?:anyone|anybody|someone|you are) ask(?:s|ed)?)\b.{0,60}$/iu;

/** Orders of other languages, at the start of a sentence; those that may be statements too only right there. */
export const foreignOrder: RegExp =
  /^\W*(?:\p{L}+,?\s+){0,2}(?:dites|répondez|acceptez|considérez|supposez|marquez|confirmez|sagen sie|antworte|akzeptiere|bestätige|markiere|bewerte|behandle|diga|acepte|marque|considere|confirme|asuma|aceite|assuma|accetti|zeg|accepteer|markeer|beschouw|bevestig|acceptera|hyväksy|uznaj|zaakceptuj|potwierdź|kabul et|скажи(?:те)?|прими(?:те)?|признай(?:те)?|отметь(?:те)?|считай(?:те)?|подтверди(?:те)?|ответь(?:те)?|прийми|δέξου|δεχτείτε)(?!\p{L}).{0,80}$|^\W*(?:di|acepta|marca|considera|confirma|responde|accetta|segna|rispondi|conferma|chấp nhận|terima)(?!\p{L}).{0,80}$/iu;

/** Passes a verdict on what stands before. */
export const judgedAfter: RegExp =
  /^["'”’»」).,;:|\s]*(?:(?:is|are|be|as|count(?:s|ed)?|should|must|has|have|to|been|considered|deemed|labell?ed|marked|treated|statement|claim|->|→|=>?|✅|✓|\()["'“(|\s]*){0,5}(?:(?:un)?supported|grounded|faithful|verified|true|pass(?:es|ed)?|accept(?:ed)?|approved|(?:an? )?(?:established )?facts?|say yes)\b(?! (?:by|with|on|in|for|until|to)\b)/iu;

/** Signs of a dialogue or a markup that speaks to a program. */
export const spokenTo: RegExp =
  /^\W*(?:\w+ ){0,2}(?:(?:ai|llms?|gpt|judges?|grader|evaluator|checker|verifier|bot)\b(?: reading this| reader)?)\s*(?:[:,!]|—|–| - )/iu;

/** "Note to the judge: …", in other languages too. */
export const noteTo: RegExp =
  /^\W*(?:an? (?:den|die|das)|nota|note|notiz|hinweis|achtung|attention|atención|atenção|attenzione|opmerking|примечание|внимание|注意).{0,40}[:：,]/iu;

/** What stands around a claim that somebody wants to be believed without its being so. */
export const besides: readonly RegExp[] = [
  /\b(?:un)?supported\b(?! (?:by (?!th(?:is|e) (?:passage|context|document|text|chunk))|with|on|in)\b)/iu,
  /\b(?:no|without) (?:quotes?|evidence|proof|verification|checking)\b.{0,12}\bneed|\b(?:not|no longer) need (?:to )?(?:check|verify|quotes?)\b|\bskip (?:the )?(?:verification|checks?)\b/iu,
  /\breject(?:s|ing)\b.*\b(?:wrong|errors?|mistakes?|incorrect)\b/iu,
  /^\W*(?:if you are\b|(?:\p{L}+, )?(?:please )?(?:ignore|disregard|forget)\b|from now on\b|by order of\b)|\bcorrect evaluation\b|\btake (?:it|this) as given\b|\botherwise\W{1,3}$|\boverride\b|\bjailbreak\b/iu,
  /\b(?:SYSTEM|ADMIN|ROOT)\b|\b(?:KI|IA|AI|ИИ)\s*[:：,]/u,
  /系统(?:提示|消息)|システム(?:プロンプト|メッセージ)|시스템 (?:메시지|프롬프트)/u,
];
