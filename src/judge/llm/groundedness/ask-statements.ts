import { JudgeFailure } from "../../../core/judge-failure.ts";
import type { JudgeContext } from "../../../core/judge.ts";
import { askModel, overheadTokens, type ModelAccess } from "../ask-model.ts";
import { wrapWindow, type ContextWindow } from "../context-windows.ts";
import type { Envelope } from "../envelope.ts";
import { estimateTokens } from "../estimate-tokens.ts";
import type { TextReading } from "../evidence/claim-reading.ts";
import { claimsOf } from "./claims-of-statement.ts";
import { groundednessSchema, leftOutParagraph, noClaimParagraph } from "./prompt.ts";
import { readClaims, type ModelClaim, type OnlyOnes } from "./read-reply.ts";
import type { Statement } from "./statements.ts";

/** What stays the same while an answer is judged. */
export interface StatementRequest {
  readonly access: ModelAccess;
  readonly context: JudgeContext;
  readonly envelope: Envelope;
  readonly prompt: string;
  /** The query between its delimiters, or nothing. */
  readonly query: string;
  /** The answer (of a long one, these statements) and the query: where claims may take their words from. */
  readonly sources: readonly TextReading[];
}

/**
 * The claims of every statement, judged against one window of the context. Statements that the model leaves out, wholly
 * or in part, are asked for once more; one of which something is missing still is a claim by itself, supported only if all
 * that the model made of it is.
 *
 * @throws JudgeFailure `judge_invalid_output` when a statement is left out twice; and what `askModel` rejects with.
 */
export async function askStatements(
  statements: readonly Statement[],
  window: ContextWindow,
  request: StatementRequest,
): Promise<ReadonlyMap<Statement, readonly ModelClaim[]>> {
  const first = await askOnce(statements, window, request, "");
  const found = new Map<Statement, readonly ModelClaim[]>();
  const open: Statement[] = [];
  for (const statement of statements) {
    const { claims, complete } = claimsOf(statement, first, request.sources);
    if (claims.length > 0 && complete) found.set(statement, claims);
    else open.push(statement);
  }
  if (open.length === 0) return found;
  request.context.note({ findings: { missing_claim: open.length } });
  const second = await askOnce(open, window, request, leftOutParagraph);
  for (const statement of open) {
    const { claims, complete } = claimsOf(statement, [...first, ...second], request.sources);
    const own = [...first, ...second].filter((claim) => claim.statement === statement.number);
    if (own.length === 0) {
      throw new JudgeFailure("judge_invalid_output", "The judge model left out a claim twice", {
        code: "claim_left_out",
      });
    }
    found.set(statement, complete ? claims : [wholeClaim(statement, own)]);
  }
  return found;
}

/** The statement as one claim, with all that the model has to say about it. */
export function wholeClaim({ number, text }: Statement, claims: readonly ModelClaim[]): ModelClaim {
  const verdict = claims.every((claim) => claim.verdict === "supported")
    ? "supported"
    : claims.some((claim) => claim.verdict === "contradicted")
      ? "contradicted"
      : "unsupported";
  return { statement: number, claim: text, verdict, quotes: claims.flatMap(({ quotes }) => quotes) };
}

async function askOnce(
  statements: readonly Statement[],
  window: ContextWindow,
  request: StatementRequest,
  paragraph: string,
): Promise<readonly ModelClaim[]> {
  const { access, context, envelope, query } = request;
  const lines = envelope.wrap("statements", linesOf(statements));
  const input = [wrapWindow(window, envelope), ...(query === "" ? [] : [query]), lines].join("\n\n");
  return askModel(
    {
      instructions: instructionsFor(statements, request) + paragraph,
      input,
      schema: groundednessSchema(mayStateNothing(statements)),
      replyTokens: replyTokensOf(statements),
      read: (value) => readClaims(value, onlyOnes(statements, window)),
    },
    access,
    context,
  );
}

function onlyOnes(statements: readonly Statement[], { parts }: ContextWindow): OnlyOnes {
  const chunks = new Set(parts.map(({ chunk }) => chunk + 1));
  const [statement] = statements;
  const [chunk] = chunks;
  return {
    ...(statements.length === 1 && statement !== undefined && { statement: statement.number }),
    ...(chunks.size === 1 && chunk !== undefined && { chunk }),
  };
}

function linesOf(statements: readonly Statement[]): string {
  return statements.map(({ number, text }) => `${number}. ${text}`).join("\n");
}

function instructionsFor(statements: readonly Statement[], { prompt, envelope }: StatementRequest): string {
  const optional = mayStateNothing(statements) ? noClaimParagraph : "";
  return `${prompt}${optional}\n\n${envelope.rule}`;
}

function mayStateNothing(statements: readonly Statement[]): boolean {
  return statements.some((statement) => statement.mayStateNothing);
}

/** Tokens of a reply on these statements: claims in their words, quotes about as long again and more, and what is around. */
export function replyTokensOf(statements: readonly Pick<Statement, "text">[]): number {
  return statements.reduce((sum, { text }) => sum + 3 * estimateTokens(text) + 80, 0);
}

/** Tokens that are left for a window of the context beside these statements. */
export function roomForContext(statements: readonly Statement[], request: StatementRequest): number {
  const instructions = instructionsFor(statements, request) + leftOutParagraph;
  const fixed = overheadTokens({
    instructions,
    schema: groundednessSchema(true),
    replyTokens: replyTokensOf(statements),
  });
  const around = estimateTokens(request.query + linesOf(statements)) + 100;
  return request.access.contextTokens - fixed - around;
}
