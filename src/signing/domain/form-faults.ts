/** The texts about what is wrong with an entry, for the server and for the page's script. */
import { type FormField, type FormValue, takesFiles } from '../../forms/form-definition.js';
import { type ValueFault } from '../../forms/form-fault.js';
import { dayOf, formatNumber, lengthOf, showValue } from '../../forms/show-value.js';
import { type TextValues } from '../../platform/templates/phrases.js';

/** A text below `signing.form.problems`. */
export interface FaultText {
  problem: string;
  values?: TextValues;
}

type Fault = Pick<ValueFault, 'code' | 'rule' | 'limit'>;

const EXAMPLE = '1234.5';

/** @param value what the field holds, as far as it can be read @param today the signer's day */
export function faultText(
  field: FormField,
  { code, rule, limit = '' }: Fault,
  value: FormValue | null,
  { locale, today }: { locale: string; today: string },
): FaultText {
  const counted = takesFiles(field) ? 'files' : 'ticked';
  const told: Partial<Record<Fault['code'], () => FaultText>> = {
    entry_required: () => ({ problem: REQUIRED[field.kind] ?? 'required' }),
    entry_not_a_number: () => ({ problem: 'number', values: { example: formatNumber(EXAMPLE, locale) } }),
    entry_ambiguous: () => ({ problem: 'ambiguous' }),
    entry_out_of_range: () => {
      const isDay = field.kind === 'chosen_date';
      const shown = showValue(field, isDay ? dayOf(limit, today) : limit, locale);
      return { problem: `${isDay ? 'day' : 'number'}_${rule}`, values: { limit: shown } };
    },
    entry_too_few: () => ({ problem: `${counted}_${rule}`, values: { count: Number(limit) } }),
    entry_too_many: () => ({ problem: `${counted}_${rule}`, values: { count: Number(limit) } }),
    formula_no_result: () => ({ problem: 'no_result' }),
  };
  return told[code]?.() ?? brokenRule(field, { rule, limit }, value, locale);
}

const REQUIRED: Partial<Record<FormField['kind'], string>> = {
  checkbox: 'required_tick',
  checkboxes: 'required_choice',
  radio: 'required_choice',
  choice: 'required_choice',
  formula: 'required_formula',
  image: 'required_picture',
  stamp: 'required_picture',
  attachment: 'required_file',
};

function brokenRule(
  field: FormField,
  { rule, limit }: { rule?: ValueFault['rule']; limit: string },
  value: FormValue | null,
  locale: string,
): FaultText {
  if (rule === 'maxLength' || rule === 'cells') {
    const count = typeof value === 'string' ? lengthOf(value) - Number(limit) : 0;
    return { problem: 'long', values: { count } };
  }
  if (rule === 'decimals')
    return limit === '0' ? { problem: 'whole' } : { problem: 'decimals', values: { count: Number(limit) } };
  if (rule === 'step') return stepText(field, limit, locale);
  if (rule === 'format') return { problem: limit.startsWith('postal_code:') ? 'postal_code' : limit };
  if (rule === 'digits' || rule === 'pattern' || rule === 'option') return { problem: rule };
  return { problem: field.kind === 'chosen_date' ? 'day' : 'wrong' };
}

function stepText(field: FormField, limit: string, locale: string): FaultText {
  const step = showValue(field, limit, locale);
  const from = field.kind === 'number' ? field.validation.min : undefined;
  return from === undefined
    ? { problem: 'step', values: { step } }
    : { problem: 'step_from', values: { step, from: showValue(field, from, locale) } };
}
