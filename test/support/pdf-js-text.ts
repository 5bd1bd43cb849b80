import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { undirected } from './names.js';

interface Annotation {
  textContent?: string[];
  /** For a choice, whose text pdf.js does not read: its options, its value, and whether it shows only that. */
  options?: { exportValue: string; displayValue: string }[];
  fieldValue?: string | string[];
  combo?: boolean;
}

function wordsOf({ textContent = [], options, fieldValue = [], combo = false }: Annotation): string {
  const shown = options?.filter(({ exportValue }) => !combo || [fieldValue].flat().includes(exportValue));
  return (shown?.map(({ displayValue }) => displayValue) ?? textContent).join(' ');
}

/** The same with the words of the fields and notes on each page. */
export async function pdfJsWords(pdf: Uint8Array): Promise<string> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  let words = '';
  for (let number = 1; number <= document.numPages; number++) {
    const annotations: Annotation[] = await (await document.getPage(number)).getAnnotations();
    words += annotations.map(wordsOf).join(' ');
  }
  await task.destroy();
  return `${await pdfJsText(pdf)} ${words}`;
}

/** The text of all pages of a PDF as pdf.js extracts it, in the order of the content, without direction marks. */
export async function pdfJsText(pdf: Uint8Array): Promise<string> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  let text = '';
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    text += items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('') + '\n';
  }
  await task.destroy();
  return undirected(text);
}
