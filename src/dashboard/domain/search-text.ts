/** A text of a filter; undefined if it is empty or too long to match anything. */
export function searchText(value: unknown, max: number): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' || text.length > max || text.includes('\0') || !text.isWellFormed() ? undefined : text;
}
