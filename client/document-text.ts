import type { PDFDocumentProxy } from 'pdfjs-dist';

/** A text of the PDF as pdf.js gives it; `hasEOL` ends a line. */
interface TextRun {
  str: string;
  hasEOL: boolean;
  height: number;
  /** The last two place it, in points from the page's lower left corner. */
  transform: number[];
}

/** From one line to the next, in heights of its letters: farther apart, a new paragraph begins. */
const PARAGRAPH_GAP = 1.9;

/** Around the picture of a page: its heading, and its words in reading order, which stay when the picture goes. */
export function pageSection(sheet: HTMLElement, number: number, title: string): HTMLElement {
  const section = document.createElement('section');
  section.className = 'document-section';
  const heading = document.createElement('h2');
  heading.className = 'unseen';
  heading.id = `page-${number}`;
  heading.textContent = title;
  section.setAttribute('aria-labelledby', heading.id);
  const words = document.createElement('div');
  words.className = 'unseen';
  words.dataset.pageWords = '';
  section.append(heading, words, sheet);
  return section;
}

/**
 * Writes every page's words into its section, page after page while nothing else is to be done, so that a screen reader
 * reads on where no picture has been drawn yet.
 * @param noText what is said of a page without words
 */
export async function writeWords(
  pdf: PDFDocumentProxy,
  sections: HTMLElement[],
  noText: string,
): Promise<void> {
  for (const [index, section] of sections.entries()) {
    await idle();
    const page = await pdf.getPage(index + 1);
    const { items } = await page.getTextContent();
    const texts = paragraphs(items.filter((item): item is TextRun & typeof item => 'str' in item));
    const lines = texts.length > 0 ? texts : [noText];
    const written = lines.map((text) => Object.assign(document.createElement('p'), { textContent: text }));
    section.querySelector('[data-page-words]')!.replaceChildren(...written);
  }
}

function paragraphs(runs: TextRun[]): string[] {
  const texts: string[] = [];
  let text = '';
  let above: TextRun | null = null;
  for (const run of runs) {
    const gap = above ? above.transform[5]! - run.transform[5]! : 0;
    if (above && gap > PARAGRAPH_GAP * Math.max(above.height, run.height, 1)) {
      texts.push(text);
      text = '';
    }
    text += run.str + (run.hasEOL ? ' ' : '');
    if (run.str.trim() !== '') above = run;
  }
  return [...texts, text].map((part) => part.replace(/\s+/g, ' ').trim()).filter((part) => part !== '');
}

/** Safari knows no idle time. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 500 });
    else setTimeout(resolve, 10);
  });
}
