import type { OptionCheck } from "../core/check-options.ts";
import { isRecord } from "../core/violation.ts";

/** A model's name. */
export const modelCheck: OptionCheck = {
  rule: "a string of 1 to 256 characters",
  holds: (value) => typeof value === "string" && value.length >= 1 && value.length <= 256,
};

/** A table of prices; what is in it is checked by `priceOf`. */
export const pricesCheck: OptionCheck = { rule: "an object with prices by model name", holds: isRecord };

/** Further members of a body, none of which is ours to set. */
export function parametersCheck(reserved: readonly string[]): OptionCheck {
  return {
    rule: `an object without ${reserved.map((name) => `\`${name}\``).join(", ")}`,
    holds: (value) => isRecord(value) && reserved.every((name) => !Object.hasOwn(value, name)),
  };
}
