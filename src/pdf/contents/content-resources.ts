import { type PDF, PdfArray, type PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { COMPONENTS, inlineImageEnd } from '../inspection/contested-inline-image.js';
import { type ContentSurroundings } from './plain-content.js';

const ESCAPED = /#([0-9a-fA-F]{2})/g;

/** A name as it is written in content; escapes are read in UTF-8, as the library does. */
export const nameIn = (written: string): string =>
  written.includes('#')
    ? Buffer.from(
        written.slice(1).replace(ESCAPED, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      ).toString('utf8')
    : written.slice(1);

/** The number of components of a colour space (ISO 32000-2 §8.6.3); null if it is not known. */
export function componentsIn(pdf: PDF, space: PdfObject | undefined): number | null {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const valueOf = (object: PdfObject | undefined) => (object instanceof PdfRef ? resolve(object) : object);
  const value = valueOf(space);
  const [family, profile] = value instanceof PdfArray ? Array.from(value, valueOf) : [value];
  const kind = family instanceof PdfName ? family.value : '';
  const count = profile instanceof PdfStream ? profile.getNumber('N', resolve)?.value : undefined;
  return kind === 'ICCBased' ? (count ?? null) : (COMPONENTS.get(kind) ?? null);
}

/**
 * @param resources - of the content; undefined if they are those of whatever it is part of
 * @param isPage - whether its colours are those of a new page at first
 */
export function surroundingsIn(
  pdf: PDF,
  resources: PdfDict | undefined,
  isPage: boolean,
): ContentSurroundings {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const entry = (kind: string, name: string) => resources?.getDict(kind, resolve)?.get(name, resolve);
  return {
    hasResource: (kind, written) => !resources || entry(kind, nameIn(written)) !== undefined,
    components: isPage ? 1 : null,
    imageEnd: (content, start) =>
      inlineImageEnd(content, start, (name) => componentsIn(pdf, entry('ColorSpace', name))),
  };
}
