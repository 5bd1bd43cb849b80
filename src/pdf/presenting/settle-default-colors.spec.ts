import { PDF, type PdfDict, PdfRef, PdfStream } from '@libpdf/core';
import { coloured } from '../../../test/support/crafted-contents.js';
import { screenColors, screenGrey } from '../structure/device-colors.js';
import { contestedDefaultColors, settleDefaultColors } from './settle-default-colors.js';

const PDFA =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>2</pdfaid:part></x:xmpmeta>';

/** The crafted files, which define colours on their only page. */
const FILES = coloured();

function definedIn(pdf: PDF): string[] {
  const page = pdf.getObject(PdfRef.of(3, 0)) as PdfDict;
  const spaces = page.getDict('Resources')!.getDict('ColorSpace')!;
  return [...spaces].map(([key, value]) => `${key.value} ${JSON.stringify(value)}`);
}

async function archived(name: string): Promise<PDF> {
  const pdf = await PDF.load(FILES[name]!);
  pdf.getCatalog().set('Metadata', pdf.register(PdfStream.fromDict({}, Buffer.from(PDFA))));
  return pdf;
}

describe('definitions of device colours', () => {
  it.each(Object.keys(FILES))('are those of the device: %s', async (name) => {
    const pdf = await PDF.load(FILES[name]!);
    expect(contestedDefaultColors(pdf)).toContain('definitions of colours');
    expect(settleDefaultColors(pdf)).toBe(true);
    expect(definedIn(pdf)).toEqual([expect.stringMatching(/^Default(\w+) .*"Device\1"/)]);
    expect(settleDefaultColors(pdf)).toBe(false);
    expect(contestedDefaultColors(pdf)).toBeNull();
  });

  it.each([
    ['greys that are nearly white', `DefaultGray ${JSON.stringify(screenGrey())}`],
    ['colours that are others', `DefaultRGB ${JSON.stringify(screenColors())}`],
  ])('are those of screens where an archive needs them: %s', async (name, defined) => {
    const pdf = await archived(name);
    expect(settleDefaultColors(pdf)).toBe(true);
    expect(definedIn(pdf)).toEqual([defined]);
    expect(settleDefaultColors(pdf)).toBe(false);
    expect(contestedDefaultColors(pdf)).toBeNull();
  });
});
