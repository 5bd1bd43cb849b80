import { CATALOG, FONT, page, PAGES, RawFile, saying } from '../../../test/support/raw-pdf.js';
import { drawingFault } from './same-drawing.js';

const stream = (entries: string, data: string) =>
  `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;
const content = (data: string) => stream('', data);
const form = (data: string) => stream('/Type /XObject /Subtype /Form /BBox [0 0 100 100]', data);
const tiles = (data: string) =>
  stream(
    '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>',
    data,
  );
const glyphs = (data: string) => [
  '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.1 0 0 .1 0 0] /FirstChar 65 /LastChar 65 /Widths [9] /CharProcs << /a 7 0 R >> /Encoding << /Differences [65 /a] >> /Resources << >> >>',
  content(data),
];

/** A page with these contents, and with parts of these contents and of number 6 on as its resources. */
function withPage(contents: string, ...parts: string[]): Buffer {
  const resources =
    '/Font << /F1 4 0 R /F2 6 0 R >> /XObject << /X 6 0 R >> /Pattern << /P 6 0 R >> /ExtGState << /G 6 0 R >> /Shading << /S 6 0 R >>';
  const own = page().replace('/Font << /F1 4 0 R >>', resources);
  const file = new RawFile();
  [CATALOG, PAGES, own, FONT, content(contents), ...parts].forEach((body, index) =>
    file.object(index + 1, body),
  );
  return file.plain();
}

const TEXT = 'BT /F1 12 Tf 20 100 Td (Rent: 100) Tj ET';

describe('what pdf.js draws', () => {
  it.each<[string, string, string]>([
    ['white space and comments', TEXT, 'BT\n/F1 12. Tf % size\n20 100 Td <52656E743A20313030> Tj ET'],
    ['restored states that were not saved', `Q ${TEXT}`, TEXT],
    ['a place that is stated otherwise', TEXT, 'BT /F1 12 Tf 1 0 0 1 20 100 Tm (Rent: 100) Tj ET'],
    ['a state that nothing depends on', `${TEXT} 5 w 1 0 0 rg`, TEXT],
    ['operators that are none', `${TEXT} 7 foo`, TEXT],
  ])('is the same after other spelling: %s', async (_, before, after) => {
    expect(await drawingFault(withPage(before), withPage(after))).toBeNull();
  });

  it.each<[string, string, string]>([
    ['all is gone', TEXT, ''],
    ['another text', TEXT, TEXT.replace('100)', '900)')],
    ['another place', TEXT, TEXT.replace('20 100', '20 101')],
    ['another size', TEXT, TEXT.replace('12 Tf', '11 Tf')],
    ['another colour', `0 g ${TEXT}`, `1 g ${TEXT}`],
    ['invisible text', TEXT, `3 Tr ${TEXT}`],
    ['a text twice', TEXT, `${TEXT} ${TEXT}`],
    ['a clip', TEXT, `0 0 1 1 re W n ${TEXT}`],
    ['something on top', TEXT, `${TEXT} 1 g 0 0 500 500 re f`],
    ['the other order', `${TEXT} 1 g 0 0 500 500 re f`, `1 g 0 0 500 500 re f 0 g ${TEXT}`],
    ['another line', '0 0 m 9 9 l S', '0 0 m 9 8 l S'],
    ['a dash of another width', '1 w 0 0 m 9 9 l S', '2 w 0 0 m 9 9 l S'],
    ['another turn', `1 0 0 1 0 0 cm ${TEXT}`, `-1 0 0 1 0 0 cm ${TEXT}`],
    ['a text that goes on', 'BT /F1 9 Tf (A) Tj ET BT (B) Tj ET', 'BT /F1 9 Tf (A) Tj (B) Tj ET'],
    ['a place that is stated again', 'BT /F1 9 Tf (A) Tj 0 0 Td (B) Tj ET', 'BT /F1 9 Tf (A) Tj (B) Tj ET'],
    [
      'a restored leading',
      'BT /F1 9 Tf 10 TL q 20 TL Q (A) Tj T* (B) Tj ET',
      'BT /F1 9 Tf 10 TL 20 TL (A) Tj T* (B) Tj ET',
    ],
    [
      'a text as a clip',
      '7 Tr BT /F1 9 Tf (A) Tj ET 0 0 9 9 re f',
      '3 Tr BT /F1 9 Tf (A) Tj ET 0 0 9 9 re f',
    ],
    ['a very small scale', '3e-5 0 0 1 0 0 cm 0 0 9 9 re f', '4e-5 0 0 1 0 0 cm 0 0 9 9 re f'],
    [
      'another clip for a restored state',
      'q 0 0 9 9 re W Q 1 1 5 5 re n ' + TEXT,
      'q 0 0 9 9 re Q W 1 1 5 5 re n ' + TEXT,
    ],
    ['no picture', 'BI /W 1 /H 1 /BPC 8 /CS /G ID a EI', ''],
  ])('differs: %s', async (_, before, after) => {
    expect(await drawingFault(withPage(before), withPage(after))).toBe('its page 1 would be drawn otherwise');
  });

  it.each<[string, string, string[], string[]]>([
    ['in a form', '/X Do', [form(TEXT)], [form('')]],
    ['in a pattern', '/Pattern cs /P scn 0 0 99 99 re f', [tiles('0 0 5 5 re f')], [tiles('0 0 6 5 re f')]],
    [
      'in a glyph',
      'BT /F2 9 Tf 9 9 Td (A) Tj ET',
      glyphs('9 0 d0 0 0 5 5 re f'),
      glyphs('9 0 d0 0 0 6 5 re f'),
    ],
    [
      'in a shading',
      '/S sh',
      [
        '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 9 9] /Function << /FunctionType 2 /Domain [0 1] /N 1 >> >>',
      ],
      [
        '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 8 9] /Function << /FunctionType 2 /Domain [0 1] /N 1 >> >>',
      ],
    ],
    [
      'in a font',
      'BT /F2 9 Tf (A) Tj ET',
      ['<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>'],
      ['<< /Type /Font /Subtype /Type1 /BaseFont /Courier-Bold >>'],
    ],
    ['in a state', `/G gs ${TEXT}`, ['<< /Type /ExtGState /ca 1 >>'], ['<< /Type /ExtGState /ca 0 >>']],
  ])('differs %s', async (_, contents, before, after) => {
    const fault = await drawingFault(withPage(contents, ...before), withPage(contents, ...after));
    expect(fault).toBe('its page 1 would be drawn otherwise');
    expect(await drawingFault(withPage(contents, ...before), withPage(`${contents} `, ...before))).toBeNull();
  });

  it('differs where a colour takes the place of a pattern', async () => {
    const file = (...operators: string[]) =>
      withPage(`${operators.join(' ')} 0 0 9 9 re f`, tiles('0 0 5 5 re f'));
    const [color, pattern] = ['1 0 0 rg', '/Pattern cs /P scn'];
    const fault = await drawingFault(file(color, pattern, color), file(color, pattern));
    expect(fault).toBe('its page 1 would be drawn otherwise');
    expect(await drawingFault(file(color, pattern, color), file(color))).toBeNull();
  });

  it('differs on a page that draws what another page only has', async () => {
    const file = (drawn: string) => {
      const raw = new RawFile();
      const own = page().replace('/Font <<', '/XObject << /X 7 0 R >> /Font <<');
      const [first, second] = [own, own.replace('5 0 R', '8 0 R')];
      const pages = PAGES.replace('[3 0 R] /Count 1', '[3 0 R 6 0 R] /Count 2');
      [CATALOG, pages, first, FONT, content(''), second, form(drawn), content('/X Do')].forEach(
        (body, index) => raw.object(index + 1, body),
      );
      return raw.plain();
    };
    expect(await drawingFault(file(TEXT), file(''))).toBe('its page 2 would be drawn otherwise');
  });

  it('is recorded once for each pattern, however often and deeply it is used', async () => {
    const uses = (name: string) => `/Pattern cs /${name} scn 0 0 5 5 re f `.repeat(20);
    const nested = (next: number) =>
      tiles(uses('N')).replace('/Resources << >>', `/Resources << /Pattern << /N ${next} 0 R >> >>`);
    const levels = [7, 8, 9, 10, 11, 12, 13].map(nested);
    const file = (last: string) => withPage(uses('P'), ...levels, tiles(last));
    expect(await drawingFault(file('0 0 5 5 re f'), file('0 0 6 5 re f'))).toContain('page 1');
  });

  it.each(['', '/ToUnicode 6 0 R'])('differs where a font names other letters %s', async (more) => {
    const named = (name: string) =>
      FONT.replace('/Helvetica', `/Helvetica ${more} /Encoding << /Differences [82 /${name}] >>`);
    const file = (font: string) => {
      const raw = new RawFile();
      const map = content(
        '1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <52> <0052> endbfchar',
      );
      [CATALOG, PAGES, page(), font, saying('Rent'), map].forEach((body, index) =>
        raw.object(index + 1, body),
      );
      return raw.plain();
    };
    expect(await drawingFault(file(named('alef')), file(named('R')))).toBe(
      'its page 1 would be drawn otherwise',
    );
    expect(await drawingFault(file(named('R')), file(named('R')))).toBeNull();
  });
});
