import { types } from "node:util";

/** Whether calling the function gives a generator object, sync or async. */
export function isGeneratorFunction(value: unknown): boolean {
  return types.isGeneratorFunction(value);
}

/** Whether the value is a generator object, sync or async. Told by its brand: no property of it is read. */
export function isGeneratorObject(value: unknown): boolean {
  return types.isGeneratorObject(value);
}
