/** The posted form by field name, unchecked. */
export type PostedFields = Readonly<Record<string, unknown>>;

export function textOf(fields: PostedFields, field: string): string {
  const value = fields[field];
  return typeof value === 'string' ? value : '';
}
