import { type PDF, type PdfRef, type PdfStream } from '@libpdf/core';
import { type ContentOperator, contentOperators } from '../layout/content-tokens.js';
import { type Sides, sidesOf } from '../structure/page-geometry.js';

/** What a field's appearance consists of. */
export interface FieldDrawing {
  hasWords: boolean;
  /** Some words cannot be seen: they are transparent, tiny, clipped, painted over, or in the colour of their ground. */
  hidesWords: boolean;
  /** Something other than words, a ground and a frame is drawn, or may be. */
  hasFigure: boolean;
  /** The lightness of its ground, from 0 to 1; 1 where the page shows through. */
  ground: number;
}

interface DrawingOptions {
  /** The width of the frame in which lines are no figure, as a share of the shorter side, and at most in units. */
  frame: { share: number; most: number };
  /** Lines from top to bottom separate the cells of a comb. */
  isComb: boolean;
  /** Bars from side to side mark the chosen lines of a list. */
  isList: boolean;
}

type Point = readonly [x: number, y: number];
type Matrix = readonly [number, number, number, number, number, number];

interface GraphicsState {
  matrix: Matrix;
  fill: number;
  lineWidth: number;
  fontSize: number;
  textMode: number;
  isClipped: boolean;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Points at which a line or curve is examined. */
const SAMPLES = 16;
/** The least difference of lightness, from 0 to 1, between words and their ground. */
const LEAST_CONTRAST = 0.2;
/** In units; nothing smaller is read. */
const SMALLEST_SIZE = 2;
/** Units by which words may begin outside their box. */
const OUTSIDE = 2;
/** Shares of a box that a clip leaves, that a comb's line crosses, and that a list's bar crosses. */
const [LEAST_CLIP, COMB_LINE, LIST_BAR] = [0.5, 0.7, 0.9];
/** Operators that paint something else, or change how all is painted (ISO 32000-2 annex A). */
const OTHER = new Set(['Do', 'sh', 'BI', 'gs']);
const SHOWING = new Set(['Tj', 'TJ', "'", '"']);
const [FILLING, STROKING] = [new Set('f F f* B B* b b*'.split(' ')), new Set('S s B B* b b*'.split(' '))];
/** Points that operators need. */
const POINTS: Readonly<Record<string, number>> = { m: 1, l: 1, c: 3, v: 2, y: 2, re: 2 };
const COLOURS = new Set(['g', 'rg', 'k', 'sc', 'scn']);

/**
 * Reads the drawing of a field's appearance (ISO 32000-2 §8 and §9), strictly: what it does not understand is a figure.
 */
export function readDrawing(pdf: PDF, look: PdfStream, options: DrawingOptions): FieldDrawing {
  const box = sidesOf(look.get('BBox', (ref: PdfRef) => pdf.getObject(ref)));
  if (!box) return { hasWords: false, hidesWords: false, hasFigure: true, ground: 1 };
  const reader = new DrawingReader(box, options);
  const content = Buffer.from(look.getDecodedData()).toString('latin1');
  for (const operator of contentOperators(content)) reader.follow(operator);
  return reader.found;
}

class DrawingReader {
  readonly found: FieldDrawing = { hasWords: false, hidesWords: false, hasFigure: false, ground: 1 };
  private state: GraphicsState = {
    ...{ matrix: IDENTITY, fill: 0, lineWidth: 1, fontSize: 0, textMode: 0, isClipped: false },
  };
  private readonly saved: GraphicsState[] = [];
  private text: { line: Matrix; leading: number } = { line: IDENTITY, leading: 0 };
  private shapes: Point[][] = [];
  private readonly inner: Sides;

  constructor(
    private readonly box: Sides,
    private readonly options: DrawingOptions,
  ) {
    const { share, most } = options.frame;
    const frame = Math.min(most, share * Math.min(box.right - box.left, box.top - box.bottom));
    this.inner = {
      left: box.left + frame,
      bottom: box.bottom + frame,
      right: box.right - frame,
      top: box.top - frame,
    };
  }

  follow({ name, operands }: ContentOperator): void {
    const texts = operands.map(({ text }) => text);
    const numbers = texts.map(Number);
    if (OTHER.has(name)) this.found.hasFigure = true;
    else if (COLOURS.has(name)) this.setColour(numbers);
    else if (SHOWING.has(name)) this.show(name, texts.at(-1) ?? '');
    else if (name.startsWith('T') || name === 'BT') this.setText(name, numbers);
    else if (!this.setState(name, numbers)) this.draw(name, numbers);
  }

  private setColour(parts: number[]): void {
    const lightness = lightnessOf(parts);
    if (lightness === null) this.found.hasFigure = true;
    else this.state.fill = lightness;
  }

  private setState(name: string, numbers: number[]): boolean {
    if (name === 'q') this.saved.push({ ...this.state });
    else if (name === 'Q') this.state = this.saved.pop() ?? this.state;
    else if (name === 'cm') this.state.matrix = times(numbers as unknown as Matrix, this.state.matrix);
    else if (name === 'w') this.state.lineWidth = numbers[0] ?? 1;
    else return false;
    return true;
  }

  private setText(name: string, numbers: number[]): void {
    const { text, state } = this;
    if (name === 'BT') text.line = IDENTITY;
    else if (name === 'Tf') state.fontSize = numbers[1] ?? 0;
    else if (name === 'Tr') state.textMode = numbers[0] ?? 0;
    else if (name === 'TL') text.leading = numbers[0] ?? 0;
    else if (name === 'Tm') text.line = numbers as unknown as Matrix;
    else if (name === 'Td' || name === 'TD') this.moveLine(numbers[0] ?? 0, numbers[1] ?? 0);
    else if (name === 'T*') this.moveLine(0, -text.leading);
    // Words that are drawn narrower, or raised.
    else if (name === 'Tz' || name === 'Ts') this.found.hasFigure ||= ![0, 100].includes(numbers[0] ?? 0);
    if (name === 'TD') text.leading = -(numbers[1] ?? 0);
  }

  private moveLine(x: number, y: number): void {
    this.text.line = times([1, 0, 0, 1, x, y], this.text.line);
  }

  private show(name: string, words: string): void {
    if (name === "'" || name === '"') this.moveLine(0, -this.text.leading);
    if (/^(?:\(\s*\)|<\s*>|\])$/.test(words)) return;
    const { fill, fontSize, textMode, isClipped } = this.state;
    const matrix = times(this.text.line, this.state.matrix);
    const [, , c, d, x, y] = matrix;
    const isTiny = !(fontSize * Math.hypot(c, d) >= SMALLEST_SIZE);
    const isFaint = Math.abs(fill - this.found.ground) < LEAST_CONTRAST;
    this.found.hasWords = true;
    this.found.hidesWords ||=
      textMode !== 0 || isClipped || isTiny || isFaint || !isIn(this.box, [x, y], -OUTSIDE);
  }

  private draw(name: string, numbers: number[]): void {
    const { shapes } = this;
    const last = shapes.at(-1)?.at(-1);
    const points = Array.from({ length: Math.floor(numbers.length / 2) }, (_, at) =>
      applied(this.state.matrix, [numbers[2 * at]!, numbers[2 * at + 1]!]),
    );
    if (points.length < (POINTS[name] ?? 0)) this.found.hasFigure = true;
    else if (name === 'm') shapes.push(points);
    else if (name === 're') shapes.push(this.rectangle(numbers));
    else if (name === 'h') this.close();
    else if (last && name === 'l') this.extend(line(last, points[0]!));
    else if (last && name === 'c') this.extend(curve(last, points[0]!, points[1]!, points[2]!));
    else if (last && name === 'v') this.extend(curve(last, last, points[0]!, points[1]!));
    else if (last && name === 'y') this.extend(curve(last, points[0]!, points[1]!, points[1]!));
    else if (name === 'W' || name === 'W*') this.clip();
    else this.paint(name);
  }

  private rectangle([x = 0, y = 0, width = 0, height = 0]: number[]): Point[] {
    const corners = [
      ...[[x, y] as const, [x + width, y] as const],
      ...[[x + width, y + height] as const, [x, y + height] as const, [x, y] as const],
    ].map((corner) => applied(this.state.matrix, corner));
    return corners.slice(1).flatMap((corner, at) => line(corners[at]!, corner));
  }

  private extend(points: Point[]): void {
    this.shapes.at(-1)!.push(...points);
  }

  private close(): void {
    const shape = this.shapes.at(-1);
    if (shape?.[0]) shape.push(...line(shape.at(-1)!, shape[0]));
  }

  private clip(): void {
    const { left, bottom, right, top } = boundsOf(this.shapes.flat());
    const [width, height] = [this.box.right - this.box.left, this.box.top - this.box.bottom];
    this.state.isClipped ||= !(right - left >= LEAST_CLIP * width && top - bottom >= LEAST_CLIP * height);
  }

  private paint(name: string): void {
    if (name === 's' || name.startsWith('b')) this.close();
    if (FILLING.has(name)) for (const shape of this.shapes) this.fill(shape);
    if (STROKING.has(name)) for (const shape of this.shapes) this.stroke(shape);
    if (FILLING.has(name) || STROKING.has(name) || name === 'n') this.shapes = [];
  }

  private fill(shape: Point[]): void {
    const closed = shape[0] ? [...shape, ...line(shape.at(-1)!, shape[0])] : shape;
    if (closed.some((point) => isIn(this.inner, point, 0))) {
      const { left, right } = boundsOf(closed);
      const isBar = right - left >= LIST_BAR * (this.box.right - this.box.left);
      this.found.hasFigure ||= !(this.options.isList && isBar && !this.found.hasWords);
    } else if (surrounds(closed, centreOf(this.inner))) {
      this.found.hidesWords ||= this.found.hasWords;
      this.found.ground = this.state.fill;
    }
  }

  private stroke(shape: Point[]): void {
    const { left, right, bottom, top } = boundsOf(shape);
    const isUpright = right - left < 1 && top - bottom >= COMB_LINE * (this.box.top - this.box.bottom);
    if (this.options.isComb && isUpright) return;
    const frame = this.inner.left - this.box.left;
    const isThick = this.state.lineWidth > 2 * frame;
    this.found.hasFigure ||= isThick || shape.some((point) => isIn(this.inner, point, 0));
  }
}

/** The lightness of a colour in grey, RGB or CMYK, by the count of numbers (ISO 32000-2 §8.6.8); null for others. */
function lightnessOf(parts: number[]): number | null {
  if (parts.some((part) => !Number.isFinite(part))) return null;
  const [a = 0, b = 0, c = 0, black = 0] = parts;
  if (parts.length === 1) return a;
  if (parts.length === 3) return 0.3 * a + 0.59 * b + 0.11 * c;
  return parts.length === 4 ? Math.max(0, 1 - 0.3 * a - 0.59 * b - 0.11 * c - black) : null;
}

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  ...([a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j] as const),
  ...([e * g + f * i + k, e * h + f * j + l] as const),
];

const applied = ([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point => [a * x + c * y + e, b * x + d * y + f];

const line = (from: Point, to: Point): Point[] =>
  Array.from({ length: SAMPLES }, (_, at) => mix(from, to, (at + 1) / SAMPLES));

const curve = (from: Point, first: Point, second: Point, to: Point): Point[] =>
  Array.from({ length: SAMPLES }, (_, at) => {
    const share = (at + 1) / SAMPLES;
    const [a, b, c] = [mix(from, first, share), mix(first, second, share), mix(second, to, share)];
    return mix(mix(a, b, share), mix(b, c, share), share);
  });

const mix = ([x1, y1]: Point, [x2, y2]: Point, share: number): Point => [
  x1 + (x2 - x1) * share,
  y1 + (y2 - y1) * share,
];

/** @param inset - by which the point must be inside; negative for one that may be outside */
const isIn = ({ left, bottom, right, top }: Sides, [x, y]: Point, inset: number): boolean =>
  x > left + inset && x < right - inset && y > bottom + inset && y < top - inset;

const centreOf = ({ left, bottom, right, top }: Sides): Point => [(left + right) / 2, (bottom + top) / 2];

const boundsOf = (points: Point[]): Sides => ({
  left: Math.min(...points.map(([x]) => x)),
  bottom: Math.min(...points.map(([, y]) => y)),
  right: Math.max(...points.map(([x]) => x)),
  top: Math.max(...points.map(([, y]) => y)),
});

/** Whether a closed shape goes around a point, by the even-odd rule (ISO 32000-2 §8.5.3.3.3). */
function surrounds(shape: Point[], [x, y]: Point): boolean {
  let isInside = false;
  for (const [index, [x1, y1]] of shape.entries()) {
    const [x2, y2] = shape[(index + 1) % shape.length]!;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
  }
  return isInside;
}
