import { type PDFPage } from '@libpdf/core';
import { type FieldLook } from './field-look.js';

/** Corners in a unit square with its origin at the lower left. */
type Corners = readonly (readonly [x: number, y: number])[];

const CHECK: Corners = [
  [0.2, 0.5],
  [0.42, 0.25],
  [0.82, 0.78],
];
const CROSS: readonly Corners[] = [
  [
    [0.22, 0.22],
    [0.78, 0.78],
  ],
  [
    [0.22, 0.78],
    [0.78, 0.22],
  ],
];
const DIAMOND: Corners = [
  [0.5, 0.15],
  [0.85, 0.5],
  [0.5, 0.85],
  [0.15, 0.5],
];
const STAR: Corners = Array.from({ length: 10 }, (_, index) => {
  const [angle, radius] = [Math.PI / 2 + (index * Math.PI) / 5, index % 2 === 0 ? 0.4 : 0.16];
  return [0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle)];
});
const LINE_SHARE = 0.12;

/** Shapes of ticks by the ZapfDingbats characters with which fields name them (ISO 32000-2 §12.5.6.19, `CA`). */
const SHAPES = { '4': 'check', '8': 'cross', l: 'dot', u: 'diamond', n: 'square', H: 'star' } as const;
type TickShape = (typeof SHAPES)[keyof typeof SHAPES];

export function tickShape(caption: string, isRadio: boolean): TickShape {
  const isKnown = (each: string): each is keyof typeof SHAPES => Object.hasOwn(SHAPES, each);
  return isKnown(caption) ? SHAPES[caption] : isRadio ? 'dot' : 'check';
}

/** Draws a tick in the centre of its field. */
export function drawTickShape(page: PDFPage, shape: TickShape, { size, color }: FieldLook): void {
  const side = Math.min(size.width, size.height);
  const [left, bottom] = [(size.width - side) / 2, (size.height - side) / 2];
  const at = ([x, y]: readonly [number, number]) => [left + x * side, bottom + y * side] as const;
  const trace = (corners: Corners) => {
    const path = page.drawPath();
    for (const [index, corner] of corners.entries()) {
      if (index === 0) path.moveTo(...at(corner));
      else path.lineTo(...at(corner));
    }
    return path;
  };
  const line = {
    borderColor: color,
    borderWidth: side * LINE_SHARE,
    lineCap: 'round',
    lineJoin: 'round',
  } as const;
  if (shape === 'check') trace(CHECK).stroke(line);
  else if (shape === 'cross') for (const stroke of CROSS) trace(stroke).stroke(line);
  else if (shape === 'dot') {
    const [x, y] = at([0.5, 0.5]);
    page.drawCircle({ x, y, radius: side / 4, color });
  } else if (shape === 'square') {
    const [x, y] = at([0.25, 0.25]);
    page.drawRectangle({ x, y, width: side / 2, height: side / 2, color });
  } else
    trace(shape === 'diamond' ? DIAMOND : STAR)
      .close()
      .fill({ color });
}
