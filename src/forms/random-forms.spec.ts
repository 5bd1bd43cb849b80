import { Random } from '../../scripts/mrz/random.js';
import { FormOracle } from '../../test/support/form-oracle.js';
import { type RandomField, randomForm, shuffled } from '../../test/support/random-forms.js';
import { canonicalJson } from '../audit-chain/canonical-json.js';
import { evaluateForm } from './evaluate-form.js';
import { readForm } from './read-form.js';

const FORMS = 10_000;

describe('random forms', () => {
  it('show and hold the same as by an independent evaluation', () => {
    const random = new Random(2026);
    const seen = { hidden: 0, shown: 0, results: 0, dropped: 0 };
    for (let round = 0; round < FORMS; round++) {
      const given = randomForm(random);
      const { form, faults } = readForm(given.definition);
      if (faults) throw new Error(`Form ${round} has faults: ${JSON.stringify(faults)}`);
      const { fields } = evaluateForm(form, given.filled, given.reader);
      const oracle = new FormOracle(given);
      for (const { key, isShown, isDropped, value } of fields) {
        const expected = JSON.stringify([oracle.isShown(key), oracle.held(key)]);
        // One expectation for each of 100,000 fields would take longer than all of the rest.
        if (JSON.stringify([isShown, value]) !== expected)
          expect({ key, isShown, value, ...given }).toBe(expected);
        seen[isShown ? 'shown' : 'hidden'] += 1;
        seen.dropped += Number(isDropped);
        seen.results += Number(given.formulas.has(key) && value !== null);
      }
    }
    expect(seen.hidden).toBeGreaterThan(FORMS);
    expect(seen.shown).toBeGreaterThan(FORMS);
    expect(seen.results).toBeGreaterThan(FORMS / 10);
    expect(seen.dropped).toBeGreaterThan(FORMS / 10);
  }, 180_000);

  it('are read the same whatever the order of their members, and once more', () => {
    const random = new Random(7);
    for (let round = 0; round < 1_000; round++) {
      const { definition } = randomForm(random);
      const once = canonicalJson(readForm(definition).form!.definition);
      expect(canonicalJson(readForm(reordered(random, definition)).form!.definition)).toBe(once);
      expect(canonicalJson(readForm(JSON.parse(once)).form!.definition)).toBe(once);
    }
  });

  it('are read the same however their numbers are spelled', () => {
    const random = new Random(9);
    const spelled = { numbers: 0 };
    for (let round = 0; round < 1_000; round++) {
      const { definition } = randomForm(random);
      const kinds = new Map(definition.fields.map(({ key, kind }) => [key, kind]));
      const once = canonicalJson(readForm(definition).form!.definition);
      const fields = definition.fields.map((field) => {
        const limits =
          field.kind === 'number' ? { validation: { min: '-90000.0', max: '90000', step: '0.125' } } : {};
        return { ...field, ...limits };
      });
      const limited = canonicalJson(readForm({ ...definition, fields }).form!.definition);
      const respell = (value: unknown) => respelled(random, value, kinds, spelled);
      expect(canonicalJson(readForm(respell(definition)).form!.definition)).toBe(once);
      expect(canonicalJson(readForm(respell({ ...definition, fields })).form!.definition)).toBe(limited);
    }
    expect(spelled.numbers).toBeGreaterThan(1_000);
  });

  it('do not depend on the order of their fields', () => {
    const random = new Random(8);
    for (let round = 0; round < 1_000; round++) {
      const { definition, filled, reader } = randomForm(random);
      const resultsOf = (fields: RandomField[]) =>
        evaluateForm(readForm({ ...definition, fields }).form!, filled, reader)
          .fields.map((field) => canonicalJson(field))
          .sort();
      expect(resultsOf(shuffled(random, definition.fields))).toEqual(resultsOf(definition.fields));
    }
  });
});

/** The same JSON with the members of its objects in another order. */
function reordered(random: Random, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => reordered(random, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    shuffled(random, Object.entries(value)).map(([name, inner]) => [name, reordered(random, inner)]),
  );
}

const LIMITS = ['min', 'max', 'step'];
const isNumeric = (kind: string | undefined) => kind === 'number' || kind === 'formula';

/** The same form with decimals of its limits and conditions spelled otherwise. */
function respelled(
  random: Random,
  value: unknown,
  kinds: ReadonlyMap<string, string>,
  spelled: { numbers: number },
): unknown {
  const again = (inner: unknown) => respelled(random, inner, kinds, spelled);
  if (Array.isArray(value)) return value.map(again);
  if (typeof value !== 'object' || value === null) return value;
  const { field } = value as { field?: string };
  const entries = Object.entries(value).map(([name, inner]: [string, unknown]) => {
    const isDecimal =
      field === undefined ? LIMITS.includes(name) : isNumeric(kinds.get(field)) && name !== 'field';
    if (!isDecimal || typeof inner === 'boolean') return [name, again(inner)];
    spelled.numbers++;
    const spell = (each: unknown) => spellingOf(random, String(each));
    return [name, Array.isArray(inner) ? inner.map(spell) : spell(inner)];
  });
  return Object.fromEntries(entries);
}

function spellingOf(random: Random, decimal: string): string | number {
  const padded = decimal.includes('.') ? `${decimal}00` : `${decimal}.0`;
  return random.pick([decimal, padded, Number(decimal)]);
}
