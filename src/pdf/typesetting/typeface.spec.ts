import { PDF } from '@libpdf/core';
import { CJK_NAMES, NAMES } from '../../../test/support/names.js';
import { pdfJsText } from '../../../test/support/pdf-js-text.js';
import { appendPage } from '../structure/append-page.js';
import { A4 } from '../structure/page-size.js';
import { IN_COLOR } from './colors.js';
import { Fonts } from './fonts.js';
import { MISSING, printable } from './printable-text.js';
import { shapingFor } from './script-fonts.js';
import { RIGHT_TO_LEFT } from './text-order.js';

const SIZE = 12;

const open = async (texts: object) => new Fonts(PDF.create(), await shapingFor(texts, []));

describe('a typeface', () => {
  it('draws names in every script so that they can be read back', async () => {
    const fonts = await open(NAMES);
    const page = appendPage(fonts.pdf, A4);
    const names = Object.values(NAMES).map((name) => printable(name, fonts.regular));
    names.forEach((name, index) =>
      fonts.regular.draw(page, name, { x: 50, y: 800 - 30 * index, size: SIZE, color: IN_COLOR.ink }),
    );
    fonts.finish();
    const text = await pdfJsText(await fonts.pdf.save({ subsetFonts: true }));
    expect(names.filter((name) => !text.includes(name))).toEqual([]);
    expect(names).toEqual(Object.values(NAMES).map((name) => name.normalize('NFC')));
  });

  it('joins Arabic letters, and puts marks over letters without making the line wider', async () => {
    const { regular } = await open(NAMES);
    const width = (text: string) => regular.widthOfTextAtSize(text, SIZE);
    expect(width('ببب')).toBeLessThan(3 * width('ب'));
    expect(width('ป้า')).toBeCloseTo(width('ปา'));
    expect(width('क्ष')).toBeLessThan(width('क') + width('ष'));
  });

  it('measures text equally in both directions, and knows where a paragraph begins', async () => {
    const { regular } = await open(NAMES);
    const line = 'Anna כהן Ltd';
    expect(regular.widthOfTextAtSize(RIGHT_TO_LEFT + line, SIZE)).toBeCloseTo(
      regular.widthOfTextAtSize(line, SIZE),
    );
    expect(['שלום Anna', 'Anna שלום', '123', 'नमस्ते'].map((text) => regular.isRightToLeft(text))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('does not load the shaper for plain text', async () => {
    expect(await shapingFor(['Zoë Ωμέγα Жук', '“Jane” €5', 'e\u0301'], [])).toBeNull();
    expect(await shapingFor([{ name: 'ليلى' }], [])).not.toBeNull();
    expect(await shapingFor(['Jane 👋🏽'], [])).not.toBeNull();
  });
});

describe('hostile text', () => {
  it.each<[string, string, string]>([
    ['ten thousand marks on a letter', `a${'\u0301'.repeat(10_000)}b`, `${MISSING}b`],
    ['ten thousand marks on a letter of another script', `क${'\u093c'.repeat(10_000)}`, MISSING],
    ['lone surrogates', 'ليلى\ud800 \udc00', `ليلى${MISSING} ${MISSING}`],
    ['control characters', 'لي\u0000\u0007\u001b\u009bلى', 'ليلى'],
    ['overrides that disguise a name', '\u202eليلى\u202c \u2067tibbaR\u2069\u200f\u061c', 'ليلى tibbaR'],
    ['joiners where nothing joins', 'Ra\u200db\u200cbit ليلى', 'Rabbit ليلى'],
    ['tags and invisible operators', 'ليلى\u{e0041}\u2062\ufeff\u00ad', 'ليلى'],
    ['a script without a font', '𒀀𒀁 ليلى', `${MISSING}${MISSING} ليلى`],
    ['names that need system fonts', CJK_NAMES.Korean!, MISSING.repeat(3)],
  ])('prints hostile text harmlessly: %s', async (_what, text, shown) => {
    const { regular } = await open([text, 'ليلى']);
    expect(printable(text, regular)).toBe(shown);
  });

  it('draws text with ten thousand direction changes', async () => {
    const text = 'aא1('.repeat(2_500);
    const fonts = await open([text]);
    const page = appendPage(fonts.pdf, A4);
    fonts.regular.draw(page, printable(text, fonts.regular), { x: 0, y: 0, size: SIZE, color: IN_COLOR.ink });
    fonts.finish();
    expect((await fonts.pdf.save({ subsetFonts: true })).length).toBeLessThan(1_000_000);
  });
});
