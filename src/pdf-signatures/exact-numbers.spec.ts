import { PDF, PdfNumber } from '@libpdf/core';
import { plainNumber } from './exact-numbers.js';

it.each([
  [0, '0'],
  [-12, '-12'],
  [3.141592653589793, '3.141592653589793'],
  [1.234567e-7, '0.0000001234567'],
  [-5e-324, `-0.${'0'.repeat(323)}5`],
  [1e21, `1${'0'.repeat(21)}`],
  [-1.5e22, `-15${'0'.repeat(21)}`],
])('writes %d without an exponent and without rounding', (value, text) => {
  expect(plainNumber(value)).toBe(text);
  expect(Number(text)).toBe(value);
});

it('makes the PDF library write numbers exactly', async () => {
  const pdf = PDF.create();
  pdf.addPage();
  pdf.getCatalog().set('Exact', PdfNumber.of(0.1234567890123));
  expect(Buffer.from(await pdf.save()).toString('latin1')).toContain('/Exact 0.1234567890123');
});
