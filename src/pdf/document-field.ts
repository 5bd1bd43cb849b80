import { type FormKind } from '../forms/form-definition.js';

/** Kinds of places on the document's pages: those of forms, apart from files, which are drawn nowhere. */
export type FieldKind = Exclude<FormKind, 'attachment'>;

/** Kinds that can be placed without a form. */
export const FIELD_KINDS = [
  'signature',
  'initials',
  'date',
  'name',
  'text',
  'checkbox',
] as const satisfies readonly FieldKind[];
export type PlainKind = (typeof FIELD_KINDS)[number];

/** Of these, the kinds that the signer fills in. The others are determined by who signs, and when. */
export const ENTERED_KINDS: readonly FieldKind[] = ['initials', 'text', 'checkbox'];

/**
 * Kinds that can be signature fields, the only fields that can be added to a document that already carries
 * signatures.
 */
export const SIGNED_KINDS: readonly FieldKind[] = ['signature', 'initials'];

/** In such a document, each of them takes its own signature. */
export const MOST_SIGNED_PLACES = 20;

/** Whether all of these places can be signature fields. */
export const onlySigned = (places: readonly { kind: FieldKind }[]): boolean =>
  places.length <= MOST_SIGNED_PLACES && places.every(({ kind }) => SIGNED_KINDS.includes(kind));

/**
 * How many signatures a step may make: one, plus one for each place if the document already carries signatures.
 * @param signer index of the signer whose step it is; undefined, for the seal, counts all of them
 */
export function mostSignatures(
  {
    places,
    carriesSignatures,
  }: { places: readonly { kind: FieldKind; signer: number }[]; carriesSignatures: boolean },
  signer?: number,
): number {
  if (!carriesSignatures || !onlySigned(places)) return 1;
  return 1 + places.filter((place) => signer === undefined || place.signer === signer).length;
}

/** Value of a ticked checkbox; an unticked one is empty. */
export const TICKED = 'yes';

/** A box on a page as it is shown, in points from the upper left corner. */
export interface ShownBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Width and height of a page as it is shown, in points. */
export type ShownSize = readonly [width: number, height: number];

/** Points by which a box may exceed the page or overlap another box, to allow for rounding. */
const TOLERANCE = 0.01;

export function isWithin({ x, y, width, height }: ShownBox, [pageWidth, pageHeight]: ShownSize): boolean {
  return x >= 0 && y >= 0 && x + width <= pageWidth + TOLERANCE && y + height <= pageHeight + TOLERANCE;
}

export function overlap(a: ShownBox, b: ShownBox): boolean {
  return (
    Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > TOLERANCE &&
    Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > TOLERANCE
  );
}

/**
 * The indices of boxes that overlap an earlier one on the same page, each with the first such one; the first `most` of
 * them. None of these counts for the boxes after it.
 */
export function findOverlaps(
  boxes: readonly (ShownBox & { page: number })[],
  most: number,
): [earlier: number, later: number][] {
  const found: [number, number][] = [];
  const apart = new Map<number, number[]>();
  for (const [index, box] of boxes.entries()) {
    if (found.length >= most) break;
    const before = apart.get(box.page) ?? [];
    const earlier = before.find((other) => overlap(boxes[other]!, box));
    if (earlier !== undefined) found.push([earlier, index]);
    else apart.set(box.page, before.concat(index));
  }
  return found;
}

/** The indices of the first two boxes that overlap on the same page; null if none do. */
export const findOverlap = (boxes: readonly (ShownBox & { page: number })[]): [number, number] | null =>
  findOverlaps(boxes, 1)[0] ?? null;

/** Divides a text into letters as readers see them: `नेहा` begins with `ने`, which is two code points. */
const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first letters of a name's first and last words, in capitals. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return ends
    .map((word) => LETTERS.segment(word).containing(0)?.segment ?? '')
    .join('')
    .toLocaleUpperCase('en');
}
