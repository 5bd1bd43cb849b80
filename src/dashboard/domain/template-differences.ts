import { type Condition, type FormField } from '../../forms/form-definition.js';
import { type Difference } from '../../templates/domain/differences.js';
import { type TemplateContent } from '../../templates/domain/template-content.js';
import { type NamedField, type Say, toldCondition } from './conditions-shown.js';
import { fieldName } from './template-faults.js';

/** A difference as members read it. */
export interface ShownDifference {
  part: 'documents' | 'roles' | 'fields' | 'options';
  change: Difference['change'];
  /** What members call the document, role or field; null for options, and for the order of a list. */
  named: string | null;
  /** The key of the catalogue's name of what changed in it, or its name in the API; both null for all of it. */
  member: { text: string | null; name: string } | null;
  /** Null where a whole document, role or field came or went. */
  from: string | null;
  to: string | null;
}

/** Names of members that pages have already; others are shown as the API names them. */
const MEMBERS: Readonly<Record<string, string>> = {
  ...{
    label: 'prepare.columns.label',
    required: 'prepare.columns.required',
    places: 'templates.diff.places',
  },
  ...{ kind: 'prepare.columns.kind', text: 'prepare.form.text', formula: 'prepare.form.formula' },
  ...{ options: 'prepare.form.options', other: 'prepare.form.other', help: 'prepare.form.help' },
  ...{ value: 'prepare.form.value', readOnly: 'prepare.form.readOnly', showIf: 'prepare.form.condition' },
  ...{
    role: 'templates.role',
    name: 'templates.name',
    order: 'prepare.order',
    pages: 'templates.diff.pages',
  },
  ...{ sha256: 'templates.digest', type: 'prepare.type', subject: 'prepare.told.subject' },
  ...{ messageContent: 'prepare.told.message', senderName: 'prepare.senderName' },
  ...{
    expiresInDays: 'templates.expiresIn',
    ccOnComplete: 'prepare.copies',
    remindEvery: 'prepare.remindEvery',
  },
  ...{ requireVerification: 'prepare.verify', allowHandOver: 'prepare.handOver' },
  ...{ 'validation.min': 'prepare.form.min', 'validation.max': 'prepare.form.max' },
  ...{ 'validation.maxLength': 'prepare.form.maxLength', 'validation.lines': 'prepare.form.lines' },
  ...{ 'validation.format': 'prepare.form.format', 'validation.pattern': 'prepare.form.pattern' },
  ...{ 'validation.step': 'prepare.form.step', 'validation.decimals': 'prepare.form.decimals' },
  ...{ 'validation.cells': 'prepare.form.cells', 'validation.exactly': 'prepare.form.exactly' },
  ...{
    lines: 'prepare.form.stampLines',
    categoryId: 'templates.diff.category',
    action: 'templates.diff.action',
  },
  ...{ 'validation.unit': 'prepare.form.unit', 'validation.currency': 'prepare.form.currency' },
};

const LONGEST = 300;

/**
 * @param contents - of the two versions, the later one first: it names what both have
 * @param say - tells conditions in the reader's language
 */
export function shownDifferences(
  differences: readonly Difference[],
  contents: readonly TemplateContent[],
  say: Say,
): ShownDifference[] {
  const fields = contents.flatMap((content) => content.fields.map(namedField));
  const told = (member: string, value: unknown) =>
    member === 'showIf' && value !== null ? toldCondition(value as Condition, fields, say) : shown(value);
  return differences.map(({ path, change, from, to }) => {
    const [part, ...rest] = path.split('.') as [ShownDifference['part'], ...string[]];
    const [key, ...members] = part === 'options' ? [undefined, ...rest] : rest;
    const member = members.join('.');
    const isWhole = member === '' && change !== 'moved';
    return {
      ...{ part, change },
      named: key === undefined ? null : nameOf(part, key, contents),
      member: member === '' ? null : { name: member, text: textOf(member) },
      from: isWhole || change === 'added' ? null : told(member, from),
      to: isWhole || change === 'removed' ? null : told(member, to),
    };
  });
}

const namedField = (field: FormField): NamedField => ({
  key: field.key,
  kind: field.kind,
  name: fieldName(field),
  ...('options' in field && { options: field.options }),
});

const textOf = (member: string) => {
  const text = Object.hasOwn(MEMBERS, member) ? MEMBERS[member] : undefined;
  return text === undefined ? null : `dashboard.${text}`;
};

function nameOf(part: ShownDifference['part'], key: string, contents: readonly TemplateContent[]): string {
  for (const { documents, roles, fields } of contents) {
    const document = part === 'documents' && documents.find(({ n }) => String(n) === key);
    const role = part === 'roles' && roles.find((each) => each.key === key);
    const field = part === 'fields' && fields.find((each) => each.key === key);
    if (document || role) return (document || role || { name: key }).name;
    if (field) return fieldName(field);
  }
  return key;
}

/** A value in one line: lists item by item, and places by page, position and size. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  const text = Array.isArray(value) ? value.map(item).join('; ') : item(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text;
}

function item(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'boolean' ? MARKS[`${value}`] : String(value);
  const { page, x, y, width, height, label } = value as Record<string, unknown>;
  if (typeof page === 'number')
    return `${page}: ${String(x)}, ${String(y)}, ${String(width)} × ${String(height)}`;
  return typeof label === 'string' ? label : JSON.stringify(value);
}

const MARKS = { true: '✓', false: '–' } as const;
