import { describe, expect, test } from "vitest";
import {
  checkOptions,
  functionCheck,
  integerFrom,
  numberFrom,
  objectCheck,
  refuseOption,
  withDefaults,
} from "../../../src/core/check-options.ts";
import { isRagTriadError } from "../../../src/core/errors.ts";

interface Options {
  readonly count?: unknown;
  readonly share?: unknown;
  readonly hook?: unknown;
  readonly more?: unknown;
}
const checks = { count: integerFrom(1, 9), share: numberFrom(0, 1), hook: functionCheck, more: objectCheck };

function messageOf(options: unknown, path?: readonly string[]): string {
  try {
    checkOptions(options as Options, checks, path);
  } catch (error) {
    expect(isRagTriadError(error) && error.code).toBe("ERR_RAG_TRIAD_OPTION");
    return (error as Error).message;
  }
  return "accepted";
}

describe("checkOptions", () => {
  test.each([
    [{}],
    [{ count: 1, share: 0 }],
    [{ count: 9, share: 1, hook: () => 0, more: {} }],
    [{ count: undefined }],
  ])("accepts %j", (options) => {
    expect(messageOf(options)).toBe("accepted");
  });

  test.each([
    [{ count: 0 }, "Expected `count` to be an integer from 1 to 9, got `0` (number)"],
    [{ count: 10 }, "Expected `count` to be an integer from 1 to 9, got `10` (number)"],
    [{ count: 1.5 }, "Expected `count` to be an integer from 1 to 9, got `1.5` (number)"],
    [{ count: "3" }, 'Expected `count` to be an integer from 1 to 9, got `"3"` (string)'],
    [{ share: Number.NaN }, "Expected `share` to be a number from 0 to 1, got `NaN` (number)"],
    [{ share: -0.1 }, "Expected `share` to be a number from 0 to 1, got `-0.1` (number)"],
    [{ hook: 1 }, "Expected `hook` to be a function, got `1` (number)"],
    [{ more: [] }, "Expected `more` to be an object, got `[]` (array of 0)"],
    [{ conut: 3 }, "Unknown option `conut`: did you mean `count`?"],
    [null, "Expected the options to be an object, got `null` (null)"],
  ])("refuses %j", (options, message) => {
    expect(messageOf(options)).toBe(message);
  });

  test("names what the options belong to", () => {
    expect(messageOf({ count: 0 }, ["retry"])).toBe(
      "Expected `retry.count` to be an integer from 1 to 9, got `0` (number)",
    );
    expect(messageOf({ conut: 0 }, ["retry"])).toBe("Unknown key `retry.conut`: did you mean `count`?");
    expect(messageOf(7, ["retry"])).toBe("Expected `retry` to be an object, got `7` (number)");
  });

  test("what is required must be given", () => {
    expect(() => checkOptions<Options>({ share: 1 }, checks, [], ["share"])).not.toThrow();
    expect(() => checkOptions<Options>({ count: 1, share: undefined }, checks, [], ["share"])).toThrow(
      "Expected `share` to be a number from 0 to 1, got nothing (it is missing)",
    );
  });

  test("withDefaults takes undefined for not given", () => {
    expect(withDefaults<Options>({ count: undefined, share: 0 }, { count: 3, share: 1 })).toEqual({
      count: 3,
      share: 0,
    });
  });

  test("refuseOption throws the same kind of error", () => {
    expect(() => refuseOption(["budget"], "given", undefined)).toThrow(
      expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION" }),
    );
  });
});
