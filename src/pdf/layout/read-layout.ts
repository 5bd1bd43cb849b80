import { type PDF, PdfDict, type PDFPage } from '@libpdf/core';
import { FIELD_KINDS, overlap, type ShownBox } from '../document-field.js';
import { resolve } from '../pdf-comparison.js';
import { type DocumentLayout, type FoundTag } from '../pdf-results.js';
import { isOurField } from '../signing/document-fields.js';
import { carriesSignatures, isRedrawn } from '../structure/earlier-signatures.js';
import { type ShownPage, shownPage, type Sides, sidesOf, toShown } from '../structure/page-geometry.js';
import { SharedFonts } from './shared-fonts.js';

const TAG = new RegExp(
  `\\{\\{\\s{0,3}(${FIELD_KINDS.join('|')})\\s{0,3}:\\s{0,3}(\\d{1,3})\\s{0,3}(?::([^{}]{0,100}))?\\}\\}`,
  'gi',
);

type TaggedKind = (typeof FIELD_KINDS)[number];

/** The first character of a tag. */
const BRACE = '{';
const OPENING = BRACE.repeat(2);

/** Minimum size of a field in points, however small its tag. */
const SMALLEST: Readonly<Record<TaggedKind, { width: number; height: number }>> = {
  signature: { width: 150, height: 42 },
  initials: { width: 48, height: 24 },
  date: { width: 90, height: 14 },
  name: { width: 140, height: 14 },
  text: { width: 140, height: 14 },
  checkbox: { width: 12, height: 12 },
};

/** The sizes of a document's pages and the text tags on them. A page whose text cannot be read has no tags. */
export function readLayout(pdf: PDF): DocumentLayout {
  const fonts = new SharedFonts(pdf);
  const pages = pdf.getPages();
  const isSigned = carriesSignatures(pdf);
  return {
    carriesSignatures: isSigned,
    isRedrawn: isSigned && isRedrawn(pdf),
    pageSizes: pages.map((page) => {
      const shown = shownPage(pdf, page);
      return [shown?.width ?? 0, shown?.height ?? 0];
    }),
    tags: pages.flatMap((page, index) => {
      const tags = tagsOn(pdf, fonts, page, index + 1);
      return isSigned ? tags.filter(({ tagBox }) => !isFilledIn(pdf, page, tagBox)) : tags;
    }),
  };
}

/** Whether this service already made a field of a tag, before the document was signed and sent again. */
function isFilledIn(pdf: PDF, page: PDFPage, tagBox: ShownBox): boolean {
  const shown = shownPage(pdf, page);
  const annotations = page.dict.getArray('Annots', (ref) => pdf.getObject(ref)) ?? [];
  return [...annotations].some((item) => {
    const widget = resolve(pdf, item);
    if (!shown || !(widget instanceof PdfDict) || !isOurField(widget.getString('T')?.asString() ?? ''))
      return false;
    const sides = sidesOf(widget.get('Rect'));
    return sides !== null && overlap(tagBox, toShown(shown, boxOf(sides)));
  });
}

const boxOf = ({ left, bottom, right, top }: Sides) => ({
  x: left,
  y: bottom,
  width: right - left,
  height: top - bottom,
});

function tagsOn(pdf: PDF, fonts: SharedFonts, page: PDFPage, number: number): FoundTag[] {
  const shown = shownPage(pdf, page);
  if (!shown) return [];
  return matchesOn(page, fonts).flatMap(({ text, bbox }) => {
    const [, kind = '', signer = '', label = ''] = [...text.matchAll(TAG)][0] ?? [];
    if (kind === '') return [];
    const tagBox = toShown(shown, bbox);
    const field = kind.toLowerCase() as TaggedKind;
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

function matchesOn(page: PDFPage, fonts: SharedFonts) {
  try {
    if (!fonts.mayShow(page, BRACE)) return [];
    const text = fonts.textPage(page);
    return text.showsInOrder(OPENING) ? text.find(TAG) : [];
  } catch {
    return [];
  }
}

/** Grows to the minimum size of the kind, upwards from the tag's line, and moves inside the page if necessary. */
function grow(tag: ShownBox, kind: TaggedKind, page: ShownPage): ShownBox {
  const width = Math.min(page.width, Math.max(tag.width, SMALLEST[kind].width));
  const height = Math.min(page.height, Math.max(tag.height, SMALLEST[kind].height));
  const x = Math.max(0, Math.min(tag.x, page.width - width));
  const y = Math.max(0, Math.min(tag.y + tag.height - height, page.height - height));
  return { x, y, width, height };
}
