import { isObject, type JsonPart } from '../definition/json-part.js';
import {
  type Comparison,
  type ComparisonName,
  COMPARISONS,
  type Condition,
  type FormField,
  type FormValue,
  MAX_OPTIONS,
} from '../form-definition.js';
import { DECIMAL_TEXT, decimalOfJson } from '../numbers/json-number.js';
import { readValue } from '../read-value.js';
import { COMPARISONS_OF, comparisonTest, type Test } from './comparisons.js';

/** Groups inside each other, and comparisons of one condition, at most. */
const MAX_DEPTH = 8;
const MAX_COMPARISONS = 100;
const MAX_CONTAINED = 200;

export interface ReadCondition {
  /** In its normal form. */
  condition: Condition;
  test: Test;
}

/** What conditions may refer to. */
export interface FieldsBefore {
  fieldOf(key: string): FormField | undefined;
  /** Whether the field is always filled in before or together with that of the condition. */
  isBefore(field: FormField): boolean;
}

/** Reads a condition. @returns null if it is wrong */
export function readCondition(
  part: JsonPart,
  fields: FieldsBefore,
  uses: (key: string) => void,
): ReadCondition | null {
  let comparisons = 0;
  const read = (each: JsonPart, depth: number): ReadCondition | null => {
    if (!isObject(each.value)) return refused(each, 'all, any, not or a field to compare');
    if ('field' in each.value) {
      comparisons += 1;
      if (comparisons > MAX_COMPARISONS) {
        if (comparisons === MAX_COMPARISONS + 1)
          part.fail('condition_invalid', `has more than ${MAX_COMPARISONS} comparisons`);
        return null;
      }
      return readComparison(each, fields, uses);
    }
    return readGroup(each, depth, read);
  };
  return read(part, 1);
}

function readGroup(
  part: JsonPart,
  depth: number,
  read: (part: JsonPart, depth: number) => ReadCondition | null,
): ReadCondition | null {
  const names = Object.keys(part.value as object);
  const name = (['all', 'any', 'not'] as const).find((each) => each === names[0]);
  if (name === undefined || names.length > 1)
    return refused(part, 'one of all, any, not or a field to compare');
  if (depth > MAX_DEPTH) {
    part.fail('condition_invalid', `is nested deeper than ${MAX_DEPTH} groups`);
    return null;
  }
  if (name === 'not') {
    const inner = read(part.member('not'), depth + 1);
    return inner && { condition: { not: inner.condition }, test: (valueOf) => !inner.test(valueOf) };
  }
  const parts = part
    .member(name)
    .items(1, MAX_COMPARISONS)
    .map((item) => read(item, depth + 1));
  const found = parts.filter((each) => each !== null);
  if (found.length === 0 || found.length < parts.length) return null;
  const conditions = found.map(({ condition }) => condition);
  const tests = found.map(({ test }) => test);
  return name === 'all'
    ? { condition: { all: conditions }, test: (valueOf) => tests.every((test) => test(valueOf)) }
    : { condition: { any: conditions }, test: (valueOf) => tests.some((test) => test(valueOf)) };
}

function readComparison(
  part: JsonPart,
  fields: FieldsBefore,
  uses: (key: string) => void,
): ReadCondition | null {
  const { field: key, ...others } = part.value as Record<string, unknown>;
  const name = COMPARISONS.find((each) => each === Object.keys(others)[0]);
  if (name === undefined || Object.keys(others).length > 1)
    return refused(part, `a field with one of ${COMPARISONS.join(', ')}`);
  const given = part.member('field');
  const field = typeof key === 'string' ? fields.fieldOf(key) : undefined;
  if (field === undefined) {
    given.fail('condition_unknown_field', `is ${given.shown}, which is no field of the form`);
    return null;
  }
  uses(field.key);
  if (!fields.isBefore(field)) {
    given.fail(
      'condition_refers_later',
      `is '${field.key}', which must be filled in by the same signer or by one who acts earlier`,
    );
    return null;
  }
  return compared(part, field, name);
}

function compared(part: JsonPart, field: FormField, name: ComparisonName): ReadCondition | null {
  const known = COMPARISONS_OF[field.kind];
  if (!known.includes(name)) {
    const can = known.length === 0 ? 'cannot be compared' : `can be compared by ${known.join(', ')}`;
    part.fail(
      'condition_kind',
      `compares '${field.key}' by ${name}, but a field of kind '${field.kind}' ${can}`,
    );
    return null;
  }
  const operand = readOperand(part.member(name), field, name);
  if (operand === null) return null;
  const condition: Comparison = { field: field.key, [name]: operand };
  return { condition, test: comparisonTest(field.key, field.kind, name, operand) };
}

function readOperand(part: JsonPart, field: FormField, name: ComparisonName): FormValue | null {
  switch (name) {
    case 'isEmpty':
    case 'notEmpty':
      return part.value === true ? true : refused(part, 'true');
    case 'in': {
      const operands = part.items(1, MAX_OPTIONS).map((item) => readSingle(item, field));
      return operands.length > 0 && operands.every((each) => typeof each === 'string') ? operands : null;
    }
    case 'contains':
      return part.line(1, MAX_CONTAINED) || null;
    case 'includes':
      return includedOption(part, field);
    case 'is':
    case 'isNot':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return readSingle(part, field);
  }
}

/** A value that the field can have. */
function readSingle(part: JsonPart, field: FormField): FormValue | null {
  if (field.kind === 'formula') {
    const decimal = decimalOfJson(part.value);
    if (decimal === null) part.fail('condition_kind', `is ${part.shown}, but must be ${DECIMAL_TEXT}`);
    return decimal;
  }
  const { value, fault } = readValue(field, part.value);
  if (fault || value === null) {
    const problem = fault?.problem ?? 'must not be empty; use isEmpty';
    part.fail(
      'condition_kind',
      `is ${part.isAbsent ? 'missing' : part.shown}; a value of '${field.key}' ${problem}`,
    );
  }
  return value;
}

function includedOption(part: JsonPart, field: FormField): string | null {
  const options = field.kind === 'checkboxes' ? field.options : [];
  const option = options.find(({ value }) => value === part.value);
  if (option === undefined)
    part.fail('condition_kind', `is ${part.shown}, which is no option of '${field.key}'`);
  return option?.value ?? null;
}

function refused(part: JsonPart, expected: string): null {
  if (part.isAbsent) part.fail('condition_invalid', `is missing; it must be ${expected}`);
  else part.fail('condition_invalid', `is ${part.shown}, but must be ${expected}`);
  return null;
}
