import { openPdf } from './open-pdf.js';

/** Characters of all pages together; what is beyond is left out, and said to be. */
const MAX_CHARACTERS = 2_000_000;

/** The words of a document, page by page. */
export interface DocumentText {
  /** Lines in reading order; empty for a page without any text. */
  pages: string[];
  /** Whether there was more. */
  isCut: boolean;
}

/** Reads the text that the PDF holds; what is a picture of text stays a picture. */
export async function extractText(bytes: Uint8Array): Promise<DocumentText> {
  const { pdf } = await openPdf(bytes);
  let left = MAX_CHARACTERS;
  let isCut = false;
  const pages = pdf.getPages().map((page) => {
    const whole = left > 0 ? tidy(page.extractText().text) : '';
    const text = whole.slice(0, left);
    isCut ||= left <= 0 || text.length < whole.length;
    left -= text.length;
    return text;
  });
  return { pages, isCut };
}

/** Without controls and lone surrogates, blanks made single within a line. */
function tidy(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\S\n]+/g, ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
