import { PDF } from '@libpdf/core';
import { assemblePdf, ONE_PAGE, PAGE_TREE } from '../../../test/support/pdf-samples.js';
import { appendPage } from './append-page.js';
import { sidesOf } from './page-geometry.js';
import { A4, paperFor } from './page-size.js';

const LETTER = { width: 612, height: 792 };

async function opened(page: string): Promise<PDF> {
  const body = ONE_PAGE.replace('/MediaBox [0 0 300 400]', page);
  return PDF.load(assemblePdf(['<< /Type /Catalog /Pages 2 0 R >>', PAGE_TREE, body]));
}

describe('the paper of pages that are added to a document', () => {
  it.each([
    ['/MediaBox [0 0 612 792]', LETTER],
    ['/MediaBox [0 0 792 612] /Rotate 90', LETTER],
    ['/MediaBox [0 0 61.2 79.2] /UserUnit 10', LETTER],
    ['/MediaBox [0 0 306 396] /UserUnit 2', LETTER],
    ['/MediaBox [0 0 612 792] /UserUnit 2', A4],
    ['/MediaBox [0 0 59.528 84.189] /UserUnit 10', A4],
    ['/MediaBox [0 0 2384 3370]', A4],
  ])('after a page with %s', async (page, paper) => {
    expect(paperFor(await opened(page))).toEqual(paper);
  });

  it('is counted in points, also after a page with a unit of its own', async () => {
    const pdf = await opened('/MediaBox [0 0 61.2 79.2] /UserUnit 10');
    const { dict } = appendPage(pdf, paperFor(pdf));
    expect(sidesOf(dict.getArray('MediaBox'))).toEqual({ left: 0, bottom: 0, right: 612, top: 792 });
    expect(dict.get('UserUnit')).toBeUndefined();
  });
});
