import { jsonAttribute, TemplateRenderer } from './template-renderer.js';

const templates = new TemplateRenderer();
const added = (count: number, locale: string) =>
  templates.text('checking.changes.signatures_added', locale, { count });

it.each([
  ['Acme', 'Sent by Countersign on behalf of Acme.'],
  ['Acme Ltd.', 'Sent by Countersign on behalf of Acme Ltd.'],
])('ends a sentence with one full stop after %s', (organizationName, text) => {
  expect(templates.text('mail.footer', 'en', { organizationName })).toBe(text);
});

describe('plural forms', () => {
  it.each([
    ['en', 1, 'Another signature was added later.'],
    ['en', 2, '2 more signatures were added later.'],
    ['en', 0, '0 more signatures were added later.'],
    ['es', 1, 'Después se añadió otra firma.'],
    ['es', 2, 'Después se añadieron 2 firmas.'],
  ])('chooses the form in %s by the number %d', (locale, count, text) => {
    expect(added(count, locale)).toBe(text);
  });

  it('falls back to the general form where a language lacks the category', () => {
    expect(new Intl.PluralRules('es').select(1_000_000)).toBe('many');
    expect(added(1_000_000, 'es')).toBe('Después se añadieron 1.000.000 firmas.');
  });

  it('falls back to English where a language has no catalogue', () => {
    expect(added(1, 'xx-none')).toBe('Another signature was added later.');
  });

  it('leaves a text without plural forms unchanged', () => {
    expect(templates.text('signing.facts.more', 'en', { count: 1 })).toBe('and 1 more');
  });

  it('writes numbers as the language does', () => {
    expect(added(10_000, 'en')).toBe('10,000 more signatures were added later.');
    expect(added(10_000, 'es')).toBe('Después se añadieron 10.000 firmas.');
  });
});

it('writes JSON as an attribute that no text can end', () => {
  const json = JSON.stringify({ label: `'><script>alert("1")</script>&#39;` });
  const attribute = String(jsonAttribute(json));
  expect(attribute).toBe(String.raw`'{"label":"&#39;>&lt;script>alert(\"1\")&lt;/script>&amp;#39;"}'`);
  const read = attribute
    .slice(1, -1)
    .replaceAll('&lt;', '<')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
  expect(read).toBe(json);
});

it('keeps the lines that people wrote, however deep the partial is indented', () => {
  const reason = 'The rent is wrong.\n\n  § 4: 1,200, not 1,300.';
  const rendered = (view: string, model: object) => templates.render(view, model, { locale: 'en' });
  const signing = { addresses: {}, documentName: 'Lease', organization: 'Acme', reason };
  expect(rendered('signing/reject', signing)).toContain(`>${reason}</textarea>`);
  expect(rendered('signing/reject-confirm', signing)).toContain(`>${reason}</p>`);
});
