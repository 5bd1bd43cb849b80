import { type ShownSize } from '../../pdf/document-field.js';

/** Of a page whose own size is not known: A4, as texts are typeset. */
const USUAL_SIZE: ShownSize = [595.28, 841.89];

/** The place that a page takes before it is drawn. */
export interface Sheet {
  /** From 1. */
  number: number;
  /** In points, as the page is shown. */
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

/** @param pages of the document with those at its end @param size of each of them */
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
