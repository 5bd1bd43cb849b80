/** Whether PostgreSQL can store the text and every client can show it: no NUL, no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * The problem with a text that must have 1 to `most` characters (UTF-16 units), for an error; null if there is none.
 */
export function textProblem(name: string, text: string, most: number): string | null {
  if (text.length < 1 || text.length > most)
    return `${name} has ${text.length} characters, but must have 1 to ${most}`;
  return isStorableText(text) ? null : `${name} must not contain NUL bytes or unpaired surrogates`;
}

/** Whether every string in a JSON value, keys included, is storable. */
export function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorableText(key) && isStorableJson(inner));
}
