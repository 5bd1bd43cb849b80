import { type PdfPages } from './pdf-document.js';

/** A piece of text from pdf.js; `hasEOL` ends a line. */
interface TextRun {
  str: string;
  hasEOL: boolean;
  height: number;
  /** The last two values are its position, in points from the page's lower left corner. */
  transform: number[];
}

/** A larger distance between two lines, in letter heights, starts a new paragraph. */
const PARAGRAPH_GAP = 1.9;

/**
 * Writes the text of every page into its section in idle time, so screen readers can read pages that are not drawn
 * yet.
 * @param noText shown for a page without text
 */
export async function writeWords(pages: PdfPages, sections: HTMLElement[], noText: string): Promise<void> {
  for (const [index, section] of sections.entries()) {
    await idle();
    const page = await pages.getPage(index + 1);
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

/** Safari has no requestIdleCallback. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 500 });
    else setTimeout(resolve, 10);
  });
}
