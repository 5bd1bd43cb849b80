import { type ShownSize } from '../../pdf/document-field.js';

/** Used if a page's size is unknown: A4, as for typeset texts. */
const USUAL_SIZE: ShownSize = [595.28, 841.89];

/** The space that a page takes up before it is drawn. */
export interface Sheet {
  /** From 1. */
  number: number;
  /** In points, as displayed. */
  width: number;
  height: number;
}

/** @param pageSizes null for a document that was typeset here */
export function sheetsOf({ pageSizes, pages }: { pageSizes: ShownSize[] | null; pages: number }): Sheet[] {
  return Array.from({ length: pages }, (_none, index) => {
    const size = pageSizes?.[index];
    const [width, height] = size && size[0] > 0 && size[1] > 0 ? size : USUAL_SIZE;
    return { number: index + 1, width, height };
  });
}

/** @param pages the number of pages, including those added at the end @param size of each added page */
export function withPagesBehind(
  sheets: readonly Sheet[],
  pages: number,
  [width, height]: ShownSize,
): Sheet[] {
  const behind = Array.from({ length: pages - sheets.length }, (_none, index) => ({
    number: sheets.length + index + 1,
    width,
    height,
  }));
  return [...sheets, ...behind];
}
