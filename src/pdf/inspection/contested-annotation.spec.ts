import { PDF } from '@libpdf/core';
import { annotatedPdf, assemblePdf, ONE_PAGE, PAGE_TREE } from '../../../test/support/pdf-samples.js';
import { contestedAnnotation } from './contested-annotation.js';

const faultOf = async (pdf: Buffer) => contestedAnnotation(await PDF.load(pdf));

describe('annotations', () => {
  it.each([
    ['words with an appearance', '/Subtype /FreeText /Contents (Rent: 9000) /AP << /N 5 0 R >>'],
    ['no words', '/Subtype /FreeText /Contents ()'],
    ['words that are hidden', '/Subtype /FreeText /F 2 /Contents (Rent: 9000)'],
    ['a note', '/Subtype /Text /Contents (Please read)'],
    ['a usual border', '/Subtype /Link /Border [0 0 1]'],
    ['no border', '/Subtype /Link /Border [0 0 0] /BS << /W 0 >>'],
    ['an appearance that is none', '/Subtype /FileAttachment /AP << /N << /Type /XObject /Length 0 >> >>'],
    ['a stated state', '/Subtype /Stamp /AS /On /AP << /N << /On 5 0 R >> >>'],
    ['a field', '/Subtype /Widget /FT /Btn /AP << /N << /On 5 0 R >> >>'],
  ])('with %s are drawn alike', async (_, annotation) => {
    expect(await faultOf(annotatedPdf(annotation))).toBeNull();
  });

  it.each([
    ['/Subtype /FreeText /Contents (Rent: 9000) /DA (/Helv 12 Tf)', 'words have no appearance'],
    ['/Subtype /FreeText /RC (<p>Rent: 9000</p>)', 'words have no appearance'],
    ['/Subtype /Link /Border [0 0 300]', 'a link has a thick border'],
    ['/Subtype /Link /BS << /W 300 >>', 'a link has a thick border'],
    ['/Subtype /Stamp /AP << /N << /On 5 0 R >> >>', 'an appearance is for a state that is not stated'],
  ])('such as %s are not', async (annotation, fault) => {
    expect(await faultOf(annotatedPdf(annotation))).toBe(`on its page 1, ${fault}`);
  });

  it('with a thin border in thick units are not', async () => {
    const pdf = assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      PAGE_TREE,
      ONE_PAGE.replace('/Resources', '/UserUnit 100 /Annots [4 0 R] /Resources'),
      '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Border [0 0 1] >>',
    ]);
    expect(await faultOf(pdf)).toBe('on its page 1, a link has a thick border');
  });

  it('in the page tree are not', async () => {
    const pdf = assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      PAGE_TREE.replace('/Kids', '/Annots [4 0 R] /Kids'),
      ONE_PAGE,
      '<< /Type /Annot /Subtype /Square /Rect [0 0 9 9] >>',
    ]);
    expect(await faultOf(pdf)).toBe('on its page 1, annotations stand in the page tree');
  });
});
