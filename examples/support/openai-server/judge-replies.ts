import { textsOf } from "./completion.ts";
import type { OpenaiCall } from "./server.ts";
import { sentencesOf, shareOf, wordsOf } from "./words.ts";

/** A part of what is judged, between the judges' delimiters: `[[[key|label]]] … [[[/key|label]]]`. */
interface Section {
  readonly label: string;
  readonly text: string;
}

/** What a call asks to judge. */
interface Task {
  readonly instructions: string;
  readonly sections: readonly Section[];
}

/** Words that a statement must share with a sentence to be supported by it, as a share. */
const supportingShare = 0.7;

/**
 * What this server says to the prompts of the LLM judges, by the name of the JSON schema: it counts words, as no judge
 * model would, but reads the same requests and answers in the same form. `undefined` when the call is no judge's.
 */
export function judgeReply(call: OpenaiCall): string | undefined {
  const reply = replies[schemaOf(call) ?? ""];
  const [instructions = "", input = ""] = textsOf(call);
  return reply && JSON.stringify(reply({ instructions, sections: sectionsOf(input) }));
}

/** The name of the schema that the answer is to fit: enforced, or only asked for in the instructions. */
export function schemaOf(call: OpenaiCall): string | undefined {
  const format = call.body["response_format"] as { readonly json_schema?: { readonly name?: string } } | undefined;
  return format?.json_schema?.name ?? /JSON Schema "(\w+)":/.exec(textsOf(call)[0] ?? "")?.[1];
}

const replies: Readonly<Record<string, (task: Task) => object>> = {
  groundedness: ({ sections }) => {
    const sentences = chunksOf(sections).flatMap(({ chunk, text }) =>
      sentencesOf(text).map((quote) => ({ chunk, quote, words: wordsOf(quote) })),
    );
    return {
      claims: textOf(sections, "statements")
        .split("\n")
        .flatMap((line) => {
          const [, number, claim] = /^(\d+)\. (.+)$/.exec(line) ?? [];
          if (number === undefined || claim === undefined) return [];
          const words = wordsOf(claim);
          const best = sentences.toSorted((a, b) => shareOf(words, b.words) - shareOf(words, a.words))[0];
          const supported = best !== undefined && shareOf(words, best.words) >= supportingShare;
          const quotes = supported ? [{ chunk: best.chunk, quote: best.quote }] : [];
          return { statement: Number(number), claim, verdict: supported ? "supported" : "[UNSUPPORTED]", quotes };
        }),
    };
  },
  context_sentences: ({ sections }) => {
    const query = wordsOf(textOf(sections, "query"));
    const needed = (sentence: string): boolean => shareOf(query, wordsOf(sentence)) >= 0.3;
    return {
      chunks: chunksOf(sections).map(({ chunk, text }) => ({ chunk, sentences: sentencesOf(text).filter(needed) })),
    };
  },
  context_grades: ({ sections }) => {
    const query = wordsOf(textOf(sections, "query"));
    const gradeOf = (text: string): number => 1 + Math.round(4 * shareOf(query, wordsOf(text)));
    return { chunks: chunksOf(sections).map(({ chunk, text }) => ({ chunk, grade: gradeOf(text) })) };
  },
  queries: ({ instructions, sections }) => {
    const count = Number(/exactly (\d+)/.exec(instructions)?.[1] ?? 5);
    const [about = "this"] = sentencesOf(textOf(sections, "answer"));
    const openings = ["What about", "Tell me about", "Is it so that", "What is known of", "Say more of"];
    const queries = Array.from({ length: count }, (_, index) => `${openings[index % openings.length]} ${about}?`);
    return { noncommittal: false, queries };
  },
  answer_grade: ({ sections }) => {
    const share = shareOf(wordsOf(textOf(sections, "query")), wordsOf(textOf(sections, "answer")));
    const reason = "By the words that the answer shares with the query.";
    return { reason, noncommittal: false, grade: 1 + Math.round(4 * share) };
  },
  criterion: ({ instructions }) => {
    const [, lowest = "1", highest = "5"] = /from (\d+) \(worst\) to (\d+) \(best\)/.exec(instructions) ?? [];
    const middle = Math.round((Number(lowest) + Number(highest)) / 2);
    return { reason: "This server cannot read a rubric.", grade: middle };
  },
};

function sectionsOf(input: string): readonly Section[] {
  const section = /\[\[\[(\w+)\|([^\]]+)\]\]\]\n([^]*?)\n\[\[\[\/\1\|\2\]\]\]/g;
  return [...input.matchAll(section)].map(([, , label = "", text = ""]) => ({ label, text }));
}

function textOf(sections: readonly Section[], label: string): string {
  return sections.find((section) => section.label === label)?.text ?? "";
}

function chunksOf(sections: readonly Section[]): readonly { readonly chunk: number; readonly text: string }[] {
  return sections.flatMap(({ label, text }) => {
    const number = /^chunk (\d+)$/.exec(label)?.[1];
    return number === undefined ? [] : [{ chunk: Number(number), text }];
  });
}
