import { type PDF, PdfArray, PdfDict, type PDFPage, PdfRef, PdfStream } from '@libpdf/core';
import { DocumentRefusal } from '../document-inspection.js';
import { dictionariesIn } from '../structure/form-widgets.js';
import { lineageOf, resourcesOf } from '../structure/page-attributes.js';
import { reachable } from '../structure/reachable.js';
import { surroundingsIn } from './content-resources.js';
import { decodedContent } from './decoded-content.js';
import { ContestedContent, plainContent } from './plain-content.js';

/** Content that would have to be written anew, and what it then is; the data are one character per byte. */
interface Found {
  isPage: boolean;
  owner: PdfDict;
  content: string;
}

/**
 * Writes the content of all pages, forms, patterns and glyphs that programs would mend in different ways so that all draw
 * the same, as `plainContent` does. What is encoded unusually is encoded as usual.
 * @returns whether there was any
 * @throws DocumentRefusal `document_ambiguous` for content that cannot be written so
 */
export function settleContents(pdf: PDF): boolean {
  const found = refusingContested(() => [...unsettledContents(pdf)]);
  for (const { owner, content, isPage } of found) {
    const data = Buffer.from(content, 'latin1');
    if (isPage) owner.set('Contents', pdf.register(PdfStream.fromDict({}, data)));
    else {
      (owner as PdfStream).setData(data);
      owner.delete('DecodeParms');
    }
  }
  return found.length > 0;
}

function refusingContested<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ContestedContent)) throw error;
    throw new DocumentRefusal(
      'document_ambiguous',
      `The PDF has ${error.message}, so different programs may show different pages. Print it to a new PDF and upload that.`,
      `has ${error.message}`,
    );
  }
}

/**
 * Finds content of a document that carries signatures, in which nothing can be settled, that programs draw in different
 * ways.
 * @returns what it is, worded to follow 'The PDF has'; null if there is none
 */
export function contestedContents(pdf: PDF): string | null {
  try {
    return unsettledContents(pdf).next().done ? null : 'malformed content';
  } catch (error) {
    if (error instanceof ContestedContent) return error.message;
    throw error;
  }
}

function* unsettledContents(pdf: PDF): Generator<Found> {
  for (const page of pdf.getPages()) {
    const content = unsettledPage(pdf, page);
    if (content !== null) yield { isPage: true, owner: page.dict, content };
  }
  for (const [stream, resources] of partsWithContent(pdf)) {
    const { text, isPlain } = decodedContent(pdf, stream);
    const content = plainContent(text, surroundingsIn(pdf, resources, false));
    if (content !== null || !isPlain) yield { isPage: false, owner: stream, content: content ?? text };
  }
}

function unsettledPage(pdf: PDF, { dict }: PDFPage): string | null {
  const contents = dict.get('Contents', (ref) => pdf.getObject(ref));
  const parts = contents instanceof PdfArray ? dictionariesIn(pdf, contents) : [contents];
  const decoded = parts.flatMap((part) => (part instanceof PdfStream ? [decodedContent(pdf, part)] : []));
  const text = decoded.map((each) => each.text).join('\n');
  const resources = resourcesOf(pdf, lineageOf(pdf, dict)) ?? new PdfDict();
  const content = plainContent(text, surroundingsIn(pdf, resources, true));
  return content ?? (decoded.every(({ isPlain }) => isPlain) ? null : text);
}

/** Forms, patterns and glyphs (ISO 32000-2 §8.10, §8.7.3, §9.6.4), with their resources. */
function partsWithContent(pdf: PDF): Map<PdfStream, PdfDict | undefined> {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const found = new Map<PdfStream, PdfDict | undefined>();
  for (const object of reachable(pdf)) {
    const own = object.getDict('Resources', resolve);
    if (object instanceof PdfStream) {
      if (isContent(pdf, object)) found.set(object, own);
      continue;
    }
    for (const [, value] of object.getDict('CharProcs', resolve) ?? []) {
      const glyph = value instanceof PdfRef ? resolve(value) : value;
      if (glyph instanceof PdfStream) found.set(glyph, own);
    }
  }
  return found;
}

function isContent(pdf: PDF, stream: PdfStream): boolean {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const kind = stream.getName('Subtype', resolve)?.value;
  const isPattern = stream.getNumber('PatternType', resolve)?.value === 1;
  return kind === 'Form' || isPattern || (stream.has('BBox') && kind !== 'Image');
}
