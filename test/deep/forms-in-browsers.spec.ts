import { Random } from '../../scripts/mrz/random.js';
import { evaluateForm } from '../../src/forms/evaluate-form.js';
import { readForm } from '../../src/forms/read-form.js';
import { showValue } from '../../src/forms/show-value.js';
import { openPage, sharedBrowser } from '../support/browser.js';
import { bundledForms } from '../support/bundled-forms.js';
import { type RandomForm, randomForm } from '../support/random-forms.js';

const FORMS = 10_000;
const BATCH = 500;
/** Entries of which most have faults. */
const JUNK = ['1.234', '1,234', '1.234,5', '12 34', 'abc', '2026-2-30', '2026-3-1', '', '١٢٣', '-0', 'green'];

const SERVER = { readForm, evaluateForm, showValue };

type Filled = Pick<RandomForm, 'definition' | 'filled' | 'reader'>;

/** What the module makes of each form, as text. It runs on both sides, so it uses nothing from outside. */
function resultsOf(forms: Filled[], module: typeof SERVER): string[] {
  return forms.map(({ definition, filled, reader }) => {
    const { form, faults } = module.readForm(definition);
    if (form === null) return JSON.stringify(faults);
    const result = module.evaluateForm(form, filled, reader);
    const shown = result.fields.map(({ value }, index) =>
      module.showValue(form.definition.fields[index]!, value, reader.locale),
    );
    return JSON.stringify({ definition: form.definition, result, shown });
  });
}

/** Random forms, of which every other is filled in badly, and every tenth refers to a field that it lacks. */
function givenForms(): Filled[] {
  const random = new Random(77);
  return Array.from({ length: FORMS }, (_, index) => {
    const { definition, filled, reader } = randomForm(random);
    if (index % 2 === 0)
      for (const key of Object.keys(filled.entries)) filled.entries[key] = random.pick(JUNK);
    if (index % 10 === 0) definition.fields.splice(random.below(definition.fields.length), 1);
    return { definition, filled, reader };
  });
}

/** Formats and patterns, among them such as would keep a backtracking engine busy for years. */
function givenTexts(): Filled[] {
  const texts = [
    'a'.repeat(1_000),
    'Zoë@Example.COM',
    'de89 3704 0044 0532 0130 00',
    '+49 30 123',
    'sw1a1aa',
    '\ud800',
  ];
  const rules = [
    ...['(a+)+b', '(a|aa)+b', '(.*a){20}b', '(?i)\\p{L}+@.*'].map((pattern) => ({
      pattern,
      maxLength: 1_000,
    })),
    ...['email', 'iban', 'phone', 'url', 'postal_code:GB'].map((format) => ({ format })),
  ];
  const place = { document: 1, page: 1, x: 10, y: 10, width: 100, height: 20 };
  const fields = rules.map((validation, index) => ({
    ...{ key: `f${index}`, kind: 'text', role: 'a' },
    ...{ validation, places: [place] },
  }));
  return texts.map((text) => ({
    definition: { roles: [{ key: 'a', order: 1 }], fields },
    filled: { values: {}, entries: Object.fromEntries(fields.map(({ key }) => [key, text])) },
    reader: { today: '2026-03-01', locale: 'en' },
  }));
}

it('finds the same in Chromium as on the server, for 10,000 random forms', async () => {
  const { context, page, failures } = await openPage(await sharedBrowser());
  try {
    await page.addScriptTag({ content: await bundledForms() });
    const forms = [...givenForms(), ...givenTexts()];
    let faulty = 0;
    for (let start = 0; start < forms.length; start += BATCH) {
      const batch = forms.slice(start, start + BATCH);
      const expected = resultsOf(batch, SERVER);
      const found = await page.evaluate<string[]>(
        `(${resultsOf.toString()})(${JSON.stringify(batch)}, forms)`,
      );
      expect(found).toEqual(expected);
      faulty += expected.filter((result) => result.includes('"code"')).length;
    }
    expect(faulty).toBeGreaterThan(FORMS / 4);
    expect(faulty).toBeLessThan(FORMS);
    expect(failures).toEqual([]);
  } finally {
    await context.close();
  }
}, 180_000);
