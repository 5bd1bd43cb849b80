import { PDF } from '@libpdf/core';
import { annotatedPdf, assemblePdf, ONE_PAGE, PAGE_TREE } from '../../../test/support/pdf-samples.js';
import { contestedAnnotation } from './contested-annotation.js';

const faultOf = async (pdf: Buffer, isSigned = false) => contestedAnnotation(await PDF.load(pdf), isSigned);

describe('annotations', () => {
  it.each([
    ['an unknown type', '/Subtype /Odd /AP << /N 5 0 R >>'],
    ['a hidden drawing', '/Subtype /Ink /F 2 /InkList [[0 0 9 9]]'],
    ['words with an appearance', '/Subtype /FreeText /Contents (Rent: 9000) /AP << /N 5 0 R >>'],
    ['no words', '/Subtype /FreeText /Contents ()'],
    ['hidden words', '/Subtype /FreeText /F 2 /Contents (Rent: 9000)'],
    ['a note', '/Subtype /Text /Contents (Please read)'],
    ['a usual border', '/Subtype /Link /Border [0 0 1]'],
    ['no border', '/Subtype /Link /Border [0 0 0] /BS << /W 0 >>'],
    ['an appearance without a form', '/Subtype /FileAttachment /AP << /N << /Type /XObject /Length 0 >> >>'],
    ['a stated state', '/Subtype /Stamp /AS /On /AP << /N << /On 5 0 R >> >>'],
    ['a field', '/Subtype /Widget /FT /Btn /AP << /N << /On 5 0 R >> >>'],
  ])('accepts annotations that every reader draws alike: %s', async (_, annotation) => {
    expect(await faultOf(annotatedPdf(annotation))).toBeNull();
  });

  it.each([
    ['/Subtype /FreeText /Contents (Rent: 9000) /DA (/Helv 12 Tf)', 'words have no appearance'],
    ['/Subtype /FreeText /RC (<p>Rent: 9000</p>)', 'words have no appearance'],
    ['/Subtype /Link /Border [0 0 300]', 'a link has a thick border'],
    ['/Subtype /Link /BS << /W 300 >>', 'a link has a thick border'],
    ['/Subtype /FreeText /Contents (Rent: 9000) /AP << /D 5 0 R >>', 'words have no appearance'],
    ['/Subtype /Line /L [0 0 9 9] /BS << /W 40 >>', 'a drawing has no appearance'],
    ['/Subtype /Square /AP << >>', 'a drawing has no appearance'],
    ['/Subtype /Stamp /AP << /N null >>', 'a drawing has no appearance'],
    ['/Subtype /Highlight /AS /On /AP << /N << /Off 5 0 R >> >>', 'a drawing has no appearance'],
    ['/Subtype /Link /AP << /N 5 0 R >>', 'a link has an appearance'],
    ['/AP << /N 5 0 R >>', 'an annotation has no type'],
    ['/Subtype /Stamp /AP << /N << /On 5 0 R >> >>', 'an appearance is for a state that is not stated'],
  ])('refuses the annotation %s, which readers draw differently', async (annotation, fault) => {
    expect(await faultOf(annotatedPdf(annotation))).toBe(`on its page 1, ${fault}`);
  });

  it.each([
    ['/Subtype /Popup /AP << /N 5 0 R >>', 'a pop-up has an appearance'],
    ['/Subtype /Stamp /F 1 /AP << /N 5 0 R >>', 'an annotation is invisible to some'],
    ['/Subtype /FileAttachment', 'an annotation has no appearance'],
    ['/Subtype /FreeText /Contents ()', 'an annotation has no appearance'],
  ])('settles the annotation %s, unless the document is signed', async (annotation, fault) => {
    expect(await faultOf(annotatedPdf(annotation))).toBeNull();
    expect(await faultOf(annotatedPdf(annotation), true)).toBe(`on its page 1, ${fault}`);
  });

  it('refuses an annotation whose border is thin in thick units', async () => {
    const pdf = assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      PAGE_TREE,
      ONE_PAGE.replace('/Resources', '/UserUnit 100 /Annots [4 0 R] /Resources'),
      '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Border [0 0 1] >>',
    ]);
    expect(await faultOf(pdf)).toBe('on its page 1, a link has a thick border');
  });

  it('refuses annotations in the page tree', async () => {
    const pdf = assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      PAGE_TREE.replace('/Kids', '/Annots [4 0 R] /Kids'),
      ONE_PAGE,
      '<< /Type /Annot /Subtype /Square /Rect [0 0 9 9] >>',
    ]);
    expect(await faultOf(pdf)).toBe('on its page 1, annotations stand in the page tree');
  });
});
