import { openPdf } from './open-pdf.js';

/** The first page of a document as a document of its own, which shows the same. */
export async function firstPage(bytes: Uint8Array): Promise<Uint8Array> {
  const { pdf } = await openPdf(bytes);
  const page = await pdf.extractPages([0]);
  return page.save();
}
