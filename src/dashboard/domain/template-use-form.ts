import { type FieldError } from '../../common/errors.js';
import { MAX_MESSAGE, MAX_SUBJECT } from '../../common/validation/limits.js';
import { oddAddress } from '../../common/validation/odd-address.js';
import { type FormField, isEmptyValue } from '../../forms/form-definition.js';
import { type Entry, readEntry } from '../../forms/read-value.js';
import { entryOf } from '../../forms/show-value.js';
import { nearestLocale } from '../../platform/templates/locales.js';
import { type Statement } from '../../platform/templates/statement.js';
import { type TemplateContent } from '../../templates/domain/template-content.js';
import { takesValue } from '../../templates/domain/values-schema.js';
import { type Problems, problemsOf } from './prepare-problems.js';
import { type RefusalWords, refusalWords } from './refusal-words.js';
import { newSignersForm, toPlan } from './signers-form.js';
import { type Me } from './signers-form-acts.js';
import { toldFault } from './told-faults.js';

export interface UsePerson {
  email: string;
  person: string;
  /** The code of a language; empty for the organization's. */
  language: string;
  /** The odd address that the member was told about. */
  told: string;
}

/** The form with which a template is sent, as typed. Days and times are in the member's zone. */
export interface TemplateUseForm {
  /** In the order of the roles. */
  people: UsePerson[];
  /** By the key of the field. */
  values: ReadonlyMap<string, Entry>;
  /** Keys of fields that signers may not change. */
  fixed: ReadonlySet<string>;
  subject: string;
  message: string;
  /** The last day, YYYY-MM-DD. */
  expires: string;
  /** HH:mm on the last day; empty for its end. */
  expiresTime: string;
  /** YYYY-MM-DDTHH:mm. */
  scheduled: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** More than any entry may have, in UTF-16 units. */
const LONGEST_ENTRY = 20_000;

const line = (value: unknown, max: number) => (typeof value === 'string' ? value.trim().slice(0, max) : '');

/** The fields for which the form asks: those that take a value of the sender. */
export const askedFields = ({ fields }: Pick<TemplateContent, 'fields'>): FormField[] =>
  fields.filter(takesValue);

export function readUseForm(fields: Fields, content: TemplateContent): TemplateUseForm {
  const asked = askedFields(content);
  return {
    people: content.roles.map((_role, index) => ({
      email: line(fields[`email-${index}`], 300),
      person: line(fields[`person-${index}`], 300),
      language: line(fields[`language-${index}`], 20),
      told: line(fields[`told-${index}`], 300),
    })),
    values: new Map(asked.map((field) => [field.key, entryIn(field, fields[`value-${field.key}`])])),
    fixed: new Set(asked.filter(({ key }) => fields[`fixed-${key}`] === 'yes').map(({ key }) => key)),
    subject: line(fields.subject, MAX_SUBJECT + 1),
    message: line(fields.message, MAX_MESSAGE + 1).replaceAll('\r\n', '\n'),
    expires: line(fields.expires, 20),
    expiresTime: line(fields.expiresTime, 20),
    scheduled: line(fields.scheduled, 30),
  };
}

/** The form after a button about one of its people, whose number is its value; null if another one was pressed. */
export function actOnUse(fields: Fields, form: TemplateUseForm, me: Me): TemplateUseForm | null {
  const act = (['mend', 'me'] as const).find((known) => fields[known] !== undefined);
  if (act === undefined) return null;
  const index = Number(fields[act]);
  const person = form.people[index];
  if (!person) return form;
  const changed =
    act === 'me'
      ? { ...person, email: me.email, person: me.name ?? '' }
      : { ...person, email: oddAddress(person.email)?.meant ?? person.email };
  return { ...form, people: form.people.with(index, changed) };
}

function entryIn({ kind }: FormField, given: unknown): Entry {
  const typed = [given].flat().filter((each) => typeof each === 'string');
  if (kind === 'checkboxes') return typed;
  return (typed[0] ?? '').slice(0, LONGEST_ENTRY).replaceAll('\r\n', '\n');
}

/** The form before anything is typed: with what the template says. @param locale - of numbers */
export function newUseForm(content: TemplateContent, locale: string): TemplateUseForm {
  const { subject, messageContent } = content.options;
  const own = (field: FormField) => ('value' in field ? (field.value ?? null) : null);
  return {
    ...readUseForm({}, content),
    values: new Map(askedFields(content).map((field) => [field.key, entryOf(field, own(field), locale)])),
    ...{ subject, message: messageContent },
  };
}

/**
 * The body of the API that corresponds to the form, unchecked but for what was typed into fields.
 * @param locale - how numbers were typed
 * @returns the body, and what cannot be read
 */
export function toSendBody(
  form: TemplateUseForm,
  content: TemplateContent,
  { locale, timeZone, version }: { locale: string; timeZone: string; version: number },
): { body: object; faults: FieldError[] } {
  const { expires, expiresTime, scheduled, subject, message } = form;
  const faults: FieldError[] = [];
  const values: [string, unknown][] = [];
  for (const field of askedFields(content)) {
    const { value, fault } = readEntry(field, form.values.get(field.key) ?? '', locale);
    const path = `values.${field.key}`;
    if (fault) faults.push({ field: path, code: fault.code, message: `${path} ${fault.problem}` });
    else if (isSaid(field, value, form.fixed.has(field.key))) values.push([field.key, value]);
  }
  const { expiresDate, scheduledDate } = toPlan(
    { ...newSignersForm([]), expires, expiresTime, scheduled },
    timeZone,
  );
  const body = {
    ...{ version, subject, messageContent: message },
    ...(expiresDate !== undefined && { expiresDate }),
    ...(scheduledDate !== undefined && { scheduledDate }),
    roles: Object.fromEntries(content.roles.map(({ key }, index) => [key, personOf(form.people[index]!)])),
    values: Object.fromEntries(values),
    readOnly: [...form.fixed],
  };
  return { body, faults };
}

/** Whether a value has to be sent: nothing need not be, unless the template has a value, or nobody else can enter one. */
function isSaid(field: FormField, value: Parameters<typeof isEmptyValue>[0], isFixed: boolean): boolean {
  const hasOwn = 'value' in field && field.value !== undefined;
  if (field.kind === 'checkbox') return value === true || hasOwn || isFixed;
  return hasOwn || !isEmptyValue(value);
}

const personOf = ({ email, person, language }: UsePerson) => ({
  ...{ email, name: person },
  ...(language !== '' && { locale: nearestLocale(language) ?? language }),
});

/** What is wrong with the form, by control. */
export interface UseProblems {
  problems: Problems;
  /** With the API's sentence about a value, by the field's key. */
  values: Readonly<Record<string, { says: Statement } | { refusal: RefusalWords }>>;
  /** What belongs to no control. */
  others: FieldError[];
}

const told = (key: string, values?: Statement['values']): Statement => ({
  key: `dashboard.${key}`,
  ...(values && { values }),
});
/** Codes about a value that no rule of its field finds. */
const VALUE_WORDS: Readonly<Record<string, string>> = {
  value_missing: 'templates.problems.valueMissing',
  value_hidden: 'templates.problems.valueHidden',
};

/**
 * @param rules - what the rules of the fields find wrong, by key
 * @param code - that of the whole refusal
 */
export function problemsOfUse(
  faults: readonly FieldError[],
  { roles }: Pick<TemplateContent, 'roles'>,
  { expires, expiresTime }: TemplateUseForm,
  rules: ReadonlyMap<string, Statement>,
  code?: string,
): UseProblems {
  const found: {
    problems: Record<string, Statement>;
    values: Record<string, UseProblems['values'][string]>;
  } = {
    problems: { ...problemsOf({ code, details: [...faults] }) },
    values: {},
  };
  const others: FieldError[] = [];
  for (const fault of faults) {
    const [, list = '', key = '', member = 'email'] =
      /^(roles|values)\.([^.]+)(?:\.(\w+))?$/.exec(fault.field) ?? [];
    const index = roles.findIndex((role) => role.key === key);
    if (list === 'values') found.values[key] ??= aboutValue(fault, key, rules.get(key));
    else if (list === 'roles' && index >= 0) {
      const [control, says] = aboutPerson(fault, member);
      found.problems[`${control}-${index}`] ??= says;
    } else if (Object.keys(problemsOf({ details: [fault] })).length === 0) others.push(fault);
  }
  // The template's own deadline follows the time of sending, which is what is wrong then.
  if (found.problems.scheduled && expires === '' && expiresTime === '') delete found.problems.expires;
  return { ...found, others };
}

function aboutPerson({ code }: FieldError, member: string): [control: string, says: Statement] {
  if (code === 'role_email_repeated') return ['email', told('prepare.problems.repeated')];
  if (code === 'recipient_repeated') return ['email', told('prepare.problems.repeatedAction')];
  if (member === 'name') return ['person', told('prepare.problems.person')];
  if (member === 'locale') return ['language', told('prepare.problems.language')];
  return ['email', told('prepare.problems.email')];
}

/** Without words of its own, the API's sentence, with no name of the member. */
function aboutValue(
  { code, message }: FieldError,
  key: string,
  rule: Statement | undefined,
): UseProblems['values'][string] {
  const words = code === undefined ? undefined : VALUE_WORDS[code];
  if (words !== undefined) return { says: told(words) };
  if (rule) return { says: rule };
  const { says } = toldFault({ code, field: 'value', message });
  if (code === 'entry_does_not_fit' && says) return { says };
  const reason = message.replaceAll(`values.${key} `, '').trim();
  const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  return { refusal: { ...refusalWords({ message: sentence }, 'value') } };
}
