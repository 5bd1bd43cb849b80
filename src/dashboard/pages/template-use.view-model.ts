import { emailKey } from '../../common/validation/email.decorator.js';
import { oddAddress } from '../../common/validation/odd-address.js';
import { type FormField } from '../../forms/form-definition.js';
import { type Entry } from '../../forms/read-value.js';
import { type Statement } from '../../platform/templates/statement.js';
import { type TemplateContent } from '../../templates/domain/template-content.js';
import { fieldName } from '../domain/template-faults.js';
import { askedFields, type TemplateUseForm, type UseProblems } from '../domain/template-use-form.js';

/** How a field is asked for. */
type Control = 'text' | 'lines' | 'number' | 'day' | 'tick' | 'select' | 'boxes';

/** The form with which a template is sent. @param myEmail - of the member */
export function toUseModel(
  form: TemplateUseForm,
  content: TemplateContent,
  wrong: UseProblems,
  myEmail: string,
) {
  const { people, values, fixed, ...texts } = form;
  const { problems } = wrong;
  const { expiresInDays, remindEvery } = content.options;
  return {
    ...texts,
    problems,
    others: wrong.others.map(({ message }) => message),
    // It is unknown which part of the deadline is invalid.
    wrongTime: problems.expires && form.expiresTime !== '' ? 'expires' : '',
    expiresHint: usualDeadline(expiresInDays),
    deadline:
      expiresInDays === null
        ? { key: 'dashboard.prepare.unset.expires' }
        : { key: 'dashboard.templates.deadlineIn', values: { count: expiresInDays } },
    reminders:
      remindEvery === null
        ? { key: 'dashboard.prepare.unset.reminders' }
        : { key: 'dashboard.templates.remindEvery', values: { count: remindEvery } },
    amAmong: people.some(({ email }) => emailKey(email) === emailKey(myEmail)),
    people: content.roles.map((role, index) => ({
      ...people[index]!,
      ...{ index, role: role.name, action: role.action, order: role.order },
      odd: oddAddress(people[index]!.email),
      wrongEmail: problems[`email-${index}`],
      wrongPerson: problems[`person-${index}`],
      wrongLanguage: problems[`language-${index}`],
    })),
    asked: askedFields(content).map((field) => ({
      ...toAsked(field, values.get(field.key) ?? '', content),
      isFixed: fixed.has(field.key),
      wrong: wrong.values[field.key],
    })),
  };
}

const usualDeadline = (days: number | null): Statement =>
  days === null
    ? { key: 'dashboard.prepare.expiresHint' }
    : { key: 'dashboard.templates.expiresUsual', values: { count: days } };

function toAsked(field: FormField, entry: Entry, { roles }: TemplateContent) {
  const chosen = [entry].flat();
  const options = 'options' in field ? field.options : [];
  const isAsSaid = field.kind === 'choice' && field.other;
  return {
    key: field.key,
    label: fieldName(field),
    help: field.help,
    role: roles.find(({ key }) => key === field.role)?.name ?? null,
    // Only the sender fills these in.
    isOwn: 'readOnly' in field && field.readOnly,
    control: isAsSaid ? 'text' : controlOf(field),
    entry: chosen[0] ?? '',
    isTicked: chosen[0] !== undefined && chosen[0] !== '',
    // Another answer than the options is possible.
    hasSuggestions: isAsSaid,
    options: options.map(({ value, label }) => ({ value, label, isChosen: chosen.includes(value) })),
  };
}

function controlOf(field: FormField): Control {
  switch (field.kind) {
    case 'text':
      return field.validation.lines === 'many' ? 'lines' : 'text';
    case 'number':
      return 'number';
    case 'chosen_date':
      return 'day';
    case 'checkbox':
      return 'tick';
    case 'choice':
    case 'radio':
      return 'select';
    case 'checkboxes':
      return 'boxes';
    case 'initials':
    case 'signature':
    case 'date':
    case 'name':
    case 'image':
    case 'stamp':
    case 'attachment':
    case 'label':
    case 'formula':
      throw new Error(`nobody asks the sender for a field of kind ${field.kind}`);
  }
}
