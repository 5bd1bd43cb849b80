import { type PDFPage } from '@libpdf/core';
import { type PdfJsAnnotation, type PdfJsDocument, type PdfJsPage } from '#vendor/pdf-js';
import { EVALUATION, HANDLER } from '../evaluate-with-pdf-js.js';
import { openAsReadersDo } from '../open-with-pdf-js.js';
import { type DocumentText } from '../pdf-results.js';
import { openPdf } from '../structure/open-pdf.js';
import { SharedFonts } from './shared-fonts.js';

/** Limit for the characters of all pages; the rest is omitted, and the result says so. */
const MAX_CHARACTERS = 2_000_000;

const TASK = { name: 'text', ensureNotTerminated: () => undefined };
/** The bit of pdf.js's `RenderingIntentFlag` for what a screen shows. */
const ON_SCREEN = 0x02;

/** A page's words, and whether it shows any characters, even unidentifiable ones. */
interface PageText {
  words: string;
  hasCharacters: boolean;
}

/**
 * Extracts the text of a PDF as pdf.js reads it, which is also how signers search and copy it: first that of the
 * content, including what it draws from elsewhere, then that of notes and fields. Where pdf.js finds nothing, the
 * other library is used. Pictures of text are not recognized.
 */
export async function extractText(bytes: Uint8Array): Promise<DocumentText> {
  const document = await openAsReadersDo(bytes, EVALUATION);
  const others = new OtherReader(bytes);
  const pages: string[] = [];
  const unread: number[] = [];
  let left = MAX_CHARACTERS;
  let isCut = false;
  for (let index = 0; index < document.numPages; index++) {
    const found = left > 0 ? tidy(await wordsOn(document, index)) : '';
    const { words: whole, hasCharacters } =
      found === '' && left > 0 ? await others.read(index) : { words: found, hasCharacters: true };
    const text = whole.slice(0, left);
    isCut ||= left <= 0 || text.length < whole.length;
    left -= text.length;
    pages.push(text);
    if (whole === '' && hasCharacters && left > 0) unread.push(index + 1);
  }
  return { pages, unread, isCut };
}

/** Empty for a page that pdf.js cannot read. */
async function wordsOn(document: PdfJsDocument, index: number): Promise<string> {
  try {
    return await wordsOf(await document.getPage(index));
  } catch {
    return '';
  }
}

/** Reads pages on which pdf.js finds nothing. */
class OtherReader {
  private opened: Promise<{ pages: PDFPage[]; fonts: SharedFonts }> | null = null;

  constructor(private readonly bytes: Uint8Array) {}

  async read(index: number): Promise<PageText> {
    try {
      const { pages, fonts } = await (this.opened ??= this.open());
      const page = fonts.textPage(pages[index]!);
      return { words: tidy(page.words), hasCharacters: page.hasCharacters };
    } catch {
      return { words: '', hasCharacters: true };
    }
  }

  private async open() {
    const { pdf } = await openPdf(this.bytes);
    return { pages: pdf.getPages(), fonts: new SharedFonts(pdf) };
  }
}

async function wordsOf(page: PdfJsPage): Promise<string> {
  const parts: string[] = [];
  await page.extractTextContent({
    ...{ handler: HANDLER, task: TASK, includeMarkedContent: false, disableNormalization: false },
    sink: {
      ...{ ready: Promise.resolve(), desiredSize: Infinity },
      enqueue: ({ items }) => {
        for (const { str, hasEOL } of items) parts.push(hasEOL ? `${str}\n` : str);
      },
    },
  });
  // A page's own words are kept, even if its annotations are broken.
  const annotations = await page.getAnnotationsData(HANDLER, TASK, ON_SCREEN).catch(() => []);
  return [parts.join(''), ...annotations.filter(isShown).map(wordsIn)].join('\n');
}

/** A hidden annotation is never drawn (ISO 32000-2 §12.5.3). */
const isShown = ({ annotationFlags }: PdfJsAnnotation) => (annotationFlags & HIDDEN) === 0;
const HIDDEN = 2;

/** pdf.js reads no text of a choice: it shows its value, or all its options. */
function wordsIn({ textContent, options, fieldValue, combo }: PdfJsAnnotation): string {
  if (!options) return (textContent ?? []).join('\n');
  const chosen = [fieldValue ?? []].flat();
  const shown = options.filter(({ exportValue }) => !combo || chosen.includes(exportValue));
  return shown.map(({ displayValue }) => displayValue).join('\n');
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
