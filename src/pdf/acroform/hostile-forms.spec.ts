import { builtForm, widget } from '../../../test/support/built-forms.js';
import { inDepth } from '../../../test/support/in-depth.js';
import { uploadOf } from '../../../test/support/uploads.js';
import { type Settings } from '../../platform/config/settings.js';
import { OfficeConverter } from '../../platform/office/office-converter.js';
import { PdfService } from '../pdf.service.js';
import { TextFonts } from '../text-fonts.js';

const OWNER = { tenant: 1 };
const TEXT = '/FT /Tx';
const range = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);
const refs = (numbers: readonly number[]) => numbers.map((number) => `${number} 0 R`).join(' ');

describe('hostile forms', () => {
  const pdf = new PdfService(new OfficeConverter({} as Settings), new TextFonts({} as Settings));
  afterAll(() => pdf.onApplicationShutdown());

  /** The names of the fields, their number if there are many, or the code of the refusal. */
  async function outcomeOf(form: Buffer): Promise<string[] | string> {
    const found = await pdf.importForm(uploadOf(form), OWNER);
    if (!found.ok) return found.code;
    const { imported, notImported } = found.report;
    const names = [...imported.map(({ pdfName }) => pdfName), ...notImported.map(({ name }) => name)];
    return names.length > 3 ? `${names.length} fields` : names;
  }

  it.each<[string, () => Buffer, string[] | string]>([
    [
      'kids that are their own parents',
      () =>
        builtForm(
          ['<< /T (a) /Kids [5 0 R] >>', '<< /T (b) /Kids [4 0 R 6 0 R] >>', widget(`${TEXT} /T (c)`)],
          { fields: [4], annotations: [6] },
        ),
      ['a.b.c'],
    ],
    [
      'a field that is its own kid',
      () => builtForm(['<< /T (a) /FT /Tx /Kids [4 0 R] >>'], { annotations: [] }),
      'form_has_no_fields',
    ],
    [
      'parents in a circle',
      () =>
        builtForm(
          [
            '<< /T (a) /Parent 5 0 R >>',
            '<< /T (b) /Parent 4 0 R >>',
            widget(`${TEXT} /T (c) /Parent 4 0 R`),
          ],
          { fields: [], annotations: [6] },
        ),
      ['b.a.c'],
    ],
    ['a widget that is its own parent', () => builtForm([widget(`${TEXT} /T (a) /Parent 4 0 R`)]), ['a']],
    [
      'a tree of a thousand levels',
      () =>
        builtForm(
          range(1_000).map((level) => `<< /T (t) /FT /Tx /Kids [${level + 5} 0 R] >>`),
          { fields: [4], annotations: [] },
        ),
      'form_too_large',
    ],
    [
      'a thousand parents',
      () =>
        builtForm(
          [
            widget(`${TEXT} /T (a) /Parent 5 0 R`),
            ...range(1_000).map((level) => `<< /T (t) /Parent ${level + 6} 0 R >>`),
          ],
          { fields: [], annotations: [4] },
        ),
      'form_too_large',
    ],
    [
      'one widget a hundred thousand times',
      () => builtForm([widget(`${TEXT} /T (a)`)], { annotations: range(100_000).fill(4) }),
      ['a'],
    ],
    [
      '1,001 fields',
      () => builtForm(range(1_001).map((index) => widget(`${TEXT} /T (f${index})`))),
      'form_too_large',
    ],
    [
      'too many options in all',
      () =>
        builtForm(
          range(21).map((index) => widget(`/FT /Ch /Ff 131072 /T (f${index}) /Opt 25 0 R`)),
          {
            others: [
              `[${range(500)
                .map((option) => `(o${option})`)
                .join(' ')}]`,
            ],
          },
        ),
      'form_too_large',
    ],
    [
      'a hundred thousand options',
      () => builtForm([widget(`/FT /Ch /Ff 131072 /T (a) /Opt [${'(x) '.repeat(100_000)}]`)]),
      ['a'],
    ],
    [
      'long names above a thousand fields',
      () =>
        builtForm(
          [
            `<< /T (${'n'.repeat(1_000_000)}) /Kids [${refs(range(900, 5))}] >>`,
            ...range(900).map((index) => widget(`${TEXT} /T (f${index}) /Parent 4 0 R`)),
          ],
          { fields: [4], annotations: range(900, 5) },
        ),
      '900 fields',
    ],
    [
      'a value of ten megabytes',
      () => builtForm([widget(`${TEXT} /T (a) /V (${'x'.repeat(10_000_000)})`)]),
      ['a'],
    ],
    [
      'fields that are no dictionaries',
      () =>
        builtForm([widget(`${TEXT} /T (a)`), '(text)', '[4 0 R]', 'null', '7'], {
          annotations: [4, 5, 6, 7, 8, 99],
        }),
      ['a'],
    ],
    [
      'entries of the wrong type',
      () =>
        builtForm([
          widget(
            '/FT (Tx) /T [1] /V << >> /Opt 3 /MaxLen (x) /Ff (y) /AA [] /MK 1 /TU 3 /Q (2) /DA null /Kids 7',
            '1 2 3',
          ),
        ]),
      [''],
    ],
  ])('end within the limits of the child: %s', async (_, form, outcome) => {
    expect(await outcomeOf(form())).toEqual(outcome);
  });

  inDepth.each<[string, () => Buffer]>([
    [
      'a hundred thousand widgets',
      () => builtForm(range(100_000).map((index) => widget(`${TEXT} /T (f${index})`))),
    ],
    [
      'a hundred thousand places of one field',
      () =>
        builtForm(
          [
            `<< /T (a) /FT /Tx /Kids [${refs(range(100_000, 5))}] >>`,
            ...range(100_000).map(() => widget('/Parent 4 0 R')),
          ],
          { fields: [4], annotations: range(100_000, 5) },
        ),
    ],
  ])('end within the limits of the child with %s', async (_, form) => {
    expect(await outcomeOf(form())).toBe('form_too_large');
  });
});
