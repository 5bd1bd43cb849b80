const ID = /^[1-9]\d{0,15}$/;

/** Parses a resource id from a path: a positive integer up to 2^53-1 in decimal digits; null for anything else. */
export function parseId(text: string): number | null {
  if (!ID.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}
