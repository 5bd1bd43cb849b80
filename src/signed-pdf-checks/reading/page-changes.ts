import { type PDF, PdfDict, type PdfObject, type PDFPage, PdfRef } from '@libpdf/core';
import { type PdfComparison, refKey, resolve } from '../../pdf/pdf-comparison.js';
import { type Change, type PageChange } from '../domain/document-facts.js';
import { kidsOf } from './form-fields.js';

/** Page numbers, from 1, by kind of change; removed pages by their old numbers. */
type Found = Map<PageChange, number[]>;

/** Changes to the pages of a document and their annotations between two revisions. */
export function pageChanges(
  before: PDF,
  after: PDF,
  comparison: PdfComparison,
  fields: { old: ReadonlySet<string>; added: ReadonlySet<string> },
): Change[] {
  const found: Found = new Map();
  const note = (kind: PageChange, page: PDFPage) =>
    found.set(kind, [...(found.get(kind) ?? []), page.index + 1]);
  const [old, now] = [byReference(before), byReference(after)];
  for (const [name, page] of old) if (!now.has(name)) note('pages_removed', page);
  for (const [name, page] of now) {
    const earlier = old.get(name);
    if (!earlier) note('pages_added', page);
    else {
      if (!comparison.samePage(earlier, page)) note('pages_changed', page);
      const kinds = annotationChanges([before, earlier], [after, page], comparison, fields);
      for (const kind of kinds) note(kind, page);
    }
  }
  for (const page of movedPages(old, now)) note('pages_moved', page);
  return [...found].map(([kind, pages]) => ({ kind, pages }));
}

/** Pages by reference. A page that appears more than once counts separately each time. */
function byReference(pdf: PDF): Map<string, PDFPage> {
  const pages = new Map<string, PDFPage>();
  const shown = new Map<string, number>();
  for (const page of pdf.getPages()) {
    const name = refKey(page.ref);
    const times = (shown.get(name) ?? 0) + 1;
    shown.set(name, times);
    pages.set(`${name}, ${times}`, page);
  }
  return pages;
}

/** Pages whose order among the earlier pages has changed. */
function movedPages(old: Map<string, PDFPage>, now: Map<string, PDFPage>): PDFPage[] {
  const kept = [...old.keys()].filter((name) => now.has(name));
  const present = [...now.keys()].filter((name) => old.has(name));
  return present.filter((name, index) => name !== kept[index]).map((name) => now.get(name)!);
}

/** Widgets are compared as form fields; here they only have to be on the same page. */
function annotationChanges(
  [before, earlier]: [PDF, PDFPage],
  [after, page]: [PDF, PDFPage],
  comparison: PdfComparison,
  fields: { old: ReadonlySet<string>; added: ReadonlySet<string> },
): PageChange[] {
  const [old, now] = [annotationsOf(before, earlier), annotationsOf(after, page)];
  const kinds = new Set<PageChange>();
  if (!inSameOrder([before, earlier], [after, page])) kinds.add('annotations_changed');
  for (const [name, annotation] of old) {
    const present = now.get(name);
    if (present === undefined) kinds.add('annotations_removed');
    else if (!fields.old.has(name) && !sameAnnotation([before, annotation], [after, present], comparison))
      kinds.add('annotations_changed');
  }
  for (const name of now.keys()) {
    if (!old.has(name) && !fields.added.has(name)) kinds.add('annotations_added');
  }
  return [...kinds];
}

function annotationsOf(pdf: PDF, page: PDFPage): Map<string, PdfObject> {
  const items = kidsOf(pdf, page.dict, 'Annots');
  const names = annotationNames(pdf, page);
  return new Map(items.map((item, index) => [names[index]!, item]));
}

const annotationNames = (pdf: PDF, page: PDFPage): string[] =>
  kidsOf(pdf, page.dict, 'Annots').map((item, index) =>
    item instanceof PdfRef ? refKey(item) : `annotation ${index}`,
  );

/** The last one is drawn on top, and one listed twice is drawn twice. */
function inSameOrder([before, earlier]: [PDF, PDFPage], [after, page]: [PDF, PDFPage]): boolean {
  const [old, now] = [annotationNames(before, earlier), annotationNames(after, page)];
  const [left, present] = [new Set(now), new Set(old)];
  const kept = old.filter((name) => left.has(name));
  const still = now.filter((name) => present.has(name));
  return kept.length === still.length && kept.every((name, index) => name === still[index]);
}

function sameAnnotation(
  [before, old]: [PDF, PdfObject],
  [after, now]: [PDF, PdfObject],
  comparison: PdfComparison,
): boolean {
  const [was, is] = [resolve(before, old), resolve(after, now)];
  if (!(was instanceof PdfDict) || !(is instanceof PdfDict)) return comparison.same(was, is);
  return comparison.sameEntries(was, is, new Set(['P']));
}
