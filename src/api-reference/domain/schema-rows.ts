import { type ApiDocument, type Schema } from './api-document.js';

/** A member of a body, as a table row. */
export interface SchemaRow {
  /** Its path, such as `signers[].email`. */
  member: string;
  /** Such as `text`, `whole number or null`. */
  kind: string;
  isRequired: boolean;
  description: string;
  limits: string;
}

/** Deeper members are not listed; the interface has none. */
const MAX_DEPTH = 4;
const KINDS: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  array: 'list',
};

/** Every member of a schema in order, including those of nested objects and lists. */
export function schemaRows(document: ApiDocument, schema: Schema, prefix = '', depth = 0): SchemaRow[] {
  const { properties = {}, required = [] } = flat(document, schema);
  return Object.entries(properties).flatMap(([name, inner]) => {
    const member = `${prefix}${name}`;
    const row = {
      member,
      kind: kindOf(document, inner),
      isRequired: required.includes(name),
      description: inner.description ?? '',
      limits: limitsOf(inner),
    };
    const ofMember = flat(document, inner);
    const below = ofMember.items ? flat(document, ofMember.items) : ofMember;
    const path = ofMember.items ? `${member}[].` : `${member}.`;
    return [row, ...(depth < MAX_DEPTH ? schemaRows(document, below, path, depth + 1) : [])];
  });
}

/** The resolved schema: its reference or its alternative to null, merged with its additions. */
function flat(document: ApiDocument, schema: Schema): Schema {
  const { $ref, allOf, anyOf } = schema;
  if ($ref !== undefined) return flat(document, document.components.schemas[$ref.split('/').at(-1)!] ?? {});
  if (anyOf) return flat(document, anyOf[0]!);
  if (!allOf) return schema;
  const parts = allOf.map((part) => flat(document, part));
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Schema['properties'],
    required: parts.flatMap(({ required }) => required ?? []),
  };
}

export function kindOf(document: ApiDocument, schema: Schema): string {
  if (schema.const !== undefined) return 'text';
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.map((each) => kindOf(document, each)).join(' or ');
  const { type, items } = flat(document, schema);
  if (items) return `list of ${kindOf(document, items)}s`;
  return [type ?? 'object']
    .flat()
    .map((each) => KINDS[each] ?? each)
    .join(' or ');
}

/** A value's limits, in words. */
export function limitsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, format, default: usual } = schema;
  const values = (schema.enum ?? (schema.const === undefined ? [] : [schema.const])).filter(
    (each) => each !== null,
  );
  const isSafe = maximum === undefined || maximum < Number.MAX_SAFE_INTEGER;
  return [
    values.map((each) => `\`${plain(each)}\``).join(', '),
    format === undefined ? '' : format,
    span(minimum, isSafe ? maximum : undefined, ''),
    span(minLength || undefined, maxLength, ' characters'),
    span(minItems || undefined, maxItems, ' entries'),
    usual === undefined ? '' : `\`${plain(usual)}\` by default`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function span(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`;
  if (most !== undefined) return `at most ${most}${unit}`;
  return least === undefined ? '' : `at least ${least}${unit}`;
}

const plain = (value: unknown) => JSON.stringify(value).replaceAll('"', '');
