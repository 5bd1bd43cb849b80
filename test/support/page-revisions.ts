import { CraftedPdf, type Listings } from './crafted-pdf.js';

/** A page whose content is object 4, and the trailer entries of its file. */
export const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R >>';
export const TRAILER = '/Size 9 /Root 1 0 R';

/** The objects of a page that says "100". */
export function objects(file: CraftedPdf): Listings {
  return {
    0: 'free',
    1: file.object(1, '<< /Type /Catalog /Pages 2 0 R >>'),
    2: file.object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    3: file.object(3, PAGE),
    4: file.stream(4, '(100)'),
  };
}

export interface PageSample {
  file: CraftedPdf;
  startxref: number;
  listings: Listings;
}

/** A sound file of one page, and what an update of it needs. */
export function onePage(): PageSample {
  const file = new CraftedPdf();
  const listings = objects(file);
  const startxref = file.table(listings, TRAILER);
  return { file: file.end(startxref), startxref, listings };
}

/** The trailer of an update. @param startxref of the previous revision */
export const later = (startxref: number, more = '') => `${TRAILER} /Prev ${startxref} ${more}`;
