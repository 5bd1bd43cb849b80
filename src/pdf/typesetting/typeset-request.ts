import { PDF } from '@libpdf/core';
import { fill } from '../../platform/templates/phrases.js';
import { type RequestText } from '../pdf-inputs.js';
import { appendPage } from '../structure/append-page.js';
import { A4 } from '../structure/page-size.js';
import { Fonts } from './fonts.js';
import { shapingFor } from './script-fonts.js';
import { Sheets, type TextStyle } from './sheets.js';

const MARGIN = 72;
const LABEL_COLUMN = 64;

/** Typesets the text as an A4 PDF with as many pages as it needs. */
export async function typesetRequest(text: RequestText): Promise<{ pdf: Uint8Array; pages: number }> {
  const pdf = PDF.create();
  pdf.setTitle(text.documentName, { showInWindowTitleBar: true });
  pdf.setProducer('Countersign');
  const fonts = new Fonts(pdf, await shapingFor(text, text.systemFonts));
  const sheets = new Sheets(() => appendPage(pdf, A4), A4, MARGIN);
  sheets.cursor += 16;
  sheets.writeProse(text.documentName, {
    font: fonts.semibold,
    size: 21,
    leading: 28,
    color: sheets.colors.ink,
  });
  sheets.cursor += 18;
  writeParties(sheets, fonts, text);
  sheets.cursor += 14;
  sheets.rule();
  sheets.cursor += 22;
  sheets.writeProse(text.message, { font: fonts.regular, size: 10.5, leading: 17, color: sheets.colors.ink });
  const { footer, missing } = text.words;
  sheets.finish(fonts.regular, (page, pages) => fill(footer, { page, pages }), missing);
  fonts.finish();
  // `pdf` does not count pages appended since it was opened.
  return { pages: sheets.pages.length, pdf: await pdf.save({ subsetFonts: true }) };
}

function writeParties(sheets: Sheets, fonts: Fonts, text: RequestText): void {
  const label: TextStyle = { font: fonts.regular, size: 9.5, leading: 16, color: sheets.colors.quiet };
  const value: TextStyle = { ...label, color: sheets.colors.ink };
  const from = [...new Set([text.senderName, text.organizationName])]
    .filter((name) => name !== '')
    .join(', ');
  for (const [name, content] of [
    [text.words.from, from],
    [text.words.subject, text.subject],
  ] as const) {
    if (content === '') continue;
    sheets.drawLine(name, label, sheets.margin, sheets.cursor);
    for (const line of sheets.wrap(content, value, sheets.width - LABEL_COLUMN)) {
      sheets.drawLine(line, value, sheets.margin + LABEL_COLUMN, sheets.cursor);
      sheets.cursor += value.leading;
    }
  }
}
