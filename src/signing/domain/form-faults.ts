/** The texts about what is wrong with an entry, for the server and for the page's script. */
import { type FormField, type FormValue } from '../../forms/form-definition.js';
import { type ValueFault } from '../../forms/form-fault.js';
import { formatNumber } from '../../forms/numbers/format-number.js';
import { showValue } from '../../forms/show-value.js';
import { lengthOf } from '../../forms/texts/clean-text.js';
import { dayOf } from '../../forms/values/days.js';
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
  switch (code) {
    case 'entry_required':
      return { problem: REQUIRED[field.kind] ?? 'required' };
    case 'entry_not_a_number':
      return { problem: 'number', values: { example: formatNumber(EXAMPLE, locale) } };
    case 'entry_ambiguous':
      return { problem: 'ambiguous' };
    case 'entry_out_of_range': {
      const kind = field.kind === 'chosen_date' ? 'day' : 'number';
      const shown = kind === 'day' ? dayOf(limit, today) : limit;
      return { problem: `${kind}_${rule}`, values: { limit: showValue(field, shown, locale) } };
    }
    case 'entry_too_few':
    case 'entry_too_many':
      return { problem: `ticked_${rule}`, values: { count: Number(limit) } };
    case 'formula_no_result':
      return { problem: 'no_result' };
    default:
      return brokenRule(field, { rule, limit }, value, locale);
  }
}

const REQUIRED: Partial<Record<FormField['kind'], string>> = {
  checkbox: 'required_tick',
  checkboxes: 'required_choice',
  radio: 'required_choice',
  choice: 'required_choice',
  formula: 'required_formula',
};

function brokenRule(
  field: FormField,
  { rule, limit }: { rule?: ValueFault['rule']; limit: string },
  value: FormValue | null,
  locale: string,
): FaultText {
  switch (rule) {
    case 'maxLength':
    case 'cells': {
      const count = typeof value === 'string' ? lengthOf(value) - Number(limit) : 0;
      return { problem: 'long', values: { count } };
    }
    case 'decimals':
      return limit === '0' ? { problem: 'whole' } : { problem: 'decimals', values: { count: Number(limit) } };
    case 'step':
      return stepText(field, limit, locale);
    case 'format':
      return { problem: limit.startsWith('postal_code:') ? 'postal_code' : limit };
    case 'kind':
      return { problem: field.kind === 'chosen_date' ? 'day' : 'wrong' };
    case 'digits':
    case 'pattern':
    case 'option':
      return { problem: rule };
    default:
      return { problem: 'wrong' };
  }
}

function stepText(field: FormField, limit: string, locale: string): FaultText {
  const step = showValue(field, limit, locale);
  const from = field.kind === 'number' ? field.validation.min : undefined;
  return from === undefined
    ? { problem: 'step', values: { step } }
    : { problem: 'step_from', values: { step, from: showValue(field, from, locale) } };
}
