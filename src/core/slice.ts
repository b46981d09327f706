/** The slice labels of a request. All bounded, never free text. */
export interface Slice {
  readonly pipeline: string;
  readonly intentClass: string;
  readonly modelVersion: string;
}

/** The value of an intent class or model version that was not given, failed, or came too late. */
export const unknownSliceValue = "unknown";

/** The value both intent class and model version take beyond the slice limit. */
export const otherSliceValue = "other";

/** 1 to 64 characters of a slice label, see {@link isSliceValue}. */
export const sliceValuePattern: RegExp = /^[\p{L}\p{N}_.:/@+-]{1,64}$/u;

/** Whether a value may be a slice label: 1 to 64 letters, digits or `_ . : / @ + -`. White space marks free text, which a label never is. */
export function isSliceValue(value: unknown): value is string {
  return typeof value === "string" && sliceValuePattern.test(value);
}
