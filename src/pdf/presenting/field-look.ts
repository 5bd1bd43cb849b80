import {
  type PDF,
  PdfArray,
  type PdfDict,
  PdfNumber,
  type PdfObject,
  type PdfRef,
  PdfString,
  rgb,
} from '@libpdf/core';
import { Appearance, type Turn } from '../marks/appearance.js';
import { fieldAttribute, type FormWidget } from '../structure/form-widgets.js';
import { sidesOf } from '../structure/page-geometry.js';
import { type PageSize } from '../structure/page-size.js';

const FULL_TURN = 360;
/**
 * Numbers before an operator that sets a colour; their count distinguishes grey, RGB and CMYK (ISO 32000-2 §8.6.8).
 */
const COLOUR = /((?:-?[\d.]+\s+){1,4})(?:g|rg|k)(?=\s|$)/;
/** The font and its size (ISO 32000-2 §9.3); size 0 leaves the choice to the reader. */
const FONT = /\/(\S+)\s+(-?[\d.]+)\s+Tf/;
const FIXED_PITCH = /cour|mono|typewriter/i;

type Colour = ReturnType<typeof rgb>;

/** The look that a field specifies (ISO 32000-2 §12.5.6.19 and §12.7.4.3). */
export interface FieldLook {
  /** Size of the upright field, in points. */
  size: PageSize;
  turn: Turn;
  ground: Colour | null;
  border: { color: Colour; width: number; style: BorderStyle } | null;
  color: Colour;
  /** In points; 0 for as large as fits. */
  fontSize: number;
  isFixedPitch: boolean;
  /** Left, centred or right. */
  alignment: 0 | 1 | 2;
}

/** Raised and sunken borders are drawn as plain ones. */
type BorderStyle = 'whole' | 'dashed' | 'below';
const BORDER_STYLES: Partial<Record<string, BorderStyle>> = { D: 'dashed', U: 'below' };
/** Points of a dash and a gap (ISO 32000-2 §12.5.4). */
const DASH = 3;

const BLACK = rgb(0, 0, 0);

/** Null for a field without an area. */
export function lookOf(pdf: PDF, { widget, unit }: Pick<FormWidget, 'widget' | 'unit'>): FieldLook | null {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const rect = sidesOf(widget.get('Rect', resolve));
  const [across, up] = rect
    ? [rect.right - rect.left, rect.top - rect.bottom].map((side) => side * unit)
    : [];
  if (!across || !up) return null;
  const style = widget.getDict('MK', resolve);
  const turn = turnOf(style?.getNumber('R', resolve)?.value ?? 0);
  const size = turn % 180 === 0 ? { width: across, height: up } : { width: up, height: across };
  const borderColor = colourOf(style?.get('BC', resolve));
  const line = widget.getDict('BS', resolve);
  const width = (line?.getNumber('W', resolve)?.value ?? 1) * unit;
  const borderStyle = BORDER_STYLES[line?.getName('S', resolve)?.value ?? ''] ?? 'whole';
  const alignment = fieldAttribute(pdf, widget, 'Q') ?? formOf(pdf)?.get('Q', resolve);
  const appearance = fieldAttribute(pdf, widget, 'DA') ?? formOf(pdf)?.get('DA', resolve);
  const wanted = appearance instanceof PdfString ? appearance.asString() : '';
  const [, font = '', fontSize = '0'] = FONT.exec(wanted) ?? [];
  return {
    size,
    turn,
    ground: colourOf(style?.get('BG', resolve)),
    border: borderColor && width > 0 ? { color: borderColor, width, style: borderStyle } : null,
    color: colourFrom((COLOUR.exec(wanted)?.[1] ?? '').trim().split(/\s+/).map(Number)) ?? BLACK,
    fontSize: Math.max(0, Number(fontSize) * unit) || 0,
    isFixedPitch: FIXED_PITCH.test(font),
    alignment:
      alignment instanceof PdfNumber && (alignment.value === 1 || alignment.value === 2)
        ? alignment.value
        : 0,
  };
}

/** A new appearance with the field's background and border, which `draw` adds to. */
export function newAppearance(
  pdf: PDF,
  { size, turn, ground, border }: FieldLook,
  draw: (page: Appearance['page']) => void,
): PdfRef {
  const appearance = new Appearance(pdf, size);
  const { width, height } = size;
  if (ground) appearance.page.drawRectangle({ x: 0, y: 0, width, height, color: ground });
  if (border) {
    const inset = border.width / 2;
    const [inner, outer] = [width - border.width, height - border.width];
    if (border.style === 'below')
      appearance.page.drawLine({
        ...{ start: { x: 0, y: inset }, end: { x: width, y: inset } },
        ...{ color: border.color, thickness: border.width },
      });
    else if (inner > 0 && outer > 0)
      appearance.page.drawRectangle({
        ...{ x: inset, y: inset, width: inner, height: outer },
        ...{ borderColor: border.color, borderWidth: border.width },
        ...(border.style === 'dashed' && { borderDashArray: [DASH] }),
      });
  }
  draw(appearance.page);
  return appearance.finish(turn);
}

const formOf = (pdf: PDF): PdfDict | undefined =>
  pdf.getCatalog().getDict('AcroForm', (ref) => pdf.getObject(ref));

const turnOf = (degrees: number): Turn => {
  const turn = ((degrees % FULL_TURN) + FULL_TURN) % FULL_TURN;
  return turn === 90 || turn === 180 || turn === 270 ? turn : 0;
};

const colourOf = (entry: PdfObject | undefined): Colour | null =>
  entry instanceof PdfArray
    ? colourFrom([...entry].map((part) => (part instanceof PdfNumber ? part.value : Number.NaN)))
    : null;

/** Grey, RGB or CMYK, by the count of numbers. */
function colourFrom(parts: number[]): Colour | null {
  if (parts.some((part) => !Number.isFinite(part))) return null;
  const [a = 0, b = 0, c = 0, black = 0] = parts.map((part) => Math.min(1, Math.max(0, part)));
  if (parts.length === 1) return rgb(a, a, a);
  if (parts.length === 3) return rgb(a, b, c);
  return parts.length === 4 ? rgb((1 - a) * (1 - black), (1 - b) * (1 - black), (1 - c) * (1 - black)) : null;
}
