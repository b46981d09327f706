import { intentClasses } from "../queries.ts";
import { readBody, refuse, type Handler } from "./server.ts";
import type { Trouble } from "./trouble.ts";

const hint =
  'Send {"corrupt": "faq", "emptyRetriever": "how_to", "brokenJudge": true}; each may be left out, and {} repairs all. ' +
  `The intent classes are ${intentClasses.join(", ")}.`;

/** Breaks the service from now on in the ways that the body names, and in no other. */
export function controlTrouble(trouble: Trouble): Handler {
  return async (request, response) => {
    const wanted = readTrouble(await readBody(request));
    if (wanted === undefined) return refuse(response, 400, hint);
    delete trouble.corruptIntent;
    delete trouble.emptyIntent;
    delete trouble.brokenJudge;
    Object.assign(trouble, wanted);
    response.writeHead(200, { "content-type": "application/json" }).end(`${JSON.stringify(wanted)}\n`);
  };
}

function readTrouble(body: string | undefined): Trouble | undefined {
  let read: unknown;
  try {
    read = JSON.parse(body ?? "");
  } catch {
    return undefined;
  }
  if (typeof read !== "object" || read === null || Array.isArray(read)) return undefined;
  const { corrupt, emptyRetriever, brokenJudge, ...rest } = read as Record<string, unknown>;
  const isIntent = (value: unknown): value is string | undefined =>
    value === undefined || (typeof value === "string" && intentClasses.includes(value));
  if (!isIntent(corrupt) || !isIntent(emptyRetriever) || Object.keys(rest).length > 0) return undefined;
  if (brokenJudge !== undefined && typeof brokenJudge !== "boolean") return undefined;
  return {
    ...(corrupt === undefined ? {} : { corruptIntent: corrupt }),
    ...(emptyRetriever === undefined ? {} : { emptyIntent: emptyRetriever }),
    ...(brokenJudge === undefined ? {} : { brokenJudge }),
  };
}
