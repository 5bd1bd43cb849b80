import { type PDF, PdfNumber, type PdfRef, PdfStream } from '@libpdf/core';
import { dictionariesIn } from './form-widgets.js';

/** Channels of an RGB profile (ISO 32000-2 §8.6.5.5, `N`). */
const RGB_CHANNELS = 3;
/** A colour in RGB for what is filled or drawn along (ISO 32000-2 §8.6.8). */
const RGB = /([\d.]+) ([\d.]+) ([\d.]+) (rg|RG)(?=\s|$)/g;
/** How bright red, green and blue are (ITU-R BT.709). */
const [RED, GREEN, BLUE] = [0.2126, 0.7152, 0.0722];

/**
 * Whether a document is made for a printer, or for grey, so that what is added to it must not be in RGB: PDF/A and PDF/X leave
 * the colours of a device only as far as the output intent knows them, and grey with any (ISO 19005-2 §6.2.4.3).
 */
export function isWithoutRgb(pdf: PDF): boolean {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  return dictionariesIn(pdf, pdf.getCatalog().getArray('OutputIntents', resolve)).some((intent) => {
    const profile = intent.get('DestOutputProfile', resolve);
    const channels = profile instanceof PdfStream ? profile.get('N', resolve) : null;
    return channels instanceof PdfNumber && channels.value !== RGB_CHANNELS;
  });
}

/** Operators with grey in place of colours. */
export function inGrey(content: string): string {
  return content.replace(RGB, (_, red: string, green: string, blue: string, operator: string) => {
    const brightness = RED * Number(red) + GREEN * Number(green) + BLUE * Number(blue);
    return `${brightness.toFixed(3)} ${operator === 'rg' ? 'g' : 'G'}`;
  });
}
