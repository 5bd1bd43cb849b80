import { type AppError, type FieldError, invalid, refused } from '../../common/errors.js';
import {
  type FieldKind,
  findOverlap,
  isWithin,
  MOST_SIGNED_PLACES,
  type PlainKind,
  type ShownBox,
  type ShownSize,
  SIGNED_KINDS,
} from '../../pdf/document-field.js';
import { refusal } from '../../pdf/document-inspection.js';

/** Points as a number, or a share of the page's side, such as `"12.5%"`. */
export type Length = number | string;

/** A field as placed by the sender, measured from the upper left corner of the page as displayed. */
export interface FieldPlacement {
  kind: PlainKind;
  signerEmail: string;
  /** From 1. */
  page: number;
  x: Length;
  y: Length;
  width: Length;
  height: Length;
  label?: string;
  required?: boolean;
}

/** Minimum width and height of a field, in points, to keep its content visible. */
const SMALLEST_SIDE = 6;

/**
 * The boxes of the placements, in points.
 * @param pageSizes width and height of each page as displayed, in points
 * @throws AppError 400 naming every placement that is too small or not entirely on a page
 */
export function boxesOf(placements: readonly FieldPlacement[], pageSizes: readonly ShownSize[]): ShownBox[] {
  const problems: FieldError[] = [];
  const boxes = placements.map((placement, index) => {
    const name = `fields[${index}]`;
    const size = pageSizes[placement.page - 1];
    if (!size) {
      const message = `${name}.page is ${placement.page}, but the document has ${countOf(pageSizes.length)}`;
      problems.push({ field: `${name}.page`, message });
      return { x: 0, y: 0, width: 0, height: 0 };
    }
    const box = boxOf(placement, size);
    const problem = problemOf(box, placement.page, size);
    if (problem) problems.push({ field: name, message: `${name} ${problem}` });
    return box;
  });
  if (problems.length > 0) throw invalid(...problems);
  return boxes;
}

/** A field's box, with its name for errors. */
interface NamedBox extends ShownBox {
  page: number;
  name: string;
}

export const placedBox = (box: ShownBox, page: number, index: number): NamedBox => ({
  ...box,
  page,
  name: `fields[${index}]`,
});

export const tagBox = (box: ShownBox, page: number, kind: FieldKind, signer: number): NamedBox => ({
  ...box,
  page,
  name: `{{${kind}:${signer}}}`,
});

/** @param problem the disallowed placement, such as `fields[0] is of kind 'date'` */
export const signedDocumentFields = (problem: string) =>
  refused(
    'document_signed_no_fields',
    `${problem}, but the document carries signatures, which only further signatures keep valid: place at most ${MOST_SIGNED_PLACES} fields, for signatures and initials only, or upload a copy that is not signed`,
  );

export function redrawnDocumentFields(): AppError {
  const { code, message } = refusal('document_signed_redrawn');
  return refused(code, message);
}

/**
 * A document that carries signatures accepts only signature fields, and none if programs draw its form anew.
 * @throws AppError 400 `document_signed_no_fields` naming the first field of another kind, or the number if there are
 * too many; `document_signed_redrawn`
 */
export function assertSigned(
  fields: readonly NamedField[],
  { carriesSignatures, isRedrawn }: { carriesSignatures: boolean; isRedrawn: boolean },
): void {
  if (isRedrawn && fields.length > 0) throw redrawnDocumentFields();
  if (!carriesSignatures) return;
  const other = fields.find(({ kind }) => !SIGNED_KINDS.includes(kind));
  if (other) throw signedDocumentFields(`${other.name} on page ${other.page} is of kind '${other.kind}'`);
  if (fields.length > MOST_SIGNED_PLACES) throw signedDocumentFields(`There are ${fields.length} fields`);
}

/** A field with its name for errors. */
export interface NamedField {
  kind: FieldKind;
  page: number;
  name: string;
}

/** @param later and @param earlier - names of fields, such as `fields[1]` */
export const fieldsOverlap = (later: string, earlier: string, page: number) =>
  refused('fields_overlap', `${later} overlaps ${earlier} on page ${page}`);

/** @throws AppError 400 `fields_overlap` naming the first overlapping pair */
export function assertApart(boxes: NamedBox[]): void {
  const overlap = findOverlap(boxes);
  if (!overlap) return;
  const [earlier, later] = [boxes[overlap[0]]!, boxes[overlap[1]]!];
  throw fieldsOverlap(later.name, earlier.name, later.page);
}

function boxOf({ x, y, width, height }: FieldPlacement, [across, down]: ShownSize): ShownBox {
  return {
    x: toPoints(x, across),
    y: toPoints(y, down),
    width: toPoints(width, across),
    height: toPoints(height, down),
  };
}

function problemOf(box: ShownBox, page: number, size: ShownSize): string | null {
  const { x, y, width, height } = box;
  if (width < SMALLEST_SIDE || height < SMALLEST_SIDE)
    return `is ${pair(width, height)} points, but must be at least ${pair(SMALLEST_SIDE, SMALLEST_SIDE)}`;
  if (isWithin(box, size)) return null;
  return `ends at ${pair(x + width, y + height)} points, but page ${page} measures ${pair(...size)}`;
}

function toPoints(length: Length, side: number): number {
  return typeof length === 'number' ? length : (Number.parseFloat(length) / 100) * side;
}

const rounded = (points: number) => Number(points.toFixed(2));
const pair = (across: number, down: number) => `${rounded(across)} × ${rounded(down)}`;
const countOf = (pages: number) => (pages === 1 ? '1 page' : `${pages} pages`);
