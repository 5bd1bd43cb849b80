import { type DocumentText } from '../pdf-results.js';
import { openPdf } from '../structure/open-pdf.js';
import { SharedFonts } from './shared-fonts.js';

/** Characters of all pages together; the rest is left out, and the result says so. */
const MAX_CHARACTERS = 2_000_000;

/** Extracts the text of a PDF. Pictures of text are not recognized. */
export async function extractText(bytes: Uint8Array): Promise<DocumentText> {
  const { pdf } = await openPdf(bytes);
  const fonts = new SharedFonts(pdf);
  let left = MAX_CHARACTERS;
  let isCut = false;
  const pages = pdf.getPages().map((page) => {
    fonts.lendTo(page);
    const whole = left > 0 ? tidy(page.extractText().text) : '';
    const text = whole.slice(0, left);
    isCut ||= left <= 0 || text.length < whole.length;
    left -= text.length;
    return text;
  });
  return { pages, isCut };
}

/** Removes control characters and lone surrogates, and collapses spaces within lines. */
function tidy(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\S\n]+/g, ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
