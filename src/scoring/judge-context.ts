import type { Clock } from "../core/clock.ts";
import type { Pause } from "../core/cpu-executor.ts";
import type { Interaction } from "../core/interaction.ts";
import type { JudgeContext } from "../core/judge.ts";
import type { Random } from "../core/random.ts";
import type { Slice } from "../core/slice.ts";
import { optional } from "./judge-detail.ts";
import type { Scope } from "./scope.ts";

/** What the contexts of all judges of one interaction have in common. */
export interface ContextParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly slice?: Slice | undefined;
  /** Handed to the judges when they run on a thread that also serves requests. */
  readonly pause?: Pause | undefined;
  /** What the judges of an interaction share: a member may be asked about another one than its judge was. */
  readonly sharedOf: (interaction: Interaction) => Map<symbol, unknown>;
}

/** Makes the context that a judge is given. */
export function contextFor(
  { clock, random, slice, pause, sharedOf }: ContextParts,
  interaction: Interaction,
  { signal, deadlineMs }: Scope,
  { delegate, note }: Pick<JudgeContext, "delegate" | "note">,
): JudgeContext {
  // A judge that works on after its deadline is stopped at its next pause: nobody waits for it any more.
  const pauseOrStop = pause && (() => (signal.aborted ? Promise.reject(signal.reason) : pause()));
  return {
    signal,
    shared: sharedOf(interaction),
    clock,
    random,
    delegate,
    note,
    ...optional("deadlineMs", deadlineMs),
    ...optional("slice", slice),
    ...optional("pause", pauseOrStop),
  };
}

/** What judges share, one map an interaction. */
export function createSharedMaps(): ContextParts["sharedOf"] {
  const maps = new WeakMap<Interaction, Map<symbol, unknown>>();
  return (interaction) => {
    const known = maps.get(interaction) ?? new Map<symbol, unknown>();
    maps.set(interaction, known);
    return known;
  };
}
