import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { readSourceFields } from '../../src/pdf/acroform/read-source-fields.js';
import { rewriteForm } from '../../src/pdf/acroform/rewrite-form.js';
import { type ShownBox } from '../../src/pdf/document-field.js';
import { openPdf } from '../../src/pdf/structure/open-pdf.js';
import { craftedForms } from '../support/crafted-forms.js';
import { fetchForms, listedForms, placeOf } from '../support/form-corpus.js';
import { type Ink, inkOf, strays } from '../support/ink.js';
import { reducedIn } from '../support/reduced-counts.js';
import { drawPage, RENDERERS, SCALE } from '../support/renderers.js';
import { taxForm } from '../support/tax-form.js';

const TEN_MINUTES = 600_000;
/** Pages of a form that are drawn. */
const MOST_PAGES = 3;
/** Points around a field: borders are drawn half outside. */
const MARGIN = 2;
/** Pixels by which the same line may be smoothed otherwise. */
const REACH = 1;

/** The ink of a page outside these boxes. */
async function inkOutside(page: Buffer, boxes: readonly ShownBox[]): Promise<Ink> {
  const ink = await inkOf(sharp(page, { limitInputPixels: false }));
  const height = ink.isInk.length / ink.width;
  for (const { x, y, width: wide, height: high } of boxes) {
    const from = (points: number, most: number) =>
      Math.min(most, Math.max(0, Math.floor((points - MARGIN) * SCALE)));
    const to = (points: number, most: number) =>
      Math.min(most, Math.max(0, Math.ceil((points + MARGIN) * SCALE)));
    for (let row = from(y, height); row < to(y + high, height); row++)
      ink.isInk.fill(false, row * ink.width + from(x, ink.width), row * ink.width + to(x + wide, ink.width));
  }
  return { ...ink, count: ink.isInk.filter(Boolean).length };
}

describe('an imported form', () => {
  const listed = reducedIn(
    'forms of authorities',
    listedForms().filter((form) => form.package.startsWith('npm:')),
    listedForms()
      .filter((form) => form.package.startsWith('npm:'))
      .slice(0, 2),
  );
  const folder = mkdtempSync(join(tmpdir(), 'countersign-imports-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What differs on the first pages outside the fields, by program. */
  async function changesOf(name: string, form: Buffer): Promise<string[]> {
    const rewritten = await rewriteForm(form);
    if (!rewritten.ok) return [`${name} was refused: ${rewritten.code}`];
    const { pdf } = await openPdf(form);
    const widgets = readSourceFields(pdf, form).flatMap((field) => field.widgets);
    const [before, after] = [join(folder, 'before.pdf'), join(folder, 'after.pdf')];
    writeFileSync(before, form);
    writeFileSync(after, rewritten.pdf);
    const changes: string[] = [];
    for (let page = 1; page <= Math.min(MOST_PAGES, pdf.getPageCount()); page++) {
      const boxes = widgets.flatMap((widget) => (widget.page === page && widget.box ? [widget.box] : []));
      for (const renderer of RENDERERS) {
        const inks = [];
        for (const file of [before, after])
          inks.push(await inkOutside(await drawPage(renderer, file, page), boxes));
        const [one, other] = inks as [Ink, Ink];
        const found =
          one.width === other.width ? strays(one, other, REACH) + strays(other, one, REACH) : one.count;
        if (found > 0) changes.push(`${name}, page ${page}, ${renderer}: ${found} of ${one.count} pixels`);
      }
    }
    return changes;
  }

  it(
    'looks the same outside its fields in poppler, MuPDF and pdf.js',
    async () => {
      const changes = await changesOf('a tax form', taxForm());
      for (const [name, form] of Object.entries(craftedForms()))
        changes.push(...(await changesOf(name, form)));
      expect(changes).toEqual([]);
    },
    TEN_MINUTES,
  );

  it(
    'does so if it is one of authorities',
    async () => {
      await fetchForms(listed);
      const changes: string[] = [];
      for (const form of listed)
        changes.push(...(await changesOf(basename(form.path), readFileSync(placeOf(form)))));
      expect(changes).toEqual([]);
    },
    TEN_MINUTES,
  );
});
