import { type ShownSize } from '../../pdf/document-field.js';

/** Used if a page's size is unknown: A4, as for typeset texts. */
const USUAL_SIZE: ShownSize = [595.28, 841.89];

/** The space that a page takes up before it is drawn. In points, as displayed. */
export interface PageSize {
  width: number;
  height: number;
}

/** One of the documents that people read. */
export interface ReadDocument {
  /** From 1. */
  n: number;
  name: string;
  storageKey: string;
  /** SHA-256 of the PDF, lowercase hex. */
  sha256: string;
  pages: PageSize[];
  /** Whether it carried signatures when uploaded, so only signature fields are added to its pages. */
  carriesSignatures: boolean;
}

/** A page, by its place among the pages of all documents. */
export interface Sheet extends PageSize {
  /** Among all pages, from 1. */
  number: number;
  /** Its document, and its number in that, from 1. */
  n: number;
  page: number;
  pages: number;
}

/** @param pageSizes null for a document that was typeset here */
export function sizesOf({ pageSizes, pages }: { pageSizes: ShownSize[] | null; pages: number }): PageSize[] {
  return Array.from({ length: pages }, (_none, index) => {
    const size = pageSizes?.[index];
    const [width, height] = size && size[0] > 0 && size[1] > 0 ? size : USUAL_SIZE;
    return { width, height };
  });
}

/** @param pages the number of pages, including those added at the end @param size of each added page */
export function withPagesBehind(
  document: ReadDocument,
  pages: number,
  [width, height]: ShownSize,
): ReadDocument {
  const behind = Array.from({ length: pages - document.pages.length }, () => ({ width, height }));
  return { ...document, pages: [...document.pages, ...behind] };
}

/** The pages of all documents, one after the other. */
export function sheetsOf(documents: readonly Pick<ReadDocument, 'n' | 'pages'>[]): Sheet[] {
  return documents
    .flatMap(({ n, pages }) =>
      pages.map((size, index) => ({ ...size, n, page: index + 1, pages: pages.length })),
    )
    .map((sheet, index) => ({ ...sheet, number: index + 1 }));
}

/** The pages of a document that is shown by itself. */
export const sheetsOfOne = (document: { pageSizes: ShownSize[] | null; pages: number }): Sheet[] =>
  sheetsOf([{ n: 1, pages: sizesOf(document) }]);

/** The place of a document's page among the pages of all documents, from 1. */
export function sheetNumber(
  documents: readonly ReadDocument[],
  { document, page }: { document: number; page: number },
): number {
  const before = documents.filter(({ n }) => n < document);
  return before.reduce((sum, { pages }) => sum + pages.length, page);
}
