import { type Content, type Inline, type TableLayout } from '#vendor/pdfmake';
import { type PhraseBook } from '../../platform/templates/phrases.js';
import { type Printed, type Printer, SHADES } from './printer.js';

/** Family of the face for hashes. */
export const MONO = 'PT Mono';
/** Points by which the ascent of the text face exceeds that of MONO, so that both share a baseline. */
const MONO_DROP = 1.7;
/** Width of the column in points. */
export const WIDTH = 483;
/** Width of the label column. */
const LABELS = 104;
const HASH = '{hash}';

/** What every section needs for writing. */
export interface Writing {
  book: PhraseBook;
  printer: Printer;
}

export const heading = (text: string): Content => ({ text, style: 'heading', margin: [0, 18, 0, 6] });

export const rule = (): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: WIDTH, y2: 0, lineWidth: 0.6, lineColor: SHADES.hairline }],
});

export const fact = (label: string, value: Printed): Content[] => [
  { text: label, style: 'quiet' },
  { text: value },
];

export const hashFact = (label: string, hash: string): Content[] => [
  { text: label, style: 'quiet' },
  hashCell(hash),
];

/** A hash next to cells of text. */
export const hashCell = (text: string): Content => ({ text, font: MONO, margin: [0, MONO_DROP, 0, 0] });

export function facts(body: Content[][]): Content {
  return { margin: [0, 6, 0, 0], table: { widths: [LABELS, '*'], body }, layout: plain };
}

/** Inserts a hash into a text. @param text contains `{hash}` */
export function withHash(text: string, hash: string): Inline[] {
  const [before = '', after = ''] = text.split(HASH);
  return [before, { text: hash, font: MONO }, after];
}

/** Keeps the placeholder of a hash for `withHash`. */
export const HASH_LATER = { hash: HASH };

export const plain: TableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 10,
  paddingTop: () => 1.5,
  paddingBottom: () => 1.5,
};

export const ruled: TableLayout = {
  ...plain,
  /** No lines above the heads. */
  hLineWidth: (row: number) => (row < 2 ? 0 : 0.5),
  hLineColor: () => SHADES.hairline,
  paddingTop: () => 3,
  paddingBottom: () => 2.5,
};
