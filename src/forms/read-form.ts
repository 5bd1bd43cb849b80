import { checkValue } from './check-value.js';
import { type Test } from './conditions/comparisons.js';
import { type FieldsBefore, readCondition } from './conditions/read-condition.js';
import { type FieldUse, orderFields } from './definition/field-order.js';
import { compilePatterns } from './definition/form-patterns.js';
import { JsonPart } from './definition/json-part.js';
import { readField, readKey } from './definition/read-field.js';
import {
  type FormDefinition,
  type FormField,
  type FormRole,
  type FormValue,
  MAX_ALL_OPTIONS,
  MAX_FIELDS,
  MAX_PLACES,
  MAX_ROLES,
  withValue,
} from './form-definition.js';
import { Faults, type FormFault } from './form-fault.js';
import { fieldsIn, type Formula, FormulaError, parseFormula } from './formulas/parse-formula.js';
import { readValue } from './read-value.js';
import { type Pattern } from './texts/pattern.js';

/** A form that was read and is ready to be filled in. */
export interface Form {
  definition: FormDefinition;
  /** The fields in an order in which each follows those that its condition or formula uses. */
  steps: readonly FormStep[];
  /** The patterns of its texts by their source. */
  patterns: ReadonlyMap<string, Pattern>;
}

/** A field with what it takes to decide about it. */
export interface FormStep {
  field: FormField;
  /** Null if it is always shown. */
  isShown: Test | null;
  /** Null unless the field is a formula. */
  formula: Formula | null;
}

export type FormReading = { form: Form; faults: null } | { form: null; faults: readonly FormFault[] };

/** A field and its JSON, in which its condition, formula and value are read once all fields are known. */
interface FieldPart {
  part: JsonPart;
  field: FormField;
}

const MAX_ORDER = 1_000;

/**
 * Reads a definition that may be anything, strictly: unknown members are refused (docs/forms.md).
 * @param json - parsed JSON of the form `{ roles, fields }`
 * @returns the form, or everything that is wrong with it, up to MAX_FAULTS
 */
export function readForm(json: unknown): FormReading {
  const faults = new Faults();
  const whole = new JsonPart(json, faults);
  if (!whole.hasOnly(['roles', 'fields'], 'a form')) return { form: null, faults: faults.all };
  const roles = readRoles(whole.member('roles'));
  const parts = readFields(whole.member('fields'), faults);
  checkKeys(parts, roles);
  checkSize(parts, whole);
  const patterns = compilePatterns(parts);
  const read = new FormParts(parts, roles, patterns).read();
  if (faults.all.length > 0) return { form: null, faults: faults.all };
  return { form: { definition: { roles, fields: read.fields }, steps: read.steps, patterns }, faults: null };
}

function readRoles(part: JsonPart): FormRole[] {
  const roles: FormRole[] = [];
  for (const item of part.items(1, MAX_ROLES)) {
    if (!item.hasOnly(['key', 'order'], 'a role')) continue;
    const role = { key: readKey(item.member('key')), order: item.member('order').integer(1, MAX_ORDER) };
    if (roles.some(({ key }) => key === role.key))
      item.fail('role_repeated', `repeats the key '${role.key}'`);
    roles.push(role);
  }
  return roles;
}

function readFields(part: JsonPart, faults: Faults): FieldPart[] {
  if (Array.isArray(part.value) && part.value.length > MAX_FIELDS) {
    part.fail('form_too_large', `has ${part.value.length} fields, but may have at most ${MAX_FIELDS}`);
    return [];
  }
  const read: FieldPart[] = [];
  for (const item of part.items(0, MAX_FIELDS)) {
    if (faults.isFull) break;
    const key = item.member('key').value;
    const named = typeof key === 'string' ? item.of(key.slice(0, 64)) : item;
    const field = readField(named);
    if (field) read.push({ part: named, field });
  }
  return read;
}

function checkKeys(parts: readonly FieldPart[], roles: readonly FormRole[]): void {
  const roleKeys = new Set(roles.map(({ key }) => key));
  const known = new Set<string>();
  for (const { part, field } of parts) {
    if (field.key !== '' && known.has(field.key))
      part.member('key').fail('field_key_repeated', `is '${field.key}', which another field has already`);
    known.add(field.key);
    if (field.role && !roleKeys.has(field.role))
      part.member('role').fail('role_unknown', `is '${field.role}', which is no role of the form`);
  }
}

function checkSize(parts: readonly FieldPart[], whole: JsonPart): void {
  const sum = (count: (field: FormField) => number) =>
    parts.reduce((total, { field }) => total + count(field), 0);
  const places = sum((field) => field.places.length);
  const options = sum((field) => ('options' in field ? field.options.length : 0));
  if (places > MAX_PLACES)
    whole.fail('form_too_large', `has ${places} places, but may have at most ${MAX_PLACES}`);
  if (options > MAX_ALL_OPTIONS)
    whole.fail('form_too_large', `has ${options} options, but may have at most ${MAX_ALL_OPTIONS}`);
}

/** Reads what refers to other fields. */
class FormParts {
  private readonly byKey: ReadonlyMap<string, FormField>;
  private readonly orderOf: ReadonlyMap<string, number>;
  private readonly uses = new Map<string, FieldUse[]>();

  constructor(
    private readonly parts: readonly FieldPart[],
    roles: readonly FormRole[],
    private readonly patterns: ReadonlyMap<string, Pattern>,
  ) {
    this.byKey = new Map(parts.map(({ field }) => [field.key, field]));
    this.orderOf = new Map(roles.map(({ key, order }) => [key, order]));
  }

  read(): { fields: FormField[]; steps: FormStep[] } {
    const read = this.parts.map((each) => this.step(each));
    const { order, cycles } = orderFields(this.uses);
    for (const { keys, by } of cycles) {
      const { part } = this.parts.find(({ field }) => field.key === keys[0])!;
      const way = [...keys, keys[0]].join(' → ');
      part.fail(by === 'formula' ? 'formula_cycle' : 'condition_cycle', `depends on itself: ${way}`);
    }
    const steps = new Map(read.map((step) => [step.field.key, step]));
    return { fields: read.map(({ field }) => field), steps: order.map((key) => steps.get(key)!) };
  }

  private step({ part, field }: FieldPart): FormStep {
    const uses: FieldUse[] = [];
    this.uses.set(field.key, uses);
    const showIf = part.member('showIf');
    const shown = showIf.isAbsent
      ? null
      : readCondition(showIf, this.before(field), (key) => uses.push({ key, by: 'condition' }));
    const formula = field.kind === 'formula' ? this.formula(part.member('formula'), field, uses) : null;
    const value = part.member('value');
    const whole = { ...field, ...(shown && { showIf: shown.condition }) };
    const own = 'readOnly' in field && !value.isAbsent ? this.value(value, field) : null;
    return { field: withValue(whole, own), isShown: shown?.test ?? null, formula };
  }

  private before(field: FormField): FieldsBefore {
    return {
      fieldOf: (key) => this.byKey.get(key),
      isBefore: (other) => {
        const [earlier, later] = [other, field].map(({ role }) => this.orderOf.get(role ?? ''));
        // A role that is missing or unknown is a fault of its own.
        if (earlier === undefined || later === undefined) return true;
        return other.role === field.role || earlier < later;
      },
    };
  }

  private value(part: JsonPart, field: FormField): FormValue | null {
    const { value, fault } = readValue(field, part.value);
    const found = fault ? [fault] : checkValue(field, value, { today: null, patterns: this.patterns });
    for (const each of found) part.faults.addValue(part.path, field.key, each);
    return value;
  }

  private formula(part: JsonPart, field: FormField & { kind: 'formula' }, uses: FieldUse[]): Formula | null {
    try {
      if (field.formula === '') return null;
      const formula = parseFormula(field.formula);
      for (const { key, position } of fieldsIn(formula)) {
        this.assertUsable(key, position, field, part);
        uses.push({ key, by: 'formula' });
      }
      return formula;
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      part.fail('formula_invalid', `${error.message} (character ${error.position})`);
      return null;
    }
  }

  /** @throws FormulaError if there is no such number */
  private assertUsable(key: string, position: number, field: FormField, part: JsonPart): void {
    const used = this.byKey.get(key);
    if (used === undefined)
      throw new FormulaError(position, `refers to '${key}', which is no field of the form`);
    if (used.kind !== 'number' && used.kind !== 'formula')
      throw new FormulaError(
        position,
        `refers to '${key}', a field of kind '${used.kind}', which is no number`,
      );
    if (!this.before(field).isBefore(used))
      part.fail(
        'formula_refers_later',
        `refers to '${key}' (character ${position}), which must be filled in by the same signer or by one who acts earlier`,
      );
  }
}
