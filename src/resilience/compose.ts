import type { Policy, PolicyCall } from "./policy.ts";

/**
 * One policy out of several, the outermost first: `compose(retry(), timeout())` retries calls that each have a time limit;
 * `compose(timeout(), retry())` limits the time of all attempts together. Of nothing, it is a policy that only calls.
 */
export function compose(...policies: readonly Policy[]): Policy {
  return {
    execute<T>(call: PolicyCall<T>, context: Parameters<Policy["execute"]>[1]) {
      const outermost = policies.reduceRight<PolicyCall<T>>(
        (inner, policy) => ({ ...call, run: (within) => policy.execute(inner, within) }),
        call,
      );
      return outermost.run(context);
    },
  };
}
