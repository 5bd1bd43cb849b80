import { type PDF, PdfDict, type PDFPage, type PdfRef, PdfStream } from '@libpdf/core';
import { dictionariesIn } from '../structure/form-widgets.js';
import { inherited } from '../structure/page-geometry.js';
import { decodedData } from '../structure/stream-filters.js';

/** The codes with which a font shows a character, as in strings: one byte in simple fonts, two in others. */
export type CodesIn = (fonts: PdfDict, name: string) => readonly Buffer[];

/** Escapes in literal strings (ISO 32000-2 table 3). */
const ESCAPE = /\\([0-7]{1,3}|\r\n|[^])/g;
const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Everything that a page is made of or can paint. */
interface Reachable {
  resources: Set<PdfDict>;
  contents: string[];
}

/**
 * Whether a page may show a character: a font within its reach has codes for it, and a content stream contains one of
 * them. This takes a fraction of the time of reading the page, and returns true for some pages that do not show it.
 */
export function mayShow(pdf: PDF, page: PDFPage, codesIn: CodesIn): boolean {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const found = reachable(pdf, page);
  if (!found) return true;
  const { resources, contents } = found;
  const fonts = [...resources]
    .map((each) => each.getDict('Font', resolve))
    .filter((each) => each !== undefined);
  const codes = fonts.flatMap((each) => [...each.keys()].flatMap(({ value }) => codesIn(each, value)));
  return codes.length > 0 && contents.some((content) => holds(content, codes));
}

function holds(content: string, codes: readonly Buffer[]): boolean {
  const plain = content.includes('\\')
    ? content.replace(ESCAPE, (_, escaped: string) => meant(escaped))
    : content;
  const hex = content.includes('<') ? content.replace(/[\0\t\n\f\r ]+/g, '').toLowerCase() : '';
  return codes.some((code) => plain.includes(code.toString('latin1')) || hex.includes(code.toString('hex')));
}

function meant(escaped: string): string {
  if (/^[0-7]/.test(escaped)) return String.fromCharCode(parseInt(escaped, 8) & 0xff);
  return /^[\r\n]/.test(escaped) ? '' : (LETTERS[escaped] ?? escaped);
}

/** Includes what is listed but not painted. Null if part of it is unreadable, even if that part is not painted. */
function reachable(pdf: PDF, page: PDFPage): Reachable | null {
  try {
    return gather(pdf, page);
  } catch {
    return null;
  }
}

function gather(pdf: PDF, page: PDFPage): Reachable {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const own = inherited(pdf, page, 'Resources');
  const found: Reachable = { resources: new Set(), contents: [contentOf(page)] };
  const annotations = dictionariesIn(pdf, page.dict.getArray('Annots', resolve));
  const looks = annotations.flatMap((each) =>
    streamsIn(each.getDict('AP', resolve)?.get('N', resolve), resolve),
  );
  const left: (PdfDict | PdfStream)[] = [...looks, ...(own instanceof PdfDict ? [own] : [])];
  const seen = new Set<PdfDict | PdfStream>();
  for (let each = left.pop(); each; each = left.pop()) {
    if (seen.has(each)) continue;
    seen.add(each);
    if (each instanceof PdfStream) {
      found.contents.push(Buffer.from(decodedData(pdf, each)).toString('latin1'));
      const resources = each.getDict('Resources', resolve);
      if (resources) left.push(resources);
    } else {
      found.resources.add(each);
      const forms = each.getDict('XObject', resolve);
      for (const name of forms?.keys() ?? []) {
        const form = forms!.get(name, resolve);
        if (form instanceof PdfStream && form.getName('Subtype', resolve)?.value === 'Form') left.push(form);
      }
    }
  }
  return found;
}

/** An appearance, or those of all states. */
function streamsIn(look: unknown, resolve: (ref: PdfRef) => unknown): PdfStream[] {
  if (look instanceof PdfStream) return [look];
  if (!(look instanceof PdfDict)) return [];
  const states = [...look.keys()].map((state) => look.get(state, resolve as never));
  return states.filter((state) => state instanceof PdfStream);
}

const contentOf = (page: PDFPage) =>
  Buffer.from((page as unknown as { getContentBytes(): Uint8Array }).getContentBytes()).toString('latin1');
