import { MAX_MESSAGE, MAX_NAME, MAX_SUBJECT } from '../../common/validation/limits.js';
import { type FormField } from '../../forms/form-definition.js';
import {
  ROLE_ACTIONS,
  type RoleAction,
  type TemplateDefinition,
  type TemplateOptions,
} from '../../templates/domain/template-content.js';
import { freeKey, keyOf } from './form-rows.js';
import { ROW_ACTS } from './signers-form-acts.js';

/** The API's limit. */
const MOST_ROLES = 100;

/** A row of the form, as typed; `former` is the key that the role had. */
export interface RoleRow {
  person: string;
  key: string;
  action: RoleAction;
  order: string;
  former: string;
}

/** The form of the roles and of how requests are sent, as typed. */
export interface TemplateRolesForm {
  rows: RoleRow[];
  type: string;
  subject: string;
  message: string;
  isVerified: boolean;
  expiresIn: string;
  remindEvery: string;
  mayHandOver: boolean;
  /** An address on each line. */
  copies: string;
  senderName: string;
}

type Fields = Readonly<Record<string, unknown>>;

const line = (value: unknown, max: number) => (typeof value === 'string' ? value.trim().slice(0, max) : '');
const isFilled = ({ person, key }: RoleRow) => person !== '' || key !== '';

const rowAt = (fields: Fields, index: number): RoleRow => ({
  person: line(fields[`person-${index}`], MAX_NAME + 1),
  key: line(fields[`key-${index}`], 70),
  action: ROLE_ACTIONS.find((known) => known === fields[`action-${index}`]) ?? 'sign',
  order: line(fields[`order-${index}`], 10),
  former: line(fields[`former-${index}`], 70),
});

/** Rows without anything in them are left out. Values that exceed a limit are cut one character above it. */
export function readTemplateRoles(fields: Fields): TemplateRolesForm {
  const rows = Array.from({ length: MOST_ROLES + 1 }, (_, index) => rowAt(fields, index));
  return {
    rows: rows.filter(isFilled),
    type: line(fields.type, 20),
    subject: line(fields.subject, MAX_SUBJECT + 1),
    message: line(fields.message, MAX_MESSAGE + 1).replaceAll('\r\n', '\n'),
    isVerified: fields.requireVerification === 'yes',
    expiresIn: line(fields.expiresIn, 10),
    remindEvery: line(fields.remindEvery, 10),
    mayHandOver: fields.allowHandOver === 'yes',
    // Not cut, since a cut address could be somebody else's; the body's limit is enough.
    copies: line(fields.copies, Infinity).replaceAll('\r\n', '\n'),
    senderName: line(fields.senderName, MAX_NAME + 1),
  };
}

/** Whether a row of a role that the template has is empty, as it is while its name is typed anew. */
export const isMissingRole = (fields: Fields): boolean =>
  Array.from({ length: MOST_ROLES }, (_, index) => rowAt(fields, index)).some(
    (row) => row.former !== '' && !isFilled(row),
  );

/** The form after a button that only changes its rows; null if another one was pressed. */
export function actOnRoles(fields: Fields): TemplateRolesForm | null {
  const form = readTemplateRoles(fields);
  if (fields.more !== undefined) return { ...form, rows: [...form.rows, emptyRow(form.rows)] };
  const act = (['up', 'down', 'remove'] as const).find((known) => fields[known] !== undefined);
  if (act === undefined) return null;
  const pressed = rowAt(fields, Number(fields[act]));
  const at = form.rows.findIndex(({ person, key }) => person === pressed.person && key === pressed.key);
  return at < 0 ? form : { ...form, rows: ROW_ACTS[act](form.rows, at) };
}

/** Whoever is added acts together with the last. */
export const emptyRow = (rows: readonly RoleRow[]): RoleRow => ({
  ...{ person: '', key: '', action: 'sign', former: '' },
  order: rows.at(-1)?.order ?? '1',
});

export function rolesFormOf({ roles, options }: TemplateDefinition): TemplateRolesForm {
  return {
    rows: roles.map(({ key, name, action, order }) => ({
      ...{ person: name, key, action, order: String(order), former: key },
    })),
    type: options.type,
    subject: options.subject,
    message: options.messageContent,
    isVerified: options.requireVerification,
    expiresIn: String(options.expiresInDays ?? ''),
    remindEvery: String(options.remindEvery ?? ''),
    mayHandOver: options.allowHandOver,
    copies: options.ccOnComplete.join('\n'),
    senderName: options.senderName ?? '',
  };
}

/**
 * The definition with what the form says, unchecked. Fields follow their role if its key changes, and go with a role that
 * is removed.
 */
export function withRoles(
  definition: TemplateDefinition,
  form: TemplateRolesForm,
): { roles: object[]; fields: FormField[]; options: object } {
  const keys = keysOf(form.rows);
  // A row without a former key is that of the role with its key.
  const formers = form.rows.map(({ former }, index) => former || keys[index]!);
  const byFormer = new Map(formers.map((former, index) => [former, keys[index]!]));
  const roles = form.rows.map(({ person, action, order }, index) => ({
    key: keys[index],
    name: person || keys[index],
    action,
    order: order === '' ? 1 : Number(order),
  }));
  const fields = definition.fields.flatMap((field) => {
    if (field.role === undefined) return [field];
    const role = byFormer.get(field.role);
    return role === undefined ? [] : [{ ...field, role }];
  });
  return { roles, fields, options: optionsOf(definition.options, form) };
}

/** The key of each row: as typed, or else from the name. */
function keysOf(rows: readonly RoleRow[]): string[] {
  const taken = new Set(rows.map(({ key }) => key));
  return rows.map(({ key, person }) => {
    if (key !== '') return key;
    const words = keyOf(person) || 'role';
    const made = taken.has(words) ? freeKey(words, taken) : words;
    taken.add(made);
    return made;
  });
}

function optionsOf(present: TemplateOptions, form: TemplateRolesForm): object {
  const { type, subject, message, isVerified, expiresIn, remindEvery, mayHandOver, copies, senderName } =
    form;
  const addresses = copies
    .split('\n')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  return {
    ...{ type, subject, messageContent: message, requireVerification: isVerified },
    ...{ allowHandOver: mayHandOver, ccOnComplete: addresses, categoryId: present.categoryId },
    senderName: senderName === '' ? null : senderName,
    expiresInDays: expiresIn === '' ? null : Number(expiresIn),
    remindEvery: remindEvery === '' ? null : Number(remindEvery),
  };
}

/** Whether any option is set that is usually left empty. */
export const hasOptionsSet = ({
  expiresIn,
  remindEvery,
  mayHandOver,
  copies,
  senderName,
}: TemplateRolesForm): boolean =>
  mayHandOver || [expiresIn, remindEvery, copies, senderName].some((entered) => entered !== '');
