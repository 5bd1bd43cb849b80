import { type PDF, type PDFPage } from '@libpdf/core';
import { Fonts } from './fonts.js';
import { paperFor } from './page-size.js';
import { GREY, INK, Sheets, type TextStyle } from './sheets.js';
import { drawMark, MARK_HEIGHT, MARK_WIDTH } from './signature-mark.js';
import { type SignatureStamp, type StampDetails } from './signature-stamp.js';

const MARGIN = 60;
const COLUMN_GAP = 28;
const BLOCK_PADDING = 20;
const CAPTION_LEADING = 18;
const ROW_GAP = 4;
/** Characters of the document's hash at each page's foot, so that a loose page shows where it belongs. */
const SHORT_HASH = 12;

/** What was added behind a document. */
export interface SignaturePages {
  /** Of the whole, these included. */
  pages: number;
  lastPage: PDFPage;
}

/** Writes the pages that show who signed, how and when, behind an opened document. */
export function drawSignaturePages(pdf: PDF, details: StampDetails): SignaturePages {
  const originalPages = pdf.getPageCount();
  const sheets = new Sheets(pdf, paperFor(pdf), MARGIN);
  const fonts = new Fonts(pdf);
  writeHeading(sheets, fonts, details);
  for (const signer of details.signers) writeSigner(sheets, fonts, signer);
  const document = details.documentSha256.slice(0, SHORT_HASH);
  sheets.finish(
    fonts.regular,
    (page, pages) => `Signature page ${page} of ${pages}   ·   Document ${document}`,
  );
  return { pages: originalPages + sheets.pages.length, lastPage: sheets.page };
}

function writeHeading(sheets: Sheets, fonts: Fonts, details: StampDetails): void {
  const count = details.signers.length;
  const small: TextStyle = { font: fonts.regular, size: 8, leading: 13, color: GREY };
  sheets.write('Signatures', { font: fonts.semibold, size: 22, leading: 32, color: INK });
  sheets.cursor += 6;
  sheets.write(details.requestTitle, { font: fonts.regular, size: 11.5, leading: 17, color: INK });
  sheets.cursor += 10;
  sheets.write(
    `Signed by ${count === 1 ? 'one person' : `${count} people`}. SHA-256 of the signed document:`,
    small,
  );
  sheets.write(details.documentSha256, small);
  sheets.cursor += 18;
}

function writeSigner(sheets: Sheets, fonts: Fonts, signer: SignatureStamp): void {
  const rows = describe(sheets, fonts, signer);
  const textHeight = rows.reduce((sum, { before, style }) => sum + before + style.leading, 0);
  const height = Math.max(textHeight, MARK_HEIGHT + CAPTION_LEADING) + 2 * BLOCK_PADDING;
  sheets.reserve(height);
  sheets.rule();
  const top = sheets.cursor + BLOCK_PADDING;
  drawMark(sheets, fonts, signer, sheets.margin, top);
  sheets.rule(sheets.margin, MARK_WIDTH, top + MARK_HEIGHT);
  const caption: TextStyle = { font: fonts.regular, size: 7.5, leading: CAPTION_LEADING, color: GREY };
  sheets.drawLine(captionOf(signer), caption, sheets.margin, top + MARK_HEIGHT);
  let rowTop = top;
  for (const { line, style, before } of rows) {
    sheets.drawLine(line, style, sheets.margin + MARK_WIDTH + COLUMN_GAP, rowTop + before);
    rowTop += before + style.leading;
  }
  sheets.cursor += height;
}

interface Row {
  line: string;
  style: TextStyle;
  /** Points of space above. */
  before: number;
}

function describe(sheets: Sheets, fonts: Fonts, signer: SignatureStamp): Row[] {
  const name: TextStyle = { font: fonts.semibold, size: 11, leading: 16, color: INK };
  const text: TextStyle = { font: fonts.regular, size: 9, leading: 14, color: INK };
  const quiet: TextStyle = { ...text, color: GREY };
  const width = sheets.width - MARK_WIDTH - COLUMN_GAP;
  const rows = (content: string, style: TextStyle, gap: number): Row[] =>
    sheets.wrap(content, style, width).map((line, index) => ({ line, style, before: index === 0 ? gap : 0 }));
  return [
    ...rows(signer.name || signer.email, name, 0),
    ...(signer.name ? rows(signer.email, quiet, 0) : []),
    ...rows(utcTime(signer.signedAt), text, ROW_GAP),
    ...rows(signer.method, quiet, ROW_GAP),
    ...(signer.witness ? rows(`Witness: ${signer.witness}`, text, ROW_GAP) : []),
  ];
}

const CAPTIONS = {
  typed: 'Typed by the signer',
  drawn: 'Drawn by the signer',
  click: 'Agreed and signed electronically by click',
};

function captionOf(signer: SignatureStamp): string {
  return CAPTIONS[signer.mark.kind] + (signer.type === 'in_person' ? ', in person' : '');
}

const DAY_AND_TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

const utcTime = (iso: string) => `${DAY_AND_TIME.format(new Date(iso))} UTC`;
