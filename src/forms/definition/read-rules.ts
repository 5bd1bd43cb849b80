import {
  type DayRules,
  type FileRules,
  type GroupRules,
  MAX_FILES,
  type NumberLook,
  type NumberRules,
  type TextRules,
} from '../form-definition.js';
import { compareDecimals, toDecimal } from '../numbers/decimal.js';
import { FORMATS, isTextFormat } from '../texts/formats.js';
import { MAX_PATTERN } from '../texts/pattern.js';
import { DAY_TEXT, daysFromToday, isDay, isRelativeDay } from '../values/days.js';
import { type JsonPart } from './json-part.js';

/** Characters of a line and of a longer text: at most, and unless the field says otherwise. */
const LINE = { most: 1_000, usual: 200 };
const LONG_TEXT = { most: 10_000, usual: 2_000 };
const MAX_CELLS = 100;
const MAX_DECIMALS = 20;
const MAX_UNIT = 20;

export function readTextRules(part: JsonPart): TextRules {
  if (!has(part, ['lines', 'maxLength', 'cells', 'format', 'pattern']))
    return { lines: 1, maxLength: LINE.usual };
  const lines = part.member('lines').isAbsent ? 1 : readLines(part.member('lines'));
  const { most, usual } = lines === 1 ? LINE : LONG_TEXT;
  const rules: TextRules = {
    lines,
    maxLength: usual,
    ...part.optional('maxLength', (each) => each.integer(1, most)),
    ...part.optional('cells', (each) => each.integer(1, MAX_CELLS)),
    ...part.optional('format', readFormat),
    ...part.optional('pattern', (each) => each.line(1, MAX_PATTERN)),
  };
  if (lines === 'many') forbid(part, ['cells', 'format', 'pattern'], 'only a text of one line has it');
  else if (rules.cells !== undefined) {
    // The normal form has both.
    if (rules.maxLength !== rules.cells)
      forbid(part, ['maxLength'], 'the number of cells says how long the text may be');
    return { ...rules, maxLength: rules.cells };
  }
  return rules;
}

function readLines(part: JsonPart): 1 | 'many' {
  if (part.value === 1 || part.value === 'many') return part.value;
  part.refuse('1 or "many"');
  return 1;
}

function readFormat(part: JsonPart): TextRules['format'] {
  if (isTextFormat(part.value)) return part.value;
  part.refuse(FORMATS);
  return undefined;
}

const LOOK = ['decimals', 'unit', 'currency'];

export function readNumberLook(part: JsonPart): NumberLook {
  return has(part, LOOK) ? lookOf(part) : {};
}

export function readNumberRules(part: JsonPart): NumberRules {
  if (!has(part, ['min', 'max', 'step', ...LOOK])) return {};
  const rules: NumberRules = {
    ...part.optional('min', (each) => each.decimal()),
    ...part.optional('max', (each) => each.decimal()),
    ...part.optional('step', (each) => each.decimal()),
    ...lookOf(part),
  };
  const { min, max, step } = rules;
  if (step !== undefined && compareDecimals(toDecimal(step)!, toDecimal('0')!) <= 0)
    part.member('step').refuse('greater than 0');
  if (min !== undefined && max !== undefined && compareDecimals(toDecimal(min)!, toDecimal(max)!) > 0)
    part.member('max').refuse(`at least min, which is ${min}`);
  return rules;
}

function lookOf(part: JsonPart): NumberLook {
  if (!part.member('currency').isAbsent) forbid(part, ['unit'], 'a currency is a unit already');
  return {
    ...part.optional('decimals', (each) => each.integer(0, MAX_DECIMALS)),
    ...part.optional('unit', (each) => each.line(1, MAX_UNIT)),
    ...part.optional('currency', (each) => each.matching(/^[A-Z]{3}$/, 'an ISO 4217 code such as "EUR"')),
  };
}

export function readDayRules(part: JsonPart): DayRules {
  if (!has(part, ['min', 'max'])) return {};
  const rules: DayRules = { ...part.optional('min', readLimit), ...part.optional('max', readLimit) };
  const { min, max } = rules;
  if (min === undefined || max === undefined) return rules;
  // A fixed and a relative day can be compared only on the day.
  const isComparable = isRelativeDay(min) === isRelativeDay(max);
  const isLater = isRelativeDay(min) ? daysFromToday(min)! > daysFromToday(max)! : min > max;
  if (isComparable && isLater) part.member('max').refuse(`at least min, which is ${min}`);
  return rules;
}

function readLimit(part: JsonPart): string {
  const { value } = part;
  if (typeof value === 'string' && (isDay(value) || isRelativeDay(value))) return value;
  part.refuse(`${DAY_TEXT}, or relative such as today+14`);
  return 'today';
}

/** @param options - how many the field has */
export function readGroupRules(part: JsonPart, options: number): GroupRules {
  if (!has(part, ['min', 'max', 'exactly'])) return {};
  const count = (each: JsonPart) => each.integer(1, Math.max(1, options));
  const rules: GroupRules = {
    ...part.optional('min', count),
    ...part.optional('max', count),
    ...part.optional('exactly', count),
  };
  if (rules.exactly !== undefined) forbid(part, ['min', 'max'], '"exactly" says it all');
  else if ((rules.min ?? 0) > (rules.max ?? Infinity))
    part.member('max').refuse(`at least min, which is ${rules.min}`);
  return rules;
}

export function readFileRules(part: JsonPart): FileRules {
  const one = { min: 1, max: 1 };
  if (!has(part, ['min', 'max'])) return one;
  const count = (each: JsonPart) => each.integer(1, MAX_FILES);
  const { min = 1 } = part.optional('min', count);
  const rules: FileRules = { min, max: min, ...part.optional('max', count) };
  if (rules.min > rules.max) part.member('max').refuse(`at least min, which is ${rules.min}`);
  return rules;
}

/** Whether there are rules to read; unknown ones are faults. */
const has = (part: JsonPart, names: readonly string[]) =>
  !part.isAbsent && part.hasOnly(names, 'this validation');

function forbid(part: JsonPart, names: readonly string[], reason: string): void {
  for (const member of names.map((name) => part.member(name)))
    if (!member.isAbsent) member.fail('member_invalid', `cannot be given: ${reason}`);
}
