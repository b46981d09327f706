import type { JudgedClaim } from "../../../core/claim.ts";
import { createPacer, type Pacer } from "../../embedded/pacer.ts";
import { tooLong } from "../ask-model.ts";
import { windowsOf, type ContextWindow } from "../context-windows.ts";
import { estimateTokens } from "../estimate-tokens.ts";
import type { CheckOptions } from "../evidence/check-support.ts";
import { coverageOf, readClaim, readText, type TextReading } from "../evidence/claim-reading.ts";
import { callsAtOnce, inParallel } from "../in-parallel.ts";
import type { ReadableChunk } from "../quotes/readable-chunk.ts";
import { askStatements, roomForContext, wholeClaim, type StatementRequest } from "./ask-statements.ts";
import { judgeClaim } from "./judge-claim.ts";
import type { ModelClaim } from "./read-reply.ts";
import type { Statement } from "./statements.ts";

/** Statements that one request has at most, and the share of the model's context that they may take. */
const batchLimits = { statements: 40, share: 1 / 12 } as const;

/** Calls that one answer is worth, re-asking aside; an answer and a context that need more are too long. */
const mostCalls = 64;

/**
 * Judges statements against the whole context: a long answer in batches of statements, a long context in windows. Each
 * claim meets the best window first, and then every other one that could support it, until one does.
 */
export async function judgeStatements(
  statements: readonly Statement[],
  chunks: readonly ReadableChunk[],
  request: StatementRequest,
  options: CheckOptions,
): Promise<readonly JudgedClaim[]> {
  const batches = batchesOf(statements, request.access.contextTokens).map((batch) => {
    const room = roomForContext(batch, request);
    if (room <= 0) throw tooLong("context_too_small");
    return { batch, windows: windowsOf(chunks, room) };
  });
  if (batches.reduce((calls, { windows }) => calls + windows.length, 0) > mostCalls) throw tooLong("too_many_calls");
  const pace = createPacer(request.context);
  const found = await inParallel(batches, ({ batch, windows }) => {
    const { sources } = request;
    const own =
      batches.length === 1 ? sources : [readText(batch.map(({ text }) => text).join("\n")), ...sources.slice(1)];
    return judgeBatch(batch, windows, { chunks, request: { ...request, sources: own }, options, pace });
  });
  return found.flat();
}

interface Judge {
  readonly chunks: readonly ReadableChunk[];
  readonly request: StatementRequest;
  readonly options: CheckOptions;
  readonly pace: Pacer;
}

async function judgeBatch(
  batch: readonly Statement[],
  windows: readonly ContextWindow[],
  judge: Judge,
): Promise<JudgedClaim[]> {
  const [first, ...others] = await bestFirst(batch, windows, judge);
  if (first === undefined) return [];
  const claims: JudgedClaim[] = [];
  for (const found of (await askStatements(batch, first.window, judge.request)).values()) {
    for (const claim of found) if (claim.verdict !== "none") claims.push(...(await judged(claim, judge)));
  }
  for (let at = 0; at < others.length; at += callsAtOnce) {
    const open = claims.flatMap(({ verdict }, index) => (verdict === "supported" ? [] : [index]));
    const found = await inParallel(others.slice(at, at + callsAtOnce), (other) =>
      judgeAgain(open, claims, other, judge),
    );
    for (const [index, claim] of found.flat()) claims[index] = better(claims[index], claim);
  }
  return claims;
}

/** The claims that are still open, judged against one more window: only those that it could support. */
async function judgeAgain(
  open: readonly number[],
  claims: readonly JudgedClaim[],
  { window, reading }: RankedWindow,
  judge: Judge,
): Promise<(readonly [number, JudgedClaim])[]> {
  const { otherLanguage, minOverlap } = judge.options;
  const indexes = open.filter(
    (index) => otherLanguage || coverageOf(readClaim(claims[index]?.text ?? ""), [reading]) >= minOverlap,
  );
  const statements = indexes.map((index, at) => ({
    number: at + 1,
    text: claims[index]?.text ?? "",
    mayStateNothing: false,
  }));
  const results: (readonly [number, JudgedClaim])[] = [];
  for (const batch of batchesOf(statements, judge.request.access.contextTokens)) {
    for (const [statement, found] of await askStatements(batch, window, judge.request)) {
      const index = indexes[statement.number - 1];
      // The claim was split before: what is said of parts of it is said of it.
      const worst = (await judged(wholeClaim(statement, found), judge)).reduce(worse);
      if (index !== undefined) results.push([index, { ...worst, text: statement.text }]);
    }
  }
  return results;
}

async function judged(claim: ModelClaim, { chunks, request, options, pace }: Judge): Promise<readonly JudgedClaim[]> {
  const paused = pace();
  if (paused !== undefined) await paused;
  const { claims, fabricated } = judgeClaim(claim, chunks, options);
  if (fabricated > 0) request.context.note({ findings: { fabricated_quote: fabricated } });
  return claims;
}

const order = { supported: 2, contradicted: 1, unsupported: 0 } as const;

function worse(before: JudgedClaim, after: JudgedClaim): JudgedClaim {
  return order[before.verdict] <= order[after.verdict] ? before : after;
}

/** What speaks for the claim counts; else what speaks against it. */
function better(before: JudgedClaim | undefined, after: JudgedClaim): JudgedClaim {
  return before !== undefined && order[before.verdict] >= order[after.verdict] ? before : after;
}

interface RankedWindow {
  readonly window: ContextWindow;
  readonly reading: TextReading;
}

/** The windows by what of the statements they have. */
async function bestFirst(
  statements: readonly Statement[],
  windows: readonly ContextWindow[],
  { pace }: Judge,
): Promise<readonly RankedWindow[]> {
  const all = readClaim(statements.map(({ text }) => text).join("\n"));
  const ranked: (RankedWindow & { readonly rank: number })[] = [];
  for (const window of windows) {
    const paused = pace();
    if (paused !== undefined) await paused;
    const reading = readText(windows.length === 1 ? "" : window.parts.map(({ text }) => text).join("\n"));
    ranked.push({ window, reading, rank: windows.length === 1 ? 0 : coverageOf(all, [reading]) });
  }
  return ranked.sort((left, right) => right.rank - left.rank);
}

/** Statements in batches that leave most of the model's context to what is to support them. */
function batchesOf(statements: readonly Statement[], contextTokens: number): readonly (readonly Statement[])[] {
  const batches: Statement[][] = [];
  let tokens = 0;
  for (const statement of statements) {
    const own = estimateTokens(statement.text);
    const open = batches.at(-1);
    if (
      open !== undefined &&
      open.length < batchLimits.statements &&
      tokens + own <= contextTokens * batchLimits.share
    ) {
      open.push(statement);
      tokens += own;
    } else {
      batches.push([statement]);
      tokens = own;
    }
  }
  return batches;
}
