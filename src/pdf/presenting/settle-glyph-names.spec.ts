import { PDF, PdfDict, PdfName, PdfRef } from '@libpdf/core';
import { CATALOG, FONT, page, PAGES, RawFile, saying } from '../../../test/support/raw-pdf.js';
import { contestedGlyphNames, settleGlyphNames } from './settle-glyph-names.js';

const HELVETICA = '/Subtype /Type1 /BaseFont /Helvetica';
const win = (names: string) => `<< /BaseEncoding /WinAnsiEncoding /Differences [${names}] >>`;

/** A page with a font of these entries. */
function withFont(entries: string): Promise<PDF> {
  const bodies = [CATALOG, PAGES, page(), FONT.replace(HELVETICA, entries), saying('A')];
  const file = new RawFile();
  bodies.forEach((body, index) => file.object(index + 1, body));
  return PDF.load(file.plain());
}

function encodingOf(pdf: PDF, number = 4): string {
  const font = pdf.getObject(PdfRef.of(number, 0)) as PdfDict;
  return described(font.get('Encoding', (ref) => pdf.getObject(ref)));
}

function described(encoding: unknown): string {
  if (encoding instanceof PdfName) return encoding.value;
  if (!(encoding instanceof PdfDict)) return 'none';
  const names = [...(encoding.getArray('Differences') ?? [])].map(
    (each) => (each as { value: unknown }).value,
  );
  return [encoding.getName('BaseEncoding')?.value ?? '-', ...names].join(' ');
}

describe('names of glyphs in fonts that are not embedded', () => {
  it.each([
    ['names on the list', win('65 /nine /Lslash 70 /afii10017 /uni20AC /fi')],
    ['a name of no glyph for a code that is not used', win('10 /.notdef')],
    ['letters of an unknown font', '/MacRomanEncoding'],
  ])('are accepted in signed documents: %s', async (_, encoding) => {
    expect(contestedGlyphNames(await withFont(`${HELVETICA} /Encoding ${encoding}`))).toBeNull();
  });

  it.each([
    ['names on the list', `${HELVETICA} /Encoding ${win('65 /nine /Lslash 70 /afii10017 /uni20AC /fi')}`],
    ['symbols', '/Subtype /Type1 /BaseFont /Symbol'],
    ['dingbats', '/Subtype /Type1 /BaseFont /ZapfDingbats /Encoding << /Differences [65 /a10] >>'],
    ['glyphs of its own', '/Subtype /Type3 /BaseFont /Own /Encoding << /Differences [65 /rent] >>'],
  ])('stay as they are: %s', async (_, entries) => {
    expect(settleGlyphNames(await withFont(entries))).toBe(false);
  });

  it.each([
    ['one that is on no list', win('65 /foo /x39 /nine'), 'WinAnsiEncoding 67 nine'],
    ['one of another font', win('65 /a10'), 'WinAnsiEncoding'],
    ['one that is cut short', win('65 /nine.alt /uniD800 /uni0000'), 'WinAnsiEncoding'],
    ['all of a list that is none', win('(65) /nine'), 'WinAnsiEncoding'],
    ['all for experts', '<< /BaseEncoding /MacExpertEncoding /Differences [65 /nine] >>', '- 65 nine'],
    ['the encoding for experts', '/MacExpertEncoding', 'none'],
  ])('are removed: %s', async (_, encoding, settled) => {
    const pdf = await withFont(`${HELVETICA} /Encoding ${encoding}`);
    expect(contestedGlyphNames(pdf)).toContain('names of characters');
    expect(settleGlyphNames(pdf)).toBe(true);
    expect(encodingOf(pdf)).toBe(settled);
    expect(settleGlyphNames(pdf)).toBe(false);
  });

  it.each(['G39', 'g0039', 'c57', 'C57'])('are refused where pdf.js sees a number: %s', async (name) => {
    const pdf = await withFont(`${HELVETICA} /Encoding ${win(`65 /${name}`)}`);
    expect(contestedGlyphNames(pdf)).toContain('names of characters');
    expect(() => settleGlyphNames(pdf)).toThrow('names of characters that programs understand differently');
  });

  it.each([
    ['Symbol', '/WinAnsiEncoding', 'none'],
    ['ZapfDingbats', '<< /BaseEncoding /StandardEncoding /Differences [65 /a10] >>', '- 65 a10'],
  ])('are those of the font itself: %s', async (name, encoding, settled) => {
    const pdf = await withFont(`/Subtype /Type1 /BaseFont /${name} /Encoding ${encoding}`);
    expect(contestedGlyphNames(pdf)).toContain('names of characters');
    expect(settleGlyphNames(pdf)).toBe(true);
    expect(encodingOf(pdf)).toBe(settled);
  });
});
