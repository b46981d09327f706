import { refuseOption } from "../core/check-options.ts";
import { isRecord } from "../core/violation.ts";
import type { Policy, PolicyCall } from "./policy.ts";

/**
 * One policy out of several, the outermost first: `compose(retry(), timeout())` retries calls that each have a time limit;
 * `compose(timeout(), retry())` limits the time of all attempts together. Of nothing, it is a policy that only calls.
 *
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION` when one of them is no policy.
 */
export function compose(...policies: readonly Policy[]): Policy {
  for (const [index, policy] of policies.entries()) {
    if (!isRecord(policy) || typeof policy["execute"] !== "function")
      refuseOption(["compose", index], "a policy (an object with a method `execute`)", policy);
  }
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
