import { createHash } from 'node:crypto';
import { PDF } from '@libpdf/core';
import { writePlain } from '../presenting/write-plain.js';
import { type WithSystemFonts } from '../scripts/font-face.js';
import { openPdf } from '../structure/open-pdf.js';
import { Fonts } from '../typesetting/fonts.js';
import { shapingFor } from '../typesetting/script-fonts.js';
import { stamp } from './draw-entries.js';

/** Bytes of a file identifier (ISO 32000-2 §14.4). */
const ID_BYTES = 16;

export interface MarkingTask extends WithSystemFonts {
  /** A document that signers will read, without signatures. */
  pdf: Uint8Array;
  /** Printed at the top of every page. */
  notice: string;
}

/** Prints a notice on every page, and returns the document as a plain file again. */
export async function markPages({ pdf: bytes, notice, systemFonts }: MarkingTask): Promise<Uint8Array> {
  const { pdf } = await openPdf(bytes);
  const fonts = new Fonts(pdf, await shapingFor({ notice }, systemFonts));
  for (const page of pdf.getPages()) stamp(pdf, fonts, page, notice);
  fonts.finish();
  const saved = await pdf.save({ incremental: true, subsetFonts: true });
  const id = createHash('sha256').update(bytes).digest().subarray(0, ID_BYTES);
  return writePlain(await PDF.load(saved), id).bytes;
}
