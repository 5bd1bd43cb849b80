import { type PassportPerson } from './encode-td3.js';
import { textPaths, type TextStyle } from './glyph-outlines.js';
import { portrait } from './portrait.js';

/** Data page of a TD3 booklet: 125 × 88 mm (ICAO 9303-4 §2). All lengths below are in millimetres. */
const PAGE_WIDTH_MM = 125;
const PAGE_HEIGHT_MM = 88;

/** Ten characters per inch, lines 1/4 inch apart (ICAO 9303-3 §4.5; 9303-4 §4.1). */
const CHARACTER_PITCH = 2.54;
export const MRZ_LINE_SPACING = 6.35;
const MRZ_BASELINES = [73.4, 73.4 + MRZ_LINE_SPACING];
const MRZ_LEFT = 6.1;
/** The em size at which the font's advance width of 723/1000 equals the pitch. */
const MRZ_EM = CHARACTER_PITCH / 0.723;

export const LABEL: TextStyle = { font: 'sans', size: 1.75, fill: '#47648a' };
export const VALUE: TextStyle = { font: 'sans', size: 3.1, fill: '#1c1d22' };
const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

const PORTRAIT = { x: 6, y: 17, width: 32, height: 41 };
/** Position of the portrait as fractions of the page's width. */
export const PORTRAIT_SHARE = {
  left: PORTRAIT.x / PAGE_WIDTH_MM,
  top: PORTRAIT.y / PAGE_WIDTH_MM,
  width: PORTRAIT.width / PAGE_WIDTH_MM,
  height: PORTRAIT.height / PAGE_WIDTH_MM,
};

export interface PassportPageText extends PassportPerson {
  /** Printed country name, such as UTOPIA. */
  country: string;
  placeOfBirth: string;
  authority: string;
}

/** The parts common to every page: paper, security print and portrait. */
export function blankPage(widthPx: number): string {
  return drawing(
    widthPx,
    `<defs><linearGradient id="paper" x1="0" y1="0" x2="1" y2="1">
  <stop offset="0" stop-color="#f4efe0"/><stop offset="0.5" stop-color="#eaf1ef"/><stop offset="1" stop-color="#f1e6e8"/>
</linearGradient></defs>
<rect width="${PAGE_WIDTH_MM}" height="${PAGE_HEIGHT_MM}" fill="url(#paper)"/>
${guilloche(PAGE_WIDTH_MM, PAGE_HEIGHT_MM)}${portrait(PORTRAIT.x, PORTRAIT.y)}
<rect y="65.5" width="${PAGE_WIDTH_MM}" height="22.5" fill="#f8f6f0" opacity="0.75"/>`,
  );
}

/** The personalized print of a page, including the word SPECIMEN. `mrzLines` may be empty. */
export function pagePrint(page: PassportPageText, mrzLines: readonly string[], widthPx: number): string {
  return drawing(
    widthPx,
    heading(page) +
      personalData(page) +
      specimenMark() +
      machineReadableZone(mrzLines, MRZ_LEFT, MRZ_BASELINES),
  );
}

function drawing(widthPx: number, content: string): string {
  const heightPx = Math.round((widthPx * PAGE_HEIGHT_MM) / PAGE_WIDTH_MM);
  const viewBox = `0 0 ${PAGE_WIDTH_MM} ${PAGE_HEIGHT_MM}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="${viewBox}">${content}</svg>`;
}

/** Fine wavy lines like those of security printing. */
export function guilloche(width: number, height: number): string {
  const waves: string[] = [];
  for (let row = 0; 3 * row < height; row++) {
    const points: string[] = [];
    for (let x = 0; x <= width; x += 2.5) {
      const y = row * 3 + 2.4 * Math.sin(x / 9 + row * 0.55) + 1.1 * Math.sin(x / 3.7 - row * 0.4);
      points.push(`${x} ${y.toFixed(2)}`);
    }
    waves.push(`M${points.join('L')}`);
  }
  const rosette = Array.from(
    { length: 24 },
    (_, index) => `<ellipse cx="99" cy="42" rx="19" ry="7" transform="rotate(${index * 7.5} 99 42)"/>`,
  );
  return `<path d="${waves.join('')}" fill="none" stroke="#8fb0b8" stroke-width="0.13" opacity="0.75"/>
<g fill="none" stroke="#c79aa5" stroke-width="0.12" opacity="0.7">${rosette.join('')}</g>`;
}

function heading(page: PassportPageText): string {
  return (
    textPaths(page.country, 42, 9.6, { font: 'sans', size: 5.4, fill: '#233f66' }) +
    textPaths('PASSPORT', 6, 9.2, { font: 'sans', size: 3.4, fill: '#233f66' }) +
    `<path d="M6 12.4H119" stroke="#233f66" stroke-width="0.25"/>`
  );
}

function personalData(page: PassportPageText): string {
  return [
    labelled('Type', 'P', 42, 17),
    labelled('Code', page.state, 56, 17),
    labelled('Passport No.', page.number, 86, 17),
    labelled('Surname', page.surname.toUpperCase(), 42, 25),
    labelled('Given names', page.givenNames.toUpperCase(), 42, 33),
    labelled('Nationality', page.nationality, 42, 41),
    labelled('Personal No.', page.personalNumber || '-', 86, 41),
    labelled('Date of birth', printedDate(page.birthDate), 42, 49),
    labelled('Sex', page.sex, 72, 49),
    labelled('Place of birth', page.placeOfBirth, 86, 49),
    labelled('Date of expiry', printedDate(page.expiryDate), 42, 57),
    labelled('Authority', page.authority, 86, 57),
  ].join('');
}

export function labelled(label: string, value: string, x: number, y: number): string {
  return textPaths(label, x, y, LABEL) + textPaths(value, x, y + 3.9, VALUE);
}

/** Formats YYYY-MM-DD as printed on the page: 15 APR 2038. */
export function printedDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${day} ${MONTHS[Number(month) - 1]} ${year}`;
}

function specimenMark(): string {
  const mark = textPaths('SPECIMEN', 0, 0, { font: 'sans', size: 17, fill: '#b3202c', anchor: 'middle' });
  return `<g transform="translate(66 50) rotate(-24)" opacity="0.24">${mark}</g>`;
}

/** Lines in OCR-B; baselines in millimetres from the top edge. */
export function machineReadableZone(
  lines: readonly string[],
  left: number,
  baselines: readonly number[],
): string {
  return lines
    .map((line, index) =>
      textPaths(line, left, baselines[index]!, {
        font: 'ocrB',
        size: MRZ_EM,
        pitch: CHARACTER_PITCH,
        fill: '#17181b',
      }),
    )
    .join('');
}
