import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { importForm } from '../../src/pdf/acroform/import-form.js';
import { readSourceFields } from '../../src/pdf/acroform/read-source-fields.js';
import { openPdf } from '../../src/pdf/structure/open-pdf.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { compareForms, type FormDifference, type OtherWidget } from '../support/form-comparison.js';
import { fetchForms, type ListedForm, listedForms, placeOf } from '../support/form-corpus.js';
import { reducedIn } from '../support/reduced-counts.js';

const run = promisify(execFile);
const MOST_OUTPUT = 256 * 1024 * 1024;
const TEN_MINUTES = 600_000;

/** A difference that was looked into, and why we read the file as we do. */
interface Reviewed {
  what: readonly string[];
  files: RegExp;
  reason: string;
  isMeant?: (difference: FormDifference) => boolean;
}

const REVIEWED: readonly Reviewed[] = [
  {
    what: ['label'],
    files: /./,
    reason: 'pdf.js reads the words of a widget only, and these are those of its field',
    isMeant: ({ ours, theirs }) => ours !== '' && theirs === '',
  },
  {
    what: ['value', 'options'],
    files: /AcrobatMerge-Different|overlay-page\/annotations(-out)?\.pdf/,
    reason:
      'two fields of one name have different values or options; they are one field, and the first counts',
  },
  {
    what: ['value'],
    files: /ControlCharacters\.pdf/,
    reason: 'control characters, which PDFDocEncoding does not have, are left out',
  },
  {
    what: ['value'],
    files: /AcroFormsBasicFields\.pdf/,
    reason: 'longer than any text of a form may be, so only its beginning is read',
  },
  {
    what: ['export value', 'state'],
    files: /button-set-broken/,
    reason: 'a radio button without appearances: pdf.js gives it no export value',
  },
  {
    what: ['state'],
    files: /annotation-button-widget\.pdf/,
    reason: 'pdf.js reads the value of a radio button only from a parent',
  },
];
/** pdf.js cannot open it: its catalog has been damaged. */
const UNREAD = /poppler-395-0-fuzzed\.pdf/;

interface OtherReading {
  file: string;
  widgets?: OtherWidget[];
  error?: string;
}

async function readWithPdfJs(files: readonly string[]): Promise<Map<string, OtherReading>> {
  const script = join(PROJECT_ROOT, 'test/support/read-form-with-pdf-js.mjs');
  const { stdout } = await run(process.execPath, [script, ...files], { maxBuffer: MOST_OUTPUT });
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return new Map(lines.map((line) => JSON.parse(line) as OtherReading).map((each) => [each.file, each]));
}

describe('forms in the wild', () => {
  const forms = reducedIn(
    'forms',
    listedForms(),
    listedForms().filter((form) => form.package.startsWith('npm:')),
  );
  let theirs: Map<string, OtherReading>;

  beforeAll(async () => {
    await fetchForms(forms);
    theirs = await readWithPdfJs(forms.map(placeOf));
  }, TEN_MINUTES);

  /** The differences of a form that nobody looked into. */
  async function unreviewed(
    form: ListedForm,
    compared: Map<string, number>,
    reviewed: Map<Reviewed, number>,
  ) {
    const bytes = await readFile(placeOf(form));
    const { widgets, error } = theirs.get(placeOf(form))!;
    if (!widgets) return UNREAD.test(form.path) ? [] : [{ form: form.path, error }];
    const ours = readSourceFields((await openPdf(bytes)).pdf, bytes);
    const found = compareForms(ours, widgets);
    compared.set('widgets', (compared.get('widgets') ?? 0) + widgets.length);
    for (const [what, count] of found.compared) compared.set(what, (compared.get(what) ?? 0) + count);
    return found.differences.flatMap((difference) => {
      const known = REVIEWED.find(
        ({ what, files, isMeant }) =>
          what.includes(difference.what) && files.test(form.path) && isMeant?.(difference) !== false,
      );
      if (known) reviewed.set(known, (reviewed.get(known) ?? 0) + 1);
      return known ? [] : [{ form: form.path, ...difference }];
    });
  }

  it(
    'have the fields that pdf.js finds',
    async () => {
      const compared = new Map<string, number>();
      const reviewed = new Map<Reviewed, number>();
      const faults: object[] = [];
      for (const form of forms) faults.push(...(await unreviewed(form, compared, reviewed)));
      const figures = [...compared].map(([what, count]) => `${what} ${count}`).join(', ');
      const different = [...reviewed].map(([{ reason }, count]) => `${count} different: ${reason}`);
      console.log([`${forms.length} forms, compared: ${figures}`, ...different].join('\n'));
      expect(faults).toEqual([]);
      if (forms.length === listedForms().length)
        expect(REVIEWED.filter((each) => !reviewed.has(each))).toEqual([]);
    },
    TEN_MINUTES,
  );

  it(
    'are accounted for, field by field, with keys of their own',
    async () => {
      for (const form of forms) {
        const bytes = await readFile(placeOf(form));
        const found = await importForm(bytes);
        if (!found.ok) {
          expect([form.path, found.code]).toEqual([form.path, 'form_signed']);
          continue;
        }
        const names = [
          ...found.imported.map(({ pdfName }) => pdfName),
          ...found.notImported.map(({ name }) => name),
        ];
        const fields = readSourceFields((await openPdf(bytes)).pdf, bytes);
        expect(names.sort()).toEqual(fields.map(({ name }) => name).sort());
        const keys = found.imported.map(({ field }) => field.key);
        expect(new Set(keys).size).toBe(keys.length);
      }
    },
    TEN_MINUTES,
  );

  it('include a tax form', async () => {
    const form = forms.find(({ path }) => path.endsWith('/f1040.pdf'))!;
    const found = await importForm(await readFile(placeOf(form)));
    if (!found.ok) throw new Error(found.code);
    const kinds = found.imported.map(({ field }) => field.kind);
    const count = (kind: string) => kinds.filter((each) => each === kind).length;
    expect({
      text: count('text'),
      checkbox: count('checkbox'),
      radio: count('radio'),
      others: found.notImported,
    }).toEqual({
      ...{ text: 208, checkbox: 38, radio: 0 },
      others: [],
    });
    expect(found.removed.xfa).toBe(true);
  });
});
