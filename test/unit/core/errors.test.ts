import { expect, it } from "vitest";
import { errorTypeOf } from "../../../src/core/errors.ts";

class QuotaError extends Error {}
class Named extends Error {
  override name = "ModelError";
}

it.each([
  [new TypeError("canary"), "TypeError"],
  [new QuotaError("canary"), "QuotaError"],
  [new Named("canary"), "ModelError"],
  [new Error("canary"), "Error"],
  [Object.assign(new Error("canary"), { code: "ECONNRESET" }), "ECONNRESET"],
  [Object.assign(new QuotaError("canary"), { code: "a canary with spaces" }), "QuotaError"],
  [Object.assign(new Error("canary"), { code: 42 }), "Error"],
  [new DOMException("canary", "AbortError"), "AbortError"],
  ["canary", "_OTHER"],
  [undefined, "_OTHER"],
  [Object.create(null), "_OTHER"],
])("%s is %s", (error, type) => {
  expect(errorTypeOf(error)).toBe(type);
});

it("what throws when looked at is _OTHER", () => {
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error("canary");
      },
    },
  );
  expect(errorTypeOf(hostile)).toBe("_OTHER");
});
