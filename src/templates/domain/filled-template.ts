import { type FieldError } from '../../common/errors.js';
import { emailKey } from '../../common/validation/email.decorator.js';
import { decidedFields } from '../../forms/decided-fields.js';
import { evaluateForm } from '../../forms/evaluate-form.js';
import { type FormDefinition, type FormField, isEmptyValue } from '../../forms/form-definition.js';
import { prefillForm } from '../../forms/prefill-form.js';
import { type Form, readForm } from '../../forms/read-form.js';
import { type NewRecipient, toNewRecipient } from '../../signatures/domain/new-recipients.js';
import { impossibleResults } from '../../signatures/form/domain/sender-values.js';
import { formOf, type TemplateDefinition } from './template-content.js';
import { MAX_REPORTED, type TemplateFault, toTemplateFault } from './template-fault.js';
import { takesValue } from './values-schema.js';

/** A person for a role. */
export interface RolePerson {
  email: string;
  name: string | null;
  /** BCP 47; null for the organization's language. */
  locale: string | null;
}

export interface TemplateInput {
  /** By the role's key. */
  roles: ReadonlyMap<string, RolePerson>;
  /** What is wrong with people who are therefore not in `roles`. */
  unread: readonly FieldError[];
  /** By the field's key, as in the API. */
  values: Readonly<Record<string, unknown>>;
  /** Keys of fields that nobody may change. */
  readOnly: readonly string[];
}

/** A template with people and values. */
export interface FilledTemplate {
  /** With the sender's values. */
  form: FormDefinition;
  /** Those who sign, in the order of their roles. */
  signers: (RolePerson & { role: string; order: number })[];
  /** The others, likewise. */
  recipients: NewRecipient[];
}

export type Filling = { filled: FilledTemplate; faults: null } | { filled: null; faults: TemplateFault[] };

/** A published template into which people and values are put, for one request or for thousands. */
export class FillableTemplate {
  /** The form as it is for each list of fields that nobody may change. */
  private readonly forms = new Map<string, Form>();

  constructor(private readonly template: TemplateDefinition) {}

  /**
   * Puts people and values into the template, strictly: nothing is ignored.
   * @param today - `YYYY-MM-DD`
   * @returns the filled template, or everything that is wrong, up to MAX_REPORTED
   */
  fill(input: TemplateInput, today: string): Filling {
    const { template } = this;
    const { form, faults: wrong } = prefilled(this.formWith(input.readOnly), input.values, today);
    const faults = [
      ...input.unread.map((each) => ({ ...each, code: 'validation_failed' })),
      ...roleFaults(template, input),
      ...keyFaults(template.fields, input),
      ...wrong,
      ...shownFaults(form, input, today, wrong.length > 0),
      ...(wrong.length > 0 ? [] : impossibleResults(form, today).map(toTemplateFault)),
    ];
    if (faults.length > 0) return { filled: null, faults: faults.slice(0, MAX_REPORTED) };
    const signers = template.roles
      .filter(({ action }) => action === 'sign')
      .map(({ key, order }) => ({ role: key, order, ...input.roles.get(key)! }));
    const recipients = template.roles.flatMap(({ key, action, order }) => {
      const recipient = toNewRecipient({ ...input.roles.get(key)!, action, order });
      return recipient ? [recipient] : [];
    });
    return { filled: { form: form.definition, signers, recipients }, faults: null };
  }

  /** To read a form takes longer than to fill it in. */
  private formWith(readOnly: readonly string[]): Form {
    const name = JSON.stringify(readOnly);
    const known = this.forms.get(name);
    if (known) return known;
    const fixed = new Set(readOnly);
    const definition = formOf(this.template);
    const fields = definition.fields.map((field) =>
      fixed.has(field.key) && takesValue(field) ? ({ ...field, readOnly: true } as FormField) : field,
    );
    const { form } = readForm({ ...definition, fields });
    if (!form) throw new Error('a published version of a template cannot be read');
    this.forms.set(name, form);
    return form;
  }
}

function roleFaults(
  { roles }: TemplateDefinition,
  { roles: people, unread }: Pick<TemplateInput, 'roles' | 'unread'>,
): TemplateFault[] {
  const known = new Set(roles.map(({ key }) => key));
  const isUnread = (path: string) =>
    unread.some(({ field }) => field === path || field.startsWith(`${path}.`));
  const missing = roles
    .filter(({ key }) => !people.has(key) && !isUnread(`roles.${key}`))
    .map(({ key }) =>
      fault('role_missing', `roles.${key}`, `roles.${key} is missing: the template needs this role`),
    );
  const unknown = [...people.keys()]
    .filter((key) => !known.has(key))
    .map((key) => fault('role_unknown', `roles.${key}`, `roles.${key} is no role of the template`));
  const actions = new Map(roles.map(({ key, action }) => [key, action]));
  const first = new Map<string, string>();
  const repeated = [...people].flatMap(([key, { email }]) => {
    const action = actions.get(key) ?? 'sign';
    const place = `${action} ${emailKey(email)}`;
    const earlier = first.get(place);
    if (earlier === undefined) first.set(place, key);
    if (earlier === undefined) return [];
    const message =
      action === 'sign'
        ? `roles.${key}.email repeats roles.${earlier}.email; each signer needs an address of their own`
        : `roles.${key}.email repeats roles.${earlier}.email with the same action '${action}'`;
    return [
      fault(action === 'sign' ? 'role_email_repeated' : 'recipient_repeated', `roles.${key}.email`, message),
    ];
  });
  return [...missing, ...unknown, ...repeated];
}

/** Keys of values and of `readOnly` that belong to no field that takes a value. */
export function keyFaults(
  fields: readonly FormField[],
  { values, readOnly }: Pick<TemplateInput, 'values' | 'readOnly'>,
): TemplateFault[] {
  const known = new Map(fields.map((field) => [field.key, field]));
  const faultFor = (path: string, key: string) => {
    const field = known.get(key);
    if (!field) return [fault('value_unknown', path, `${path} belongs to no field of the template`)];
    if (takesValue(field)) return [];
    return [
      fault(
        'value_invalid',
        path,
        `${path} belongs to a field of kind '${field.kind}', which takes no value`,
      ),
    ];
  };
  return [
    ...Object.keys(values).flatMap((key) => faultFor(`values.${key}`, key)),
    ...readOnly.flatMap((key, index) =>
      faultFor(`readOnly[${index}]`, key).map((found) => ({
        ...found,
        message: `readOnly[${index}] is '${key}': ${found.message}`,
      })),
    ),
  ];
}

/** The form with the values of those fields that take one, as far as they are right, and what is wrong with others. */
function prefilled(
  form: Form,
  values: TemplateInput['values'],
  today: string,
): { form: Form; faults: TemplateFault[] } {
  const taking = new Set(form.definition.fields.filter(takesValue).map(({ key }) => key));
  const own = Object.entries(values).filter(([key]) => taking.has(key));
  const filling = prefillForm(form, Object.fromEntries(own), today);
  if (filling.faults === null) return { form: filling.form, faults: [] };
  const wrong = new Set(filling.faults.map(({ key }) => key));
  const right = Object.fromEntries(own.filter(([key]) => !wrong.has(key)));
  const { form: partly } = prefillForm(form, right, today);
  if (!partly) throw new Error('values that were right before are wrong now');
  return { form: partly, faults: filling.faults.map(toTemplateFault).map(asInvalid) };
}

/** Whatever rule a value breaks, the sender gave a wrong one. */
const asInvalid = (found: TemplateFault): TemplateFault => ({ ...found, code: 'value_invalid' });

/**
 * Values that can never be seen, and those that only the sender could give but has not.
 * @param isPartial - values are missing because they are wrong, so nothing is known about conditions
 */
function shownFaults(
  form: Form,
  { values }: TemplateInput,
  today: string,
  isPartial: boolean,
): TemplateFault[] {
  const results = evaluateForm(form, {}, { today, locale: 'en' });
  const decided = decidedFields(form);
  const shown = new Map(results.fields.map((result) => [result.key, result]));
  return form.definition.fields.flatMap((field) => {
    const { key } = field;
    if (isPartial && field.showIf) return [];
    const path = `values.${key}`;
    const isDecided = decided.has(key);
    const result = shown.get(key)!;
    const isGiven = Object.hasOwn(values, key) && values[key] !== null && values[key] !== '';
    if (isGiven && isDecided && !result.isShown)
      return [
        fault('value_hidden', path, `${path} would never be shown, because the other values hide the field`),
      ];
    const isFixed = 'readOnly' in field && field.readOnly && field.required;
    if (isFixed && !isGiven && (!isDecided || result.isShown) && isEmptyValue(field.value ?? null))
      return [
        fault(
          'value_missing',
          path,
          `${path} is missing: the field is required and nobody else can fill it in`,
        ),
      ];
    return [];
  });
}

const fault = (code: string, field: string, message: string): TemplateFault => ({ code, field, message });
