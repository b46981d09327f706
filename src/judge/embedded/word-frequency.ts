import type { Token } from "../../text/tokens.ts";

// The commonest words of English and characters of Chinese, commonest first: they give the Zipf rank (Zipf 1949) from
// which a term's document frequency is estimated, because five chunks are too few to count it in.
const englishFunctionWords = `the of and to a in is it that for was on as with be by at are this from or an his he not but had they which
you have were her all she there would their we him been has when who will no more if out so what up its about than into them can only
other then do does did me my your our us i am any some such these those also how where why because while during each both between through
over under after before being having may might must could should just very own same too s t d ll re ve m don't doesn't isn't aren't
here again once against until upon within without among however therefore thus hence whether although though since per via etc yet nor
neither either whose whom himself herself itself themselves yourself one it's that's there's off down yes however various several others another something someone anyone many much
sometimes often ensure consider regarding sorry unfortunately hand indeed`;

const englishCommonWords = `said time people new year years first two make made like well way even back many much most good work use used used using
part great world still between state life day get three man through long little came come go went take took see know think say says says
according based include including includes included provide provides provided several various different called known name number place
high large small often right help need want find found give given keep never last next set end start started number another around every
four five six house home city country government company group system program case point hand old men women children school water become
became left public american national united states general order information service services report reported important however may able
allow allowed offer offers available show shows shown member members area level local second change result results following form free
open full best better top main major common certain early later late today week month months days times total cost price money business
market food family person customers customer user users thing things lot kind type types example reason specific typically generally usually likely possible
due process development team plan play game season`;

// Words that speak of the source or join sentences: an answer adds them, whatever the source says.
const englishReportingWords = `document documents passage passages text answer question context article author according provided mention
mentions mentioned state states stated describe describes described discuss discusses discussed highlight highlights highlighted
emphasize emphasizes suggest suggests suggested note notes noted conclude concludes concluded explain explains explained indicate
indicates indicated report reports reported overall additionally furthermore moreover specifically summary summarize ultimately
essentially importantly information details based given include includes including`;

const chineseFunctionCharacters =
  "的了是在和有与及或也就都而但这那之其着被把对为于以从到由向将给让则等还又很更最个们我你他她它吗呢吧啊么什怎哪谁不";
const chineseCommonCharacters =
  "一人大中上国我年时地出会来要生行作用可以后发成方分过说进多部同新学家工公下天自小民主动现日高长经业法本前市开所起全里面体好机加理二三实事没月关点力定力水化心合系数量位名性间重政制" +
  "相当代表示第已两些外内通样明问情水平次万亿元";

function ranks(groups: readonly (readonly string[])[], starts: readonly number[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  groups.forEach((words, group) => {
    words.forEach((word, index) => {
      if (!found.has(word)) found.set(word, (starts[group] ?? 1) + index);
    });
  });
  return found;
}

/** English words by rank, 1 the commonest. */
export const englishRanks: ReadonlyMap<string, number> = ranks(
  [englishFunctionWords.split(/\s+/), englishReportingWords.split(/\s+/), englishCommonWords.split(/\s+/)],
  [1, 250, 350],
);

/** Chinese characters by rank, 1 the commonest. */
export const chineseRanks: ReadonlyMap<string, number> = ranks(
  [[...chineseFunctionCharacters], [...chineseCommonCharacters]],
  [1, 80],
);

/** Words at or before this rank are function words. */
export const lastFunctionRank = { english: 249, chinese: 79 } as const;

/** Whether the word says nothing about what a text is about. */
export function isFunctionWord({ kind, text }: Pick<Token, "kind" | "text">): boolean {
  const rank = kind === "character" ? chineseRanks.get(text) : englishRanks.get(text);
  return (rank ?? Infinity) <= (kind === "character" ? lastFunctionRank.chinese : lastFunctionRank.english);
}

/** Words that ask: they say what kind of answer is wanted, not what it is about. */
export const questionWords: ReadonlySet<string> = new Set(
  `what which who whom whose when where why how do does did is are was were can could should would will shall may might have has had please tell
explain describe give list show me i you we my your name find know want need define mean difference many much long often far`.split(
    /\s+/,
  ),
);

/** The same for Chinese, as characters. */
export const chineseQuestionCharacters: ReadonlySet<string> = new Set([..."什么怎样如何哪谁吗呢几多少为何是否请问"]);
