import {
  type DayField,
  type FileReference,
  type FormField,
  type FormValue,
  type GroupField,
  isEmptyValue,
  type NumberField,
  type TextField,
} from './form-definition.js';
import { type ValueFault } from './form-fault.js';
import { compareDecimals, decimalsOf, isStep, toDecimal } from './numbers/decimal.js';
import { lengthOf } from './texts/clean-text.js';
import { type Pattern } from './texts/pattern.js';
import { dayOf } from './values/days.js';
import { fileFault } from './values/files.js';

/** Characters that initials have at most. */
const MAX_INITIALS = 10;

export interface ValueRules {
  /** The reader's day as `YYYY-MM-DD`; null leaves out limits that count from it. */
  today: string | null;
  /** The compiled patterns of the form by their source. */
  patterns: ReadonlyMap<string, Pattern>;
}

/** What the rules of the field find wrong with a canonical value; nothing for an empty one. */
export function checkValue(field: FormField, value: FormValue | null, rules: ValueRules): ValueFault[] {
  if (isEmptyValue(value)) return [];
  switch (field.kind) {
    case 'initials':
      return lengthFaults(value as string, 'maxLength', MAX_INITIALS);
    case 'text':
      return textFaults(field, value as string, rules);
    case 'number':
      return numberFaults(field, value as string);
    case 'chosen_date':
      return dayFaults(field, value as string, rules.today);
    case 'checkboxes':
      return countFaults(limitsOf(field), (value as readonly string[]).length, 'options');
    case 'attachment':
      return [
        ...countFaults(field.validation, (value as readonly FileReference[]).length, 'files'),
        ...(value as readonly FileReference[]).flatMap((file) => fileFault(field, file) ?? []),
      ];
    case 'image':
    case 'stamp':
      return [fileFault(field, value as FileReference)].filter((fault) => fault !== null);
    case 'choice':
    case 'radio':
    case 'checkbox':
    case 'signature':
    case 'date':
    case 'name':
    case 'label':
    case 'formula':
      return [];
  }
}

function lengthFaults(text: string, rule: 'maxLength' | 'cells', most: number): ValueFault[] {
  const over = lengthOf(text) - most;
  if (over <= 0) return [];
  const problem = `must have at most ${most} characters, and has ${over} too many`;
  return [{ code: 'value_invalid', rule, limit: String(most), problem }];
}

function textFaults({ validation }: TextField, text: string, { patterns }: ValueRules): ValueFault[] {
  const { cells, maxLength, pattern } = validation;
  const rule = cells === undefined ? 'maxLength' : 'cells';
  const long = lengthFaults(text, rule, cells ?? maxLength);
  if (long.length > 0 || pattern === undefined || patterns.get(pattern)?.matches(text)) return long;
  return [
    { code: 'value_invalid', rule: 'pattern', limit: pattern, problem: `must match the pattern ${pattern}` },
  ];
}

function numberFaults({ validation }: NumberField, text: string): ValueFault[] {
  const { min, max, step, decimals } = validation;
  const value = toDecimal(text)!;
  const faults = [
    ...(min !== undefined && compareDecimals(value, toDecimal(min)!) < 0 ? [outOfRange('min', min)] : []),
    ...(max !== undefined && compareDecimals(value, toDecimal(max)!) > 0 ? [outOfRange('max', max)] : []),
  ];
  if (decimals !== undefined && decimalsOf(value) > decimals)
    faults.push({
      code: 'value_invalid',
      rule: 'decimals',
      limit: String(decimals),
      problem: `must have at most ${decimals} digits after the decimal mark`,
    });
  if (step !== undefined && !isStep(value, toDecimal(min ?? '0')!, toDecimal(step)!))
    faults.push({
      code: 'value_invalid',
      rule: 'step',
      limit: step,
      problem: `must be a multiple of ${step}${min === undefined ? '' : ` from ${min}`}`,
    });
  return faults;
}

function dayFaults({ validation }: DayField, day: string, today: string | null): ValueFault[] {
  const [min, max] = [validation.min, validation.max].map((limit) =>
    limit === undefined ? null : dayOf(limit, today),
  ) as [string | null, string | null];
  return [
    ...(min !== null && day < min ? [outOfRange('min', min)] : []),
    ...(max !== null && day > max ? [outOfRange('max', max)] : []),
  ];
}

const outOfRange = (rule: 'min' | 'max', limit: string): ValueFault => ({
  code: 'entry_out_of_range',
  rule,
  limit,
  problem: `must be ${rule === 'min' ? 'at least' : 'at most'} ${limit}`,
});

const limitsOf = ({ validation: { min, max, exactly } }: GroupField) =>
  exactly === undefined ? { min, max } : { exactly };

function countFaults(
  { min, max, exactly }: { min?: number; max?: number; exactly?: number },
  count: number,
  what: string,
): ValueFault[] {
  const [least, most] = [exactly ?? min ?? 0, exactly ?? max ?? Infinity];
  if (count >= least && count <= most) return [];
  const isFew = count < least;
  const limit = isFew ? least : most;
  const rule = exactly !== undefined ? 'exactly' : isFew ? 'min' : 'max';
  const demanded = { exactly: 'exactly', min: 'at least', max: 'at most' }[rule];
  const code = isFew ? 'entry_too_few' : 'entry_too_many';
  return [
    { code, rule, limit: String(limit), problem: `must have ${demanded} ${limit} ${what}, and has ${count}` },
  ];
}
