import { type PDF, type PDFPage } from '@libpdf/core';
import { FIELD_KINDS, type FieldKind, type ShownBox, type ShownSize } from './document-field.js';
import { openPdf } from './open-pdf.js';
import { type ShownPage, shownPage, toShown } from './page-geometry.js';

/** A place that the document's own text asks for: `{{signature:1}}`, `{{text:2:Job title}}`. */
export interface FoundTag {
  kind: FieldKind;
  /** From 1, in the order of send. */
  signer: number;
  /** From 1. */
  page: number;
  box: ShownBox;
  /** Where the tag's own words stand. */
  tagBox: ShownBox;
  label: string;
}

const TAG = new RegExp(
  `\\{\\{\\s{0,3}(${FIELD_KINDS.join('|')})\\s{0,3}:\\s{0,3}(\\d{1,3})\\s{0,3}(?::([^{}]{0,100}))?\\}\\}`,
  'gi',
);

/** Points that a field has at least, whatever the tag's letters take. */
const SMALLEST: Readonly<Record<FieldKind, { width: number; height: number }>> = {
  signature: { width: 150, height: 42 },
  initials: { width: 48, height: 24 },
  date: { width: 90, height: 14 },
  name: { width: 140, height: 14 },
  text: { width: 140, height: 14 },
  checkbox: { width: 12, height: 12 },
};

/** What fields can be placed on. */
export interface DocumentLayout {
  /** Of each page as it is shown. */
  pageSizes: ShownSize[];
  tags: FoundTag[];
}

/**
 * The sizes of a document's pages and the text tags on them. A page whose text cannot be read has no tags.
 * @throws Error where the document cannot be opened
 */
export async function readLayout(bytes: Uint8Array): Promise<DocumentLayout> {
  const { pdf } = await openPdf(bytes);
  const pages = pdf.getPages();
  return {
    pageSizes: pages.map((page) => {
      const shown = shownPage(pdf, page);
      return [shown?.width ?? 0, shown?.height ?? 0];
    }),
    tags: pages.flatMap((page, index) => tagsOn(pdf, page, index + 1)),
  };
}

function tagsOn(pdf: PDF, page: PDFPage, number: number): FoundTag[] {
  const shown = shownPage(pdf, page);
  if (!shown) return [];
  return matchesOn(page).flatMap(({ text, bbox }) => {
    const [, kind = '', signer = '', label = ''] = [...text.matchAll(TAG)][0] ?? [];
    if (kind === '') return [];
    const tagBox = toShown(shown, bbox);
    const field = kind.toLowerCase() as FieldKind;
    return [
      {
        kind: field,
        signer: Number(signer),
        page: number,
        tagBox,
        box: grow(tagBox, field, shown),
        label: label.trim(),
      },
    ];
  });
}

function matchesOn(page: PDFPage) {
  try {
    return page.findText(TAG);
  } catch {
    return [];
  }
}

/** At least as large as the kind needs, standing on the tag's line, and moved where it would reach over the page's edge. */
function grow(tag: ShownBox, kind: FieldKind, page: ShownPage): ShownBox {
  const width = Math.min(page.width, Math.max(tag.width, SMALLEST[kind].width));
  const height = Math.min(page.height, Math.max(tag.height, SMALLEST[kind].height));
  const x = Math.max(0, Math.min(tag.x, page.width - width));
  const y = Math.max(0, Math.min(tag.y + tag.height - height, page.height - height));
  return { x, y, width, height };
}
