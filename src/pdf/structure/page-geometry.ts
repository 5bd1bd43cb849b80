import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfNumber,
  type PdfObject,
  type PDFPage,
  type PdfRef,
} from '@libpdf/core';
import { type FieldBox } from '../../pdf-signatures/form-field.js';
import { type ShownBox } from '../document-field.js';
import { type Turn } from '../marks/appearance.js';
import { type PageSize } from './page-size.js';

/** Limit for climbing page trees: more than real files need, and an end for circular ones. */
const MAX_TREE_DEPTH = 50;
const FULL_TURN = 360;

/** A page as it is shown: cropped and rotated. Sizes are in points, as shown. */
export interface ShownPage extends PageSize {
  turn: Turn;
  /** Points in one unit of the page's own coordinates (ISO 32000-2 §14.11.2, `UserUnit`). */
  unit: number;
  /** The lower left corner and the size in the page's own coordinates. */
  left: number;
  bottom: number;
  ownWidth: number;
  ownHeight: number;
}

/** How the page is shown (ISO 32000-1 §14.11.2 and §7.7.3.3); null if it has no media box. */
export function shownPage(pdf: PDF, page: PDFPage): ShownPage | null {
  const media = sidesOf(inherited(pdf, page, 'MediaBox'));
  if (!media) return null;
  const crop = sidesOf(inherited(pdf, page, 'CropBox')) ?? media;
  const left = Math.max(media.left, crop.left);
  const bottom = Math.max(media.bottom, crop.bottom);
  const ownWidth = Math.min(media.right, crop.right) - left;
  const ownHeight = Math.min(media.top, crop.top) - bottom;
  const rotation = inherited(pdf, page, 'Rotate');
  const degrees = rotation instanceof PdfNumber ? rotation.value : 0;
  const turn = (((degrees % FULL_TURN) + FULL_TURN) % FULL_TURN) as Turn;
  const isAcross = turn === 90 || turn === 270;
  const [across, up] = isAcross ? [ownHeight, ownWidth] : [ownWidth, ownHeight];
  const unit = unitOf(pdf, page);
  const own = { unit, left, bottom, ownWidth, ownHeight };
  return { turn, ...own, width: across * unit, height: up * unit };
}

/** Points in one unit of a page's own coordinates; it is not inherited. */
export function unitOf(pdf: PDF, { dict }: PDFPage): number {
  const unit = dict.get('UserUnit', (ref) => pdf.getObject(ref));
  return unit instanceof PdfNumber && unit.value > 0 ? unit.value : 1;
}

/** Converts a box on the shown page to the page's own coordinates. */
export function toOwnSpace(page: ShownPage, box: ShownBox): FieldBox {
  const { turn, unit, left, bottom, ownWidth, ownHeight } = page;
  const { x, y, width, height } = scaled(box, 1 / unit);
  switch (turn) {
    case 0:
      return { x: left + x, y: bottom + ownHeight - y - height, width, height };
    case 90:
      return { x: left + y, y: bottom + x, width: height, height: width };
    case 180:
      return { x: left + ownWidth - x - width, y: bottom + y, width, height };
    case 270:
      return {
        x: left + ownWidth - y - height,
        y: bottom + ownHeight - x - width,
        width: height,
        height: width,
      };
  }
}

/** Converts a box in the page's own coordinates to one on the shown page. */
export function toShown(page: ShownPage, box: FieldBox): ShownBox {
  return scaled(turned(page, box), page.unit);
}

/** The result is still in units of the page. */
function turned({ turn, left, bottom, ownWidth, ownHeight }: ShownPage, box: FieldBox): ShownBox {
  const x = box.x - left;
  const y = box.y - bottom;
  const { width, height } = box;
  switch (turn) {
    case 0:
      return { x, y: ownHeight - y - height, width, height };
    case 90:
      return { x: y, y: x, width: height, height: width };
    case 180:
      return { x: ownWidth - x - width, y, width, height };
    case 270:
      return { x: ownHeight - y - height, y: ownWidth - x - width, width: height, height: width };
  }
}

const scaled = ({ x, y, width, height }: ShownBox, by: number): ShownBox => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
});

/** A page attribute, its own or inherited (ISO 32000-1 §7.7.3.4); the library's getters do not inherit. */
export function inherited(pdf: PDF, page: PDFPage | null, key: string): PdfObject | undefined {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  let node: PdfObject | undefined = page?.dict;
  for (let depth = 0; node instanceof PdfDict && depth < MAX_TREE_DEPTH; depth++) {
    const value = node.get(key, resolve);
    if (value) return value;
    node = node.getDict('Parent', resolve);
  }
  return undefined;
}

export interface Sides {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** The sides of a rectangle, whichever corners define it (ISO 32000-1 §7.9.5); null if it is not a rectangle. */
export function sidesOf(rectangle: PdfObject | undefined): Sides | null {
  if (!(rectangle instanceof PdfArray)) return null;
  const values = [...rectangle].map((side) => (side instanceof PdfNumber ? side.value : Number.NaN));
  const [x1, y1, x2, y2] = values;
  if (values.length !== 4 || values.some(Number.isNaN)) return null;
  return {
    left: Math.min(x1!, x2!),
    bottom: Math.min(y1!, y2!),
    right: Math.max(x1!, x2!),
    top: Math.max(y1!, y2!),
  };
}
