import { PDF } from '@libpdf/core';
import { CATALOG, page, PAGES, RawFile } from '../../../test/support/raw-pdf.js';
import { contestedResources } from './contested-resources.js';

const stream = (data: string, entries = '') =>
  `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;
const BITMAP = '9 0 0 0 9 9 d1 9 0 0 9 0 0 cm BI /W 1 /H 1 /IM true ID \x80 EI';
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 9 9]';

/** A page with these resources, whose objects are those from number 5 on. */
function withPage(resources: string, ...parts: string[]): Promise<PDF> {
  const file = new RawFile();
  const own = page('4 0 R').replace('/Font << /F1 4 0 R >>', resources);
  [CATALOG, PAGES, own, stream('q Q'), ...parts].forEach((body, index) => file.object(index + 1, body));
  return PDF.load(file.plain());
}

describe('content within content', () => {
  it('is not deep in a page with many glyphs that are pictures', async () => {
    const glyphs = Array.from({ length: 60 }, (_, index) => `/g${index} ${6 + index} 0 R`);
    const font = `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.1 0 0 .1 0 0] /FirstChar 0 /LastChar 0 /Widths [9] /CharProcs << ${glyphs.join(' ')} >> /Encoding << /Differences [0 /g0] >> >>`;
    const pdf = await withPage('/Font << /T 5 0 R >>', font, ...glyphs.map(() => stream(BITMAP)));
    expect(contestedResources(pdf, false)).toBeNull();
  });

  it('is refused where forms have forms of their own beyond any sense', async () => {
    const nested = (depth: number) => {
      const forms = Array.from({ length: depth }, (_, index) =>
        stream('/X Do', `${FORM} /Resources << /XObject << /X ${6 + index} 0 R >> >>`),
      );
      return withPage('/XObject << /X 5 0 R >>', ...forms, stream('q Q', FORM));
    };
    expect(contestedResources(await nested(30), false)).toBeNull();
    expect(contestedResources(await nested(40), false)).toBe('content that is nested too deeply');
  });

  it('is found to use what only its surroundings have, however forms lead to each other', async () => {
    const form = (contents: string, next: number) =>
      stream(contents, `${FORM} /Resources << /XObject << /X ${next} 0 R >> >>`);
    const around = '/XObject << /X 5 0 R >> /ExtGState << /G << /ca 0 >> >>';
    expect(contestedResources(await withPage(around, form('/X Do', 6), form('/X Do', 5)), false)).toBeNull();
    const using = await withPage(around, form('/X Do', 6), form('/G gs /X Do', 5));
    expect(contestedResources(using, false)).toContain('of what surrounds it');
  });
});
