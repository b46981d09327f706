import type { Chunk } from "../core/chunk.ts";
import { errorTypeOf } from "../core/errors.ts";
import { ignoreRejection } from "../core/ignore-rejection.ts";
import { takeQuery } from "./interaction-of.ts";
import { observeGeneration, type GenerationContext } from "./generation.ts";
import type { CallObservation } from "./wrap-function.ts";
import { openRequest, type OpenRequestContext } from "./open-request.ts";
import { readChunks } from "./readers/read-chunks.ts";
import { readGeneratorInput } from "./readers/read-generator-input.ts";
import { noteProblem, type RequestRecord } from "./request-record.ts";
import type { GeneratorOptions } from "./triad.ts";

/** What beginning a generator call needs. */
export type BeginGenerationContext = GenerationContext &
  OpenRequestContext & { readonly onFailure: (error: unknown) => void };

/** What the arguments of a generator call say. */
interface GeneratorInput {
  readonly query?: string;
  readonly chunks?: readonly Chunk[];
  readonly tooLong?: boolean;
}

/**
 * Begins the observation of a generator call: a part of the current request; outside one, a request of its own when
 * its arguments carry query and chunks, else a span only.
 */
export function beginGeneration(
  context: BeginGenerationContext,
  options: GeneratorOptions<never>,
  args: readonly unknown[],
  target: unknown,
): CallObservation {
  const current = context.current();
  let input = readInput(context, options, args, current);
  if (current !== undefined && current.completedAt === undefined) {
    applyInput(current, input);
    return observeGeneration(context, options, target, current);
  }
  // Outside a request an empty list beside the query can only be an empty context.
  if (input.query !== undefined && input.chunks === undefined && isEmptyContext(args)) input = { ...input, chunks: [] };
  if (input.query === undefined || input.chunks === undefined)
    return observeGeneration(context, options, target, undefined);
  const record = openRequest(context, { query: input.query });
  applyInput(record, input);
  // Its parent is the request's span: prepare() takes the active one.
  const observation = record.span.run(() => observeGeneration(context, options, target, record));
  context.requests.workSettled(record, { outcome: "ok" });
  return observation;
}

/**
 * The usual call, `(query, chunks)` with chunks that the last retrieval gave: what was read of them then is taken, as
 * long as their texts are still the same.
 */
function knownInput(args: readonly unknown[], current: RequestRecord | undefined): GeneratorInput | undefined {
  try {
    return current?.sources === undefined ? undefined : matchSources(args, current.sources);
  } catch {
    // Something that throws when looked at: the readers know what to do with it.
    return undefined;
  }
}

function matchSources(
  args: readonly unknown[],
  sources: NonNullable<RequestRecord["sources"]>,
): GeneratorInput | undefined {
  const [query, given] = args;
  if (args.length !== 2 || typeof query !== "string" || !Array.isArray(given)) return undefined;
  if (given.length === 0 || given.length > sources.entries.length) return undefined;
  const chunks: Chunk[] = [];
  for (let index = 0; index < given.length; index++) {
    const entry: unknown = given[index];
    const place = sources.entries[index] === entry ? index : sources.entries.indexOf(entry);
    const chunk = sources.chunks[place];
    const text = typeof entry === "string" ? entry : (entry as { readonly text?: unknown } | null)?.text;
    if (chunk === undefined || chunk.text !== text) return undefined;
    chunks.push(chunk.rank === index ? chunk : { ...chunk, rank: index });
  }
  return { query, chunks };
}

function isEmptyContext(args: readonly unknown[]): boolean {
  return args.some((arg) => Array.isArray(arg) && arg.length === 0);
}

function applyInput(record: RequestRecord, input: GeneratorInput): void {
  takeQuery(record, input.query);
  if (input.tooLong === true) noteProblem(record, "chunks", "too_long");
  if (input.chunks !== undefined) record.generatorChunks = input.chunks;
}

function readInput(
  context: BeginGenerationContext,
  options: GeneratorOptions<never>,
  args: readonly unknown[],
  current: RequestRecord | undefined,
): GeneratorInput {
  if (options.readInput === undefined) return knownInput(args, current) ?? readGeneratorInput(args);
  try {
    const reading: unknown = options.readInput(args as never);
    ignoreRejection(reading);
    const { query, chunks } = reading as ReturnType<NonNullable<typeof options.readInput>>;
    const given = chunks === undefined ? undefined : readChunks(chunks);
    return {
      ...(typeof query === "string" && { query }),
      ...(given !== undefined && { chunks: given.chunks, tooLong: given.tooLong }),
    };
  } catch (error) {
    context.warn(
      "reader_failed",
      `The \`readInput\` option of wrapGenerator failed (${errorTypeOf(error)}); groundedness is judged on what was retrieved.`,
    );
    return {};
  }
}
