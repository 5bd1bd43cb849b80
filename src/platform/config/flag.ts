/** Reads a variable that is true or false; `fallback` if it is not set. */
export function readFlag(value: string | undefined, fallback = false): boolean {
  return value === undefined ? fallback : ['true', '1'].includes(value);
}
