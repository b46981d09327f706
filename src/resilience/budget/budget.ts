import { checkOptions, functionCheck, numberFrom, refuseOption, type OptionChecks } from "../../core/check-options.ts";
import type { Usage } from "../../core/judge.ts";
import { isJudgeFailure, JudgeFailure } from "../../core/judge-failure.ts";
import { unlessAborted } from "../aborted.ts";
import { notify } from "../notify.ts";
import type { Policy, PolicyContext } from "../policy.ts";
import { createLedger, dayMs, type LedgerDay } from "./ledger.ts";

/** A bound that the day's spending reached. */
export interface BudgetEvent {
  readonly bound: "soft" | "hard";
  /** When the day began, midnight UTC, in milliseconds since the Unix epoch. */
  readonly dayEpochMs: number;
  /** Spent on that day so far, in USD. */
  readonly spentUsd: number;
}

/** Options of {@link budget}: at least one of the bounds. */
export interface BudgetOptions {
  /** A day's spending in USD, 0 to 1,000,000, from which there is a warning, once a day. */
  readonly softUsd?: number;
  /** A day's spending in USD, 0 to 1,000,000, beyond which no call is made: `over_budget`. At least `softUsd`. */
  readonly hardUsd?: number;
  /** What a call whose cost is not known counts as, in USD, 0 to 1,000. @default the dearest call so far, see {@link budget} */
  readonly callUsd?: number;
  /** Told when a bound is reached: once a day and bound. */
  readonly onBound?: (event: BudgetEvent) => void;
}

const usd = numberFrom(0, 1_000_000);
const checks: OptionChecks<BudgetOptions> = {
  softUsd: usd,
  hardUsd: usd,
  callUsd: numberFrom(0, 1_000),
  onBound: functionCheck,
};

/**
 * Bounds what calls cost in a day (UTC), by `Usage.cost`. A call sets aside what it is expected to cost, and is refused with
 * `over_budget` when that no longer fits: the hard bound is never passed by more than the calls in flight cost beyond their estimates. The
 * count is this policy's own: share one policy to share a budget; each process has its own, and begins at 0.
 *
 * A call without a cost counts as expected or as `callUsd`, else, with a warning, as the dearest call so far. Where there is none of
 * these (the adapter has no price for its model) the bound would be a fiction: further calls of the day are refused, as `over_budget`
 * with the code `cost_unknown`. A call that failed costs nothing when it was refused, and when it was given up or its
 * answer useless what it was expected to cost, else the same.
 *
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`
 */
export function budget(options: BudgetOptions): Policy {
  const { softUsd, hardUsd, callUsd, onBound } = checkBudget(options);
  const ledger = createLedger();
  let dearestUsd: number | undefined;

  function reach(bound: "soft" | "hard", page: LedgerDay, context: PolicyContext): void {
    if (page.said.has(bound)) return;
    page.said.add(bound);
    notify(onBound, [{ bound, dayEpochMs: page.day * dayMs, spentUsd: page.spentUsd }], context);
    if (bound === "hard") return;
    const message = `The calls of a judge's model have cost the soft bound of ${softUsd} USD today (UTC).`;
    context.warn?.({ code: "budget_soft_bound", message });
  }

  function refuseOver(page: LedgerDay, expectedUsd: number, context: PolicyContext): void {
    if (hardUsd === undefined) return;
    if (page.isUncountable) {
      const message = "The budget cannot be kept: a call's cost was not known";
      throw new JudgeFailure("over_budget", message, { code: "cost_unknown" });
    }
    const leftUsd = hardUsd - page.spentUsd - page.reservedUsd;
    if (leftUsd > roundingOf(hardUsd) && expectedUsd <= leftUsd + roundingOf(hardUsd)) return;
    reach("hard", page, context);
    throw new JudgeFailure("over_budget", "The day's budget is spent");
  }

  function spend(page: LedgerDay, costUsd: number, context: PolicyContext): void {
    page.spentUsd += costUsd;
    if (softUsd !== undefined && page.spentUsd >= softUsd - roundingOf(softUsd)) reach("soft", page, context);
  }

  /** What a call counts as that came without a cost and without an expectation. */
  function countUnknown(page: LedgerDay, context: PolicyContext): void {
    if (!page.said.has("cost_unknown")) context.warn?.({ code: "cost_unknown", message: unknownCost });
    page.said.add("cost_unknown");
    if (dearestUsd === undefined) page.isUncountable = true;
    else spend(page, dearestUsd, context);
  }

  return {
    async execute(call, context) {
      const page = ledger.today(context.clock.epochMs());
      const expectedUsd = costOf(call.estimate) ?? callUsd;
      const reservedUsd = expectedUsd ?? 0;
      refuseOver(page, reservedUsd, context);
      page.reservedUsd += reservedUsd;
      try {
        const value = await unlessAborted(() => call.run(context), context.signal);
        const costUsd = costOf(call.usageOf?.(value));
        if (costUsd !== undefined) dearestUsd = Math.max(dearestUsd ?? 0, costUsd);
        const countedUsd = costUsd ?? expectedUsd;
        if (countedUsd === undefined) countUnknown(page, context);
        else spend(page, countedUsd, context);
        return value;
      } catch (error) {
        if (mayCost(error)) spend(page, expectedUsd ?? dearestUsd ?? 0, context);
        throw error;
      } finally {
        page.reservedUsd -= reservedUsd;
      }
    },
  };
}

const unknownCost =
  "A budget is set, but a judge model's call came without a cost: give its adapter a price for the model, or the budget `callUsd`. " +
  "Until then such calls count as the dearest so far; where none has had a cost, a hard bound refuses calls as over_budget.";

/** What sums of costs may be off by at a bound: ten times 0.1 is less than 1 in binary fractions. */
function roundingOf(boundUsd: number): number {
  return boundUsd * 1e-9;
}

/** A call that was refused costs nothing; one that was given up, or whose answer was useless, may have run up its bill. */
function mayCost(error: unknown): boolean {
  if (!isJudgeFailure(error)) return true;
  return error.reason === "judge_timeout" || error.reason === "judge_invalid_output" || error.reason === "shutdown";
}

function costOf(usage: Usage | undefined): number | undefined {
  const cost = usage?.cost;
  return cost !== undefined && Number.isFinite(cost) && cost >= 0 ? cost : undefined;
}

function checkBudget(options: BudgetOptions): BudgetOptions {
  checkOptions(options, checks, ["budget"]);
  const { softUsd, hardUsd } = options;
  if (softUsd === undefined && hardUsd === undefined) {
    refuseOption(["budget"], "given `softUsd`, `hardUsd` or both", options);
  }
  if (softUsd !== undefined && hardUsd !== undefined && hardUsd < softUsd) {
    refuseOption(["budget", "hardUsd"], `at least \`budget.softUsd\` (${softUsd})`, hardUsd);
  }
  return options;
}
