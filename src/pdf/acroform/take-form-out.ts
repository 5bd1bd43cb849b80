import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PDFPage,
  PdfRef,
  PdfStream,
} from '@libpdf/core';
import { resolve } from '../pdf-comparison.js';
import { type FieldLook, lookOf, newAppearance } from '../presenting/field-look.js';
import { OFF } from '../presenting/field-values.js';
import { PageContent } from '../presenting/page-content.js';
import { type FontFinder, settleForm } from '../presenting/settle-form.js';
import { annotationFlags, chosenLook, FLAGS } from '../structure/annotation-look.js';
import { sidesOf, unitOf } from '../structure/page-geometry.js';
import { reachable } from '../structure/reachable.js';
import { FieldTree } from './field-tree.js';
import { FLAG } from './source-field.js';

/** A field at one of its places. */
interface Widget {
  dict: PdfDict;
  page: PDFPage;
  /** Of the page, from 1. */
  number: number;
  order: number;
}

/**
 * Takes the form out of a document: of the fields that are imported the empty boxes stay, of the others what they show,
 * as part of the pages' content. No field, no script and no XFA form is left.
 * @param imported - the positions of the imported widgets among those of all pages
 * @throws DocumentRefusal `document_field_undrawable` for a value that stays and cannot be drawn completely
 */
export async function takeFormOut(
  pdf: PDF,
  imported: ReadonlySet<number>,
  findFonts: FontFinder,
): Promise<void> {
  const tree = new FieldTree(pdf);
  const widgets = tree.leaves
    .flatMap(({ dict, entries }) => entries.map((entry): Widget => ({ dict, ...entry })))
    .sort((a, b) => a.order - b.order);
  const shown = widgets.filter(
    ({ dict }) => (annotationFlags(pdf, dict) & (FLAGS.hidden | FLAGS.noView)) === 0,
  );
  const left = shown.filter(({ order }) => !imported.has(order));
  const grounds = new Grounds(pdf, tree);
  const looks = new Map<Widget, PdfRef | null>();
  for (const each of shown) if (imported.has(each.order)) looks.set(each, grounds.of(each));

  keepOnPages(pdf, widgets, new Set(left.map(({ dict }) => dict)));
  const catalog = pdf.getCatalog();
  const form = resolve(pdf, catalog.get('AcroForm'));
  if (form instanceof PdfDict) form.set('Fields', new PdfArray([]));
  await settleForm(pdf, findFonts);
  for (const each of left) looks.set(each, chosenLook(pdf, each.dict));

  const contents = pdf.getPages().map((page) => new PageContent(pdf, page));
  for (const each of shown) {
    const [look, rect] = [looks.get(each), sidesOf(resolve(pdf, each.dict.get('Rect')) ?? undefined)];
    if (look && rect) contents[each.number - 1]!.paint(look, rect, each.dict.get('OC'));
  }
  for (const content of contents) content.finish();
  keepOnPages(pdf, widgets, new Set());
  dropFromStructure(pdf, new Set(widgets.map(({ dict }) => dict)));
  for (const key of ['AcroForm', 'NeedsRendering']) catalog.delete(key);
}

/** The appearances of empty fields. */
class Grounds {
  /** By what they look like: most fields of a form look like others. */
  private readonly known = new Map<string, PdfRef>();

  constructor(
    private readonly pdf: PDF,
    private readonly tree: FieldTree,
  ) {}

  /** @returns null for a field without a background or border */
  of({ dict, page }: Widget): PdfRef | null {
    const { pdf } = this;
    const type = this.tree.attribute(dict, 'FT');
    // A button can draw its own box.
    const unticked = type instanceof PdfName && type.value === 'Btn' ? this.lookOfOff(dict) : null;
    if (unticked) return unticked;
    const look = lookOf(pdf, { widget: dict, unit: unitOf(pdf, page) });
    if (!look || (look.ground === null && look.border === null)) return null;
    const cells = this.cellsOf(dict);
    const { size, turn, ground, border } = look;
    const key = JSON.stringify([size, turn, ground, border, cells]);
    const known = this.known.get(key) ?? newAppearance(pdf, look, (each) => drawCells(each, look, cells));
    this.known.set(key, known);
    return known;
  }

  private lookOfOff(dict: PdfDict): PdfRef | null {
    const looks = resolve(this.pdf, dict.get('AP'));
    const normal = looks instanceof PdfDict ? resolve(this.pdf, looks.get('N')) : null;
    if (!(normal instanceof PdfDict) || normal instanceof PdfStream) return null;
    const off = normal.get(OFF);
    return off instanceof PdfRef && resolve(this.pdf, off) instanceof PdfStream ? off : null;
  }

  /** How many cells a comb has; 1 for any other field. */
  private cellsOf(dict: PdfDict): number {
    const [flags, most] = ['Ff', 'MaxLen'].map((key) => this.tree.attribute(dict, key));
    const isComb = flags instanceof PdfNumber && (flags.value & FLAG.comb) !== 0;
    return isComb && most instanceof PdfNumber && most.value <= MOST_CELLS ? most.value : 1;
  }
}

/** More cells are not drawn: they would be too narrow to be told apart. */
const MOST_CELLS = 1_000;

/** The lines between the cells of a comb, which are drawn if it has a border. */
function drawCells(page: PDFPage, { size, border }: FieldLook, cells: number): void {
  if (!border) return;
  for (let cell = 1; cell < cells; cell++) {
    const x = (cell * size.width) / cells;
    page.drawLine({
      ...{ start: { x, y: 0 }, end: { x, y: size.height } },
      ...{ color: border.color, thickness: border.width },
    });
  }
}

/** Takes widgets off the pages' annotations, but for those that are kept. Several pages can share a list. */
function keepOnPages(pdf: PDF, widgets: readonly Widget[], kept: ReadonlySet<PdfDict>): void {
  const dropped = new Set(widgets.map(({ dict }) => dict).filter((dict) => !kept.has(dict)));
  for (const { dict } of new Set(widgets.map(({ page }) => page))) {
    const listed = resolve(pdf, dict.get('Annots'));
    if (!(listed instanceof PdfArray)) continue;
    const left = [...listed].filter((item) => !dropped.has(resolve(pdf, item) as PdfDict));
    if (left.length === 0) dict.delete('Annots');
    else dict.set('Annots', new PdfArray(left));
  }
}

/** A tagged document refers to its fields (ISO 32000-2 §14.7.5.3). */
function dropFromStructure(pdf: PDF, dropped: ReadonlySet<PdfDict>): void {
  const isDropped = (item: PdfObject | undefined) => {
    const found = resolve(pdf, item);
    return found instanceof PdfDict && dropped.has(resolve(pdf, found.get('Obj')) as PdfDict);
  };
  for (const dict of reachable(pdf)) {
    const kids = resolve(pdf, dict.get('K'));
    if (kids instanceof PdfArray) {
      const left = [...kids].filter((kid) => !isDropped(kid));
      if (left.length < kids.length) dict.set('K', new PdfArray(left));
    } else if (isDropped(dict.get('K'))) dict.delete('K');
  }
}
