import { integerFrom, numberFrom, refuseOption, type OptionCheck } from "../../core/check-options.ts";
import type { Thresholds } from "../../core/thresholds.ts";
import { isRecord, type ValuePath } from "../../core/violation.ts";
import { promptIds } from "./prompt.ts";

/** A judge model. */
export const modelCheck: OptionCheck = {
  rule: "a judge model (an object with the string `model` and a method `complete`)",
  holds: (value) => isRecord(value) && isName(value["model"]) && typeof value["complete"] === "function",
};

/** An embedder. */
export const embedderCheck: OptionCheck = {
  rule: "an embedder (an object with the string `model` and a method `embed`)",
  holds: (value) => isRecord(value) && isName(value["model"]) && typeof value["embed"] === "function",
};

/** A policy. */
export const policyCheck: OptionCheck = {
  rule: "a policy (an object with a method `execute`)",
  holds: (value) => isRecord(value) && typeof value["execute"] === "function",
};

/** Tokens that request and reply may have together. */
export const contextTokensCheck: OptionCheck = integerFrom(2_048, 10_000_000);

/** A version set by hand. */
export const versionCheck: OptionCheck = {
  rule: "1 to 64 letters, digits or `_ . : @ + -`, starting with a letter or digit",
  holds: (value) => typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9_.:@+-]{0,63}$/.test(value),
};

/** Characters of a prompt; it goes into every request. */
const maxPromptCharacters = 50_000;

/** A prompt in place of ours. */
export const promptCheck: OptionCheck = {
  rule: `a text of 1 to ${maxPromptCharacters} characters`,
  holds: (value) => typeof value === "string" && /\S/u.test(value) && value.length <= maxPromptCharacters,
};

/** Prompts by what they are for. */
export const promptsCheck: OptionCheck = {
  rule: `an object with texts under ${promptIds.map((id) => `\`${id}\``).join(", ")}`,
  holds: (value) =>
    isRecord(value) &&
    Object.entries(value).every(
      ([id, text]) => promptIds.some((known) => known === id) && (text === undefined || promptCheck.holds(text)),
    ),
};

const unit = numberFrom(0, 1);

/** Thresholds of one judge. */
export const thresholdsCheck: OptionCheck = {
  rule: "an object with `warning` and `page` from 0 to 1, `page` at most `warning`",
  holds: (value) =>
    isRecord(value) &&
    unit.holds(value["warning"]) &&
    unit.holds(value["page"]) &&
    (value as unknown as Thresholds).page <= (value as unknown as Thresholds).warning,
};

/** Throws when an option that must be there is not. */
export function requireOption(path: ValuePath, { rule, holds }: OptionCheck, value: unknown): void {
  if (!holds(value)) refuseOption(path, rule, value);
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value.length >= 1 && value.length <= 256;
}
