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
