/** A choice as the query of an address, without undefined values: either empty or including the question mark. */
export function queryOf(choice: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(choice)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? '' : `?${query.toString()}`;
}
