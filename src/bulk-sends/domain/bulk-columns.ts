import { AppError, type FieldError } from '../../common/errors.js';
import { type FormField } from '../../forms/form-definition.js';
import { type TemplateDefinition } from '../../templates/domain/template-content.js';
import { takesValue } from '../../templates/domain/values-schema.js';

/** What a column of a file means. */
export type ColumnMeaning =
  | { kind: 'reference' }
  | { kind: 'person'; role: string; part: 'email' | 'name' | 'locale' }
  | { kind: 'value'; field: FormField };

/** A column with its meaning; null for one that is not read. */
export interface MatchedColumn {
  /** As the file calls it. */
  column: string;
  /** As the interface calls it: `reference`, `tenant.email`, `values.rent`; null for one that is not read. */
  target: string | null;
}

const PARTS = ['email', 'name', 'locale'] as const;
/** Columns that a file of faults adds, which may come back with it. */
export const FAULT_COLUMNS = ['file_line', 'error'] as const;

/** Whether a column is one of the sender's own. */
export const isOfSender = (column: string) => !(FAULT_COLUMNS as readonly string[]).includes(column);

/** The form in which names of columns are compared: without case, spaces and what nobody sees. */
export const columnKey = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/[\s\u200b-\u200d\ufeff]/g, '')
    .toLowerCase();

/** The columns that a file for this template can have, by their names in the interface, in their order. */
export function meaningsOf(template: TemplateDefinition): Map<string, ColumnMeaning> {
  const people = template.roles.flatMap(({ key: role }) =>
    PARTS.map((part): [string, ColumnMeaning] => [`${role}.${part}`, { kind: 'person', role, part }]),
  );
  const values = template.fields
    .filter(takesValue)
    .map((field): [string, ColumnMeaning] => [`values.${field.key}`, { kind: 'value', field }]);
  return new Map([['reference', { kind: 'reference' as const }], ...people, ...values]);
}

/**
 * Finds what the columns of a file mean: by the names of the interface, by the keys of fields, or by labels that belong to
 * one column only.
 * @param given - targets by column, as the sender says; null for a column that is not to be read
 * @param isWhole - false as long as more columns may follow, as in JSON
 * @param isForeseen - whether people will be shown what is missing: then that is no error, and of columns that mean the same
 * without the sender saying so only the first is read
 * @throws AppError 400 `column_unknown` for what the sender names wrongly, `column_repeated`, `column_missing`
 */
export function matchColumns(
  columns: readonly string[],
  template: TemplateDefinition,
  given: Readonly<Record<string, string | null>>,
  isWhole = true,
  isForeseen = false,
): MatchedColumn[] {
  const meanings = meaningsOf(template);
  if (isWhole) assertKnown(columns, meanings, given);
  const names = namesOf(template, meanings);
  const said = new Map(Object.entries(given).map(([column, target]) => [columnKey(column), target]));
  const matched = columns.map((column) => {
    const key = columnKey(column);
    const named = isOfSender(key) ? (names.get(key) ?? null) : null;
    return { column, target: said.has(key) ? said.get(key)! : named };
  });
  if (isForeseen) leaveOutRepeated(matched, said);
  assertDistinct(matched);
  if (!isWhole || isForeseen) return matched;
  const missing = missingColumns(matched, template);
  if (missing.length > 0)
    throw refusal(
      'column_missing',
      missing.map((target) => ({
        field: target,
        message: `The file has no column ${target}, which the template needs`,
      })),
    );
  return matched;
}

/** The columns that a file for this template needs and does not have. */
export function missingColumns(
  matched: readonly MatchedColumn[],
  { roles }: Pick<TemplateDefinition, 'roles'>,
): string[] {
  const targets = new Set(matched.map(({ target }) => target));
  return roles.map(({ key }) => `${key}.email`).filter((target) => !targets.has(target));
}

/** Targets by the names that stand for them. */
function namesOf(
  { roles, fields }: TemplateDefinition,
  meanings: ReadonlyMap<string, ColumnMeaning>,
): Map<string, string> {
  const names = new Map<string, string>();
  for (const target of meanings.keys()) names.set(columnKey(target), target);
  const alternatives = [
    ...fields.filter(takesValue).map(({ key }) => [key, `values.${key}`] as const),
    ...fields.filter(takesValue).map(({ key, label }) => [label, `values.${key}`] as const),
    ...roles.flatMap(({ key, name }) => PARTS.map((part) => [`${name}.${part}`, `${key}.${part}`] as const)),
  ];
  const taken = new Set(names.keys());
  const uses = new Map<string, Set<string>>();
  for (const [name, target] of alternatives) {
    const key = columnKey(name);
    if (key !== '' && !taken.has(key)) uses.set(key, (uses.get(key) ?? new Set()).add(target));
  }
  for (const [key, targets] of uses) if (targets.size === 1) names.set(key, [...targets][0]!);
  return names;
}

function assertKnown(
  columns: readonly string[],
  meanings: ReadonlyMap<string, ColumnMeaning>,
  given: Readonly<Record<string, string | null>>,
): void {
  const present = new Set(columns.map(columnKey));
  const faults = Object.entries(given).flatMap(([column, target]): FieldError[] => {
    const field = `columns.${column.slice(0, 100)}`;
    if (!present.has(columnKey(column)))
      return [{ field, message: `${field} names a column that the file does not have` }];
    if (target !== null && !meanings.has(target))
      return [{ field, message: `${field} is ${target.slice(0, 100)}, which the template does not have` }];
    return [];
  });
  if (faults.length > 0) throw refusal('column_unknown', faults);
}

function leaveOutRepeated(matched: readonly MatchedColumn[], said: ReadonlyMap<string, string | null>): void {
  const taken = new Set(said.values());
  for (const each of matched) {
    if (each.target === null || said.has(columnKey(each.column))) continue;
    if (taken.has(each.target)) each.target = null;
    else taken.add(each.target);
  }
}

function assertDistinct(matched: readonly MatchedColumn[]): void {
  const first = new Map<string, string>();
  for (const { column, target } of matched) {
    if (target === null) continue;
    const earlier = first.get(target);
    if (earlier !== undefined)
      throw refusal('column_repeated', [
        {
          field: column.slice(0, 100),
          message: `The columns '${earlier.slice(0, 100)}' and '${column.slice(0, 100)}' both mean ${target}`,
        },
      ]);
    first.set(target, column);
  }
}

const refusal = (code: string, details: FieldError[]) =>
  new AppError(400, details.map(({ message }) => message).join('; '), code, details);
