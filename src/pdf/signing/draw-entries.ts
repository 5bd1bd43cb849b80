import {
  ops,
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PDFPage,
  type PdfRef,
} from '@libpdf/core';
import { type ShownBox } from '../document-field.js';
import { layText } from '../mark-layout.js';
import { Appearance } from '../marks/appearance.js';
import { placeAppearance } from '../marks/place-appearance.js';
import { SignerPages } from '../marks/signer-pages.js';
import { type StampDetails } from '../signature-stamp.js';
import { openPdf } from '../structure/open-pdf.js';
import { inherited, type ShownPage, shownPage, toOwnSpace } from '../structure/page-geometry.js';
import { type PageSize, paperFor } from '../structure/page-size.js';
import { Fonts } from '../typesetting/fonts.js';
import { shapingFor } from '../typesetting/script-fonts.js';
import { Sheets } from '../typesetting/sheets.js';

/** A document that is still being signed. */
export interface EntriesTask {
  pdf: Uint8Array;
  /** The entries of those who have signed, with only their places. */
  details: StampDetails;
  /** Printed at the top of every page; null for none. */
  notice: string | null;
}

export interface DrawnEntries {
  pdf: Uint8Array;
  /** Pages of the whole document. */
  pages: number;
  /** The size of the signature pages at its end. */
  paper: PageSize;
}

/**
 * Draws on a document everything left in it so far, where and as the sealed document will show it. The result is for
 * reading only, never for signing.
 */
export async function drawEntries({ pdf: bytes, details, notice }: EntriesTask): Promise<DrawnEntries> {
  const { pdf } = await openPdf(bytes);
  const fonts = new Fonts(pdf, await shapingFor({ details, notice }, details.systemFonts));
  const pages = pdf.getPages();
  for (const place of details.places) {
    const page = pages[place.page - 1];
    const shown = page && pageAsShown(pdf, page);
    if (!page || !shown)
      throw new Error(`A place is on page ${place.page}, but the document has ${pages.length} pages`);
    const { turn } = shown;
    paint(pdf, page, place, placeAppearance(pdf, fonts, place, details.signers[place.signer]!, turn));
  }
  if (notice !== null) for (const page of pages) stamp(pdf, fonts, page, notice);
  const paper = paperFor(pdf);
  const behind = signerPages(pdf, fonts, details, notice);
  fonts.finish();
  const pageCount = pages.length + (behind?.count ?? 0);
  // Without a change the library returns its input bytes.
  pdf.getCatalog().set('Type', PdfName.of('Catalog'));
  return { pdf: await pdf.save({ subsetFonts: true }), pages: pageCount, paper };
}

/** The pages after the document, for signers without a signature on its own pages; null if there are none. */
function signerPages(
  pdf: PDF,
  fonts: Fonts,
  details: StampDetails,
  notice: string | null,
): SignerPages | null {
  const placed = new Set(
    details.places.filter(({ kind }) => kind === 'signature').map(({ signer }) => signer),
  );
  const without = details.signers.filter((_, signer) => !placed.has(signer));
  if (without.length === 0) return null;
  const behind = new SignerPages(pdf, fonts, details);
  for (const signer of without) behind.draw(signer);
  behind.finish();
  if (notice !== null) for (const page of behind.all) stamp(pdf, fonts, page, notice);
  return behind;
}

const RIGHT_ANGLE = 90;
/** In points, for a page whose shorter side is at most `pageSide`; scaled up on larger pages. */
const NOTICE = { inset: 6, width: 240, height: 14, pageSide: 600 };

/** Writes the notice into the upper left corner of a page, as shown. */
export function stamp(pdf: PDF, fonts: Fonts, page: PDFPage, notice: string): void {
  const shown = pageAsShown(pdf, page);
  if (!shown) return;
  const scale = Math.max(1, Math.min(shown.width, shown.height) / NOTICE.pageSide);
  const inset = NOTICE.inset * scale;
  const width = Math.min(NOTICE.width * scale, shown.width - 2 * inset);
  const height = Math.min(NOTICE.height * scale, shown.height - 2 * inset);
  if (width <= 0 || height <= 0) return;
  const appearance = new Appearance(pdf, { width, height });
  const sheets = new Sheets(() => appearance.page, { width, height }, 0, fonts);
  const font = fonts.semibold;
  const { size, lines } = layText(sheets.printable(notice, font), font, { width, height });
  sheets.page.drawRectangle({ x: 0, y: 0, width, height, color: sheets.colors.white, opacity: 0.85 });
  for (const { text, x, y } of lines)
    font.draw(sheets.page, text, { x, y: sheets.fromBottom(y), size, color: sheets.colors.warning });
  paint(pdf, page, { x: inset, y: inset, width, height }, appearance.finish(shown.turn));
}

/** Readers ignore a page's rotation unless it is by right angles. */
function pageAsShown(pdf: PDF, page: PDFPage): ShownPage | null {
  const shown = shownPage(pdf, page);
  return shown && shown.turn % RIGHT_ANGLE !== 0 ? { ...shown, turn: 0 } : shown;
}

/** Printed, and protected from change and movement (ISO 32000-1 §12.5.3). */
const PRINTED_AND_LOCKED = 4 + 64 + 128;

/**
 * Shows an appearance upright in a box of the page as shown. The visible part is an annotation, as in the sealed
 * document, and the last one: no other annotation covers it, and whatever state the page's content leaves, such as
 * other coordinates, does not move it. Its words are also in the content, to be found and read aloud, but invisible,
 * since they would otherwise appear twice.
 */
function paint(pdf: PDF, page: PDFPage, box: ShownBox, appearance: PdfRef): void {
  const shown = pageAsShown(pdf, page)!;
  const { width, height } = box;
  const { unit } = shown;
  const own = toOwnSpace(shown, box);
  // The appearance is rotated about its lower left corner.
  const [left = 0, bottom = 0] = {
    0: [],
    90: [-height],
    180: [-width, -height],
    270: [0, -width],
  }[shown.turn];
  const form = { type: 'formxobject', ref: appearance, bbox: { x: 0, y: 0, width, height } } as const;
  // Otherwise the library would give the page empty resources of its own.
  if (!page.dict.has('Resources'))
    page.dict.set('Resources', inherited(pdf, page, 'Resources') ?? new PdfDict());
  const name = page.registerXObject(form);
  page.drawOperators([
    ops.pushGraphicsState(),
    ops.rectangle(0, 0, 0, 0),
    ops.clip(),
    ops.endPath(),
    ops.concatMatrix(1 / unit, 0, 0, 1 / unit, own.x - left / unit, own.y - bottom / unit),
    ops.paintXObject(name),
    ops.popGraphicsState(),
  ]);
  const sides = [own.x, own.y, own.x + own.width, own.y + own.height];
  const mark = PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Stamp'),
    F: PdfNumber.of(PRINTED_AND_LOCKED),
    Rect: new PdfArray(sides.map((side) => PdfNumber.of(side))),
    AP: PdfDict.of({ N: appearance }),
  });
  const others = page.dict.getArray('Annots', (ref) => pdf.getObject(ref)) ?? [];
  // Several pages can share a list.
  page.dict.set('Annots', new PdfArray([...others, pdf.register(mark)]));
}
