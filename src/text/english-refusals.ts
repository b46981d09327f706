// A phrase that names the context is written as one sign before anything else is looked for, so that the patterns below
// stay small: compiling large ones takes tens of milliseconds, on the thread that serves requests. Every gap is bounded.
const given =
  "provided|given|available|supplied|retrieved|above|following|reference|source|current|relevant|structured";
const which = "any of the|all of the|the|this|these|those|both|your|my|our|any";
/** What a retrieval-augmented answer calls its context. */
const contextNoun =
  "context|documents?|passages?|excerpts?|snippets?|search results?|knowledge base|chunks?|source (?:texts?|material)|sources?";
/** What it calls its context too, though the word may be about the world. */
const textNoun =
  "texts?|articles?|information|materials?|content|data|results?|records?|pages?|references?|conversation|summary|documentation|docs|faq|reviews?|transcript|story|paragraphs?";
const after =
  "provided|given|available|supplied|retrieved|above|here|alone|itself|themselves|i have|i was given|you (?:have )?(?:provided|gave|given|shared)";

const phrase = new RegExp(
  `\\b((?:(?:${which}) )?)((?:(?:${given}) )*)(?:(${contextNoun})|(?:${textNoun}))\\b((?: (?:${after})\\b)*)`,
  "g",
);

/** The clause with every phrase that names the context as `§c`, and every one that may as `§t`. */
export function signEnglishSources(clause: string): string {
  return clause.replace(
    phrase,
    (found: string, determiner: string, before: string, context: string | undefined, behind: string) => {
      if (context !== undefined || before !== "" || /provided|given|above/.test(behind)) return "§c";
      return determiner === "" ? found : "§t";
    },
  );
}

const source = "§[ct]";
const adverb = "(?:(?:\\w+ly|also|still|yet|even|actually|to|seem|appear|just|currently|otherwise) )*";
const doNot = "(?:do|does|did|can|could)(?: not|n't|not)";
const speak = "(?:say|state|mention|specify|tell|clarify|discuss|address|describe|explain|detail|refer)";
const carry = "(?:provide|contain|include|indicate|give|offer|have|cover|list|reveal|answer|show|present)";
const fact =
  "(?:information|info|details?|answers?|mention|data|references?|facts?|explanations?|indications?|context|specifics|guidance|instructions|§)";
const told =
  "(?:mentioned|provided|specified|stated|included|given|found|discussed|addressed|described|covered|indicated|listed|available|clear|explained|answered|determined|present|contained|detailed|disclosed|part of)";
const learned = "(?:answered|determined|inferred|established|derived|concluded|verified|found|identified|addressed)";
const learn =
  "(?:determine|say|tell|answer|know|conclude|infer|ascertain|establish|deduce|identify|verify|confirm|find out)";
/** What a question may be about that has one answer. */
const quantity =
  "(?:height|date|price|cost|name|number|year|age|length|size|weight|amount|reason|cause|location|address|time|author|duration|distance|population|area|value|fee|deadline|origin|identity|title|limit|rate|speed|salary|colou?r|temperature)s?";
const reply =
  "(?:(?:provide|give|offer|find)(?: you(?: with)?)? (?:(?:an?|any|the|more|further|that) )?(?:\\w+ ){0,2}(?:answer|information|details?|response|instructions?|estimate|recommendation|time|summary|guidance|specifics|§))";
const helped =
  "(?:answer|provide|find|determine|say|tell|help|give|assist|locate|confirm|verify|comment|respond|offer|identify|infer|access|browse|discuss|fulfil|fulfill|comply|see|speak|conclude|recommend)";
const notAble =
  "(?:cannot|can not|can't|could not|couldn't|(?:am|are|was|were|'m|'re)(?: not able| unable) to|(?:wasn't|weren't|aren't) able to)";
const end = "[.!)\"'*]{0,3}$";

function pattern(text: string): RegExp {
  return new RegExp(text);
}

/** What may come before a clause: courtesies, conjunctions, "Based on the context,", a subordinate clause up to its comma. */
export const englishLeads: readonly RegExp[] = [
  /^(?:while|although|though|since|because|as(?! an ai)|even though|if|when) [^,]{1,200}, /,
  /^as an ai(?: language)?(?: model| assistant)?\b,? /,
  /^(?:and|but|so|or|also|however|therefore|thus|hence|yet|though|although|as|since|because|unfortunately|sadly|regrettably|sorry|apologies|note|overall|additionally|furthermore|moreover|finally|in addition|that said|on the other hand|currently|for now|well|hm+|nope|no|honestly|to be honest|actually|in conclusion|answer|at (?:the|this) (?:moment|time|point)|(?:i|we) (?:do )?apologi[sz]e(?: for [^,.]{0,40})?|(?:i'm|i am|we're|we are) (?:very |so |really )?(?:sorry|afraid)(?: to say)?(?: that)?)\b[,.:;!… ]{1,4}/,
  /^(?:based (?:up)?on|according to|from|given|in|within|among|using|as for|regarding|concerning|about|with regards? to|with respect to|as to|per|for|after|upon|judging by|despite) [^,]{1,120}, /,
  pattern(`^(?:based (?:up)?on|according to|from|given|in|within|among|using) ${source},? `),
];

/** The one who answers does not know, or cannot say. */
const firstPerson: readonly RegExp[] = [
  pattern(
    `^i ${adverb}(?:do|did)(?: not|n't) ${adverb}(?:(?<!did.{0,20})know(?! (?:any(?:one|body)|him|her|them)\\b)|find\\b|see (?:any|enough|where)|have (?:\\w+ ){0,4}(?:information|answer|data|details?|knowledge|context|access|idea|clue|records?)\\b)`,
  ),
  pattern(
    `^we ${adverb}(?:do|did)(?: not|n't) ${adverb}(?:know(?:${end}| (?:wh|how|if|the answer))|have (?:\\w+ ){0,3}(?:information|answer|details?|knowledge) ?(?:about|on|regarding|to|for|[.]?$))`,
  ),
  pattern(`^(?:i|we)(?:'m| am| are|'re) ${adverb}(?:not (?:\\w+ly )?|un)(?:sure|certain)\\b`),
  pattern(`^i(?:'m| am) ${adverb}(?:not |un)aware\\b`),
  pattern(`^i ?${adverb}${notAble} ${adverb}(?:\\w+ ){0,2}${helped}\\b`),
  pattern(`^we ?${adverb}${notAble} ${adverb}(?:${learn}\\b|${reply}\\b)`),
  pattern(
    `^(?:i|we)(?: have|'ve)? ${adverb}(?:have|found|find|see|got|hold) no (?:\\w+ ){0,3}(?:idea|clue|information|answers?|data|details?|knowledge|mention|records?|results?)\\b`,
  ),
  /^i have (?:no (?:\w+ ){0,3}(?:idea|clue|information|answers?|data|details?|knowledge|access)|not (?:been able|found))\b/,
  pattern(`^no idea\\b`),
  pattern(`^(?:i|we) ${adverb}lack (?:\\w+ ){0,4}(?:${source}|${fact}|knowledge|access)`),
];

/** The context does not say. */
const silentContext: readonly RegExp[] = [
  pattern(`^§c ${adverb}${doNot} ${adverb}(?:${speak}|${carry})\\b`),
  pattern(`^§t ${adverb}${doNot} ${adverb}(?:${speak}\\b|${carry} (?:\\w+ ){0,4}${fact})`),
  pattern(
    `^${source} (?:no ${fact}|${adverb}(?:lacks? (?:\\w+ ){0,3}|(?:has|have|contains?|provides?|gives?|offers?|includes?) (?:no|nothing|insufficient) (?:\\w+ ){0,2})(?:${fact}|about|on))`,
  ),
  pattern(`^${source} (?:(?:is|are) silent\\b|makes? no (?:mention|reference)|says? nothing|mentions? no)`),
  pattern(
    `^(?:none of|nothing in|neither of|no part of) ${source} (?:${adverb}|(?:that|which) )(?:${speak}|${carry})(?:s|es)?\\b`,
  ),
  pattern(
    `^(?!.{0,120}\\b(?:if|when|because|unless|whether|since|that|which|who|where) (?:\\w+ ){0,3}(?:is|are|was|were)(?: not|n't)).{2,160}? (?:is|are|was|were)(?: not|n't) ${adverb}(?:(?:${told} )?(?:in|within|by|from|on|anywhere in|among) |part of )${source}`,
  ),
  pattern(
    `^.{2,160}? (?:cannot|can not|can't|could not|couldn't) be ${adverb}${learned}\\b.{0,30}\\b(?:in|from|within|on|by|with|using) ${source}`,
  ),
];

/** There is nothing about it, or it cannot be known. */
const impersonal: readonly RegExp[] = [
  pattern(
    `^(?:that|this|it|(?:that|this|such|the) (?:information|answer|detail))(?: is not| was not| isn't| wasn't|'s not) ${adverb}(?:${told} )?(?:in|within|by|from|on|part of|anywhere in) ${source}`,
  ),
  pattern(
    `^(?:it|this|that) (?:does|did)(?: not|n't) ${adverb}(?:say|specify|tell|state|mention(?: (?:it|that|this))?)${end}`,
  ),
  pattern(
    `^(?:the|its) (?:\\w+ ){0,3}${quantity}(?: (?:of|for) [^,.;]{1,80}?)? (?:is|are|was|were)(?: not|n't) ${adverb}(?:given|mentioned|specified|stated|provided|indicated)${end}`,
  ),
  pattern(
    `^(?:cannot|can not|can't|could not|couldn't) (?:be )?${adverb}(?:${learn}|${learned})(?: (?:this|that|it|the answer|(?:this|that|the|your) question))?(?: (?:from|with|based on|by|in|within|using|given) ${source}.{0,40})?${end}`,
  ),
  pattern(
    `^(?:the |any )?(?:answer|information|exact \\w+|specific \\w+|details?|it)\\b[^.,;]{0,60}(?:is|are|was|were)(?: not|n't) ${adverb}${told}${end}`,
  ),
  pattern(
    `^there(?: is| are| was| were|'s)(?: no| not any|n't any| not enough|n't enough| not sufficient| insufficient| nothing) (?:\\w+ ){0,3}(?:information|info|details?|answers?)\\b(?! (?:desk|counter|board|office|cent(?:er|re))\\b)(?! (?:in|on|within) (?:the|his|her|its|their|our) )`,
  ),
  pattern(
    `^there(?: is| are| was| were|'s)(?: no| not any|n't any) (?:\\w+ ){0,2}(?:mention|reference|discussion)\\b(?!.{0,80} (?:in|on|within|by) (?!§))`,
  ),
  pattern(`^there(?: is| are| was| were|'s)(?: no| not| nothing|n't) .{0,80}?(?:in|within|from) §c`),
  pattern(
    `^(?:no|not enough|insufficient|nothing) (?:(?:\\w+ ){0,2}(?:information|info|details?|data|mention|answers?)|§[ct])(?: (?:about|on|regarding|concerning|of|for) .{1,80}?)? ?(?:(?:is|are|was|were|could be|can be|has been) )?(?:${told}(?! to\\b)|in ${source}|about|on|regarding)?(?: (?:in|within|by|from|about|on|regarding)\\b.{0,100})?${end}`,
  ),
  pattern(
    `^(?:it|this|that|the (?:answer|question|query)|(?:this|your) (?:question|query)) (?:cannot|can not|can't|could not|couldn't) be ${adverb}${learned}\\b`,
  ),
  pattern(
    `^(?:it is|it's|it was|is it) ${adverb}(?:not possible|impossible|hard|difficult|not clear|unclear)(?: for me)? to ${adverb}(?:${reply}|(?<!(?:hard|difficult) to )${learn})\\b`,
  ),
  // "Hard to tell apart" is not "hard to tell when".
  pattern(
    `^(?:it is|it's|it was|is it) (?:\\w+ )?(?:hard|difficult) to ${learn}(?:${end}| (?:wh|how|if|that|this|for|from|without|based|given|with|exactly|the (?:exact|answer|specific))|\\b[^§]*§)`,
  ),
  pattern(
    `^(?:it is|it's) ${adverb}(?:not clear|unclear|not known|unknown)\\b.{0,80}\\b(?:from|in|based on|within) ${source}`,
  ),
  pattern(
    `^(?:this|that|it|the answer|the question) (?:is|falls|lies) (?:beyond|outside)(?: of)? (?:my|the scope|${source})`,
  ),
  pattern(`^(?:unable|not able|not possible|impossible) to ${adverb}(?:${helped})\\b`),
  pattern(
    `^(?:unanswerable|no answer|not answerable|unknown|n/a|not sure|(?:not (?:enough|sufficient)|insufficient) (?:information|§c|data).{0,80}|not (?:\\w+ly )?(?:mentioned|specified|stated|provided|found|given|available|known)(?: (?:in|by|within)\\b.{0,60})?|information not (?:found|available|provided)\\b.{0,60})${end}`,
  ),
];

const speaksOfItself = /^(?:i|we|no idea)\b/;

/** Whether a clause is one that declines to answer. Takes it folded, with its sources signed. */
export function isEnglishRefusal(clause: string): boolean {
  const declines = (pattern: RegExp): boolean => pattern.test(clause);
  if (speaksOfItself.test(clause)) return firstPerson.some(declines);
  return impersonal.some(declines) || (clause.includes("§") && silentContext.some(declines));
}

/** Says that it is sorry and nothing else. */
export const englishApology: RegExp =
  /^(?:i'm|i am|we're|we are|i|we|so|very|really|do|sorry|apologi[sz]e|apologies|unfortunately|for the (?:inconvenience|confusion)|about that|[ ,.!])+$/;

/** Where a sentence may go on to state something. */
export const englishTurn: RegExp =
  /(?<=\bi(?: do not|'m not| am not| can't| cannot| don't|’m not| don’t) (?:know|sure|say|tell|certain) (?:when|where|who|why|how|what|if|whether|exactly)),(?= (?:the|it|they|he|she|this|that|there|its?)\b)|(?:[,;:]|\.\.\.|…) (?=(?:but|however|though|although|so|therefore|thus|hence|nevertheless|nonetheless|yet|which means|meaning that|instead)\b)| (?=but\b)|; | [–—] |, (?=and (?!(?:[\w'-]+ ){0,4}(?:that|which|who)\b)(?:[\w'-]+ ){1,5}(?:is|are|was|were|will|can|cannot|can't|must|may|has|have|costs?|takes?|does|do)\b)/gi;
