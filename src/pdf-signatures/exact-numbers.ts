import { PdfNumber } from '@libpdf/core';

type Writer = Parameters<PdfNumber['toBytes']>[0];

/**
 * Makes the PDF library write numbers as it read them. It would round them to five decimals, which changes the pages
 * of a rewritten document. Import this module wherever PDFs are written.
 */
PdfNumber.prototype.toBytes = function (this: PdfNumber, writer: Writer): void {
  writer.writeAscii(plainNumber(this.value));
};

/**
 * The shortest text that reads as this number, without an exponent, which PDF does not support (ISO 32000-1 §7.3.3).
 */
export function plainNumber(value: number): string {
  const [digits = '0', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.');
  const power = Number(exponent);
  const text =
    power < 0
      ? `0.${'0'.repeat(-power - 1)}${whole}${fraction}`
      : `${whole}${fraction}`.padEnd(power + 1, '0');
  return value < 0 ? `-${text}` : text;
}
