const ID = /^[1-9]\d{0,15}$/;

/** Reads a resource id from a path: a positive integer up to 2^53-1 in plain decimal digits, else null. */
export function parseId(text: string): number | null {
  if (!ID.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}
