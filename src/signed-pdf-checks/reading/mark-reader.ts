import { OPS, type PdfJsFont } from '#vendor/pdf-js';
import {
  around,
  type Box,
  EVERYWHERE,
  grown,
  IDENTITY,
  intersection,
  keepsUpright,
  type Mark,
  type Matrix,
  moved,
  multiply,
  plainMark,
  transformed,
} from './mark-geometry.js';
import { type Outline, outlinesOf } from './path-outlines.js';

/** A character as pdf.js passes it on. */
interface Glyph {
  /** In thousandths of the font's size, or in the unit stated by its font. */
  width: number;
  isSpace: boolean;
}

type Shape = Pick<Outline, 'box' | 'isRectangle'>;

interface State {
  matrix: Matrix;
  clip: Box;
  /** Whether everything inside the clip is drawn: no mask, and no clip but a box. */
  isWhole: boolean;
  /** Whether fills have a colour rather than a pattern. */
  isPlain: boolean;
  lineWidth: number;
  font: PdfJsFont | null;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  stretch: number;
  leading: number;
  rise: number;
}

const UNIT: Box = { left: 0, bottom: 0, right: 1, top: 1 };
/**
 * How far a character extends below and above its line, as a multiple of its size, including accents and descenders.
 */
const [BELOW, ABOVE] = [-0.35, 1.05];
/**
 * Two characters closer than this, as a multiple of their size, are read as one word or number; characters of zero
 * width are taken to be about this wide.
 */
const [APART, NARROWEST] = [0.5, 0.5];
/** The same for outlines and pictures, in points. */
const APART_FROM_OUTLINES = 3;
/** Text used as a clip (ISO 32000-2 §9.3.6). */
const TEXT_CLIPS = 4;

/** Follows a page's operators (ISO 32000-2 §8 and §9) and records where each draws. */
export class MarkReader {
  readonly marks: Mark[] = [];
  private state: State = {
    ...{ matrix: IDENTITY, clip: EVERYWHERE, isWhole: true, isPlain: true, lineWidth: 1 },
    ...{ font: null, fontSize: 0, charSpacing: 0, wordSpacing: 0, stretch: 1, leading: 0, rise: 0 },
  };
  private readonly saved: State[] = [];
  private isClipPending = false;
  private line = IDENTITY;
  private text = IDENTITY;

  constructor(private readonly fonts: ReadonlyMap<string, PdfJsFont>) {}

  /** @throws Error if it is uncertain where an operator draws */
  read(name: string, args: unknown[]): void {
    const operator = this.operators[name];
    if (operator) operator(...(args as never[]));
    else if (name.startsWith('paint') || name.endsWith('Fill'))
      this.mark({ kind: 'content', box: EVERYWHERE });
  }

  private readonly operators: Partial<Record<string, (...args: never[]) => void>> = {
    save: () => this.save(),
    restore: () => this.restore(),
    transform: (...matrix: number[]) => this.transform(matrix),
    setLineWidth: (width: number) => void (this.state.lineWidth = width),
    setGState: (entries: [string, unknown][]) => this.setGraphicsState(entries),
    setFillColorN: () => void (this.state.isPlain = false),
    setFillRGBColor: () => void (this.state.isPlain = true),
    clip: () => void (this.isClipPending = true),
    eoClip: () => void (this.isClipPending = true),
    constructPath: (paint: number, [data]: [ArrayLike<number> | null]) => this.path(paint, data),
    paintFormXObjectBegin: (matrix: ArrayLike<number> | null, box: ArrayLike<number> | null) => {
      this.save();
      if (matrix) this.transform(matrix);
      this.clipTo(box);
    },
    paintFormXObjectEnd: () => this.restore(),
    beginGroup: ({ matrix, bbox }: Record<'matrix' | 'bbox', ArrayLike<number> | null>) => {
      this.save();
      const { matrix: outside } = this.state;
      if (matrix) this.transform(matrix);
      this.clipTo(bbox);
      this.state.matrix = outside;
    },
    endGroup: () => this.restore(),
    shadingFill: () => this.mark({ kind: 'content', box: EVERYWHERE }),
    paintImageXObject: () => this.picture(),
    paintImageMaskXObject: () => this.picture(),
    paintInlineImageXObject: () => this.picture(),
    paintSolidColorImageMask: () => this.fill({ box: UNIT, isRectangle: true }),
    beginText: () => void (this.line = this.text = IDENTITY),
    setFont: (name: string, size: number) => this.setFont(name, size),
    setTextMatrix: (matrix: ArrayLike<number>) => void (this.line = this.text = matrixOf(matrix)),
    moveText: (x: number, y: number) => this.moveText(x, y),
    setLeadingMoveText: (x: number, y: number) => {
      this.state.leading = -y;
      this.moveText(x, y);
    },
    nextLine: () => this.moveText(0, -this.state.leading),
    setLeading: (leading: number) => void (this.state.leading = leading),
    setCharSpacing: (spacing: number) => void (this.state.charSpacing = spacing),
    setWordSpacing: (spacing: number) => void (this.state.wordSpacing = spacing),
    setHScale: (percent: number) => void (this.state.stretch = percent / 100),
    setTextRise: (rise: number) => void (this.state.rise = rise),
    setTextRenderingMode: (mode: number) => {
      if (mode >= TEXT_CLIPS) this.state.isWhole = false;
    },
    showText: (glyphs: (Glyph | number)[]) => this.showText(glyphs),
  };

  private save(): void {
    this.saved.push({ ...this.state });
  }

  private restore(): void {
    this.state = this.saved.pop() ?? this.state;
  }

  private transform(matrix: ArrayLike<number>): void {
    this.state.matrix = multiply(matrixOf(matrix), this.state.matrix);
  }

  private setGraphicsState(entries: [string, unknown][]): void {
    for (const [key, value] of entries) {
      if (key === 'LW') this.state.lineWidth = value as number;
      if (key === 'SMask' && value !== false) this.state.isWhole = false;
      if (key === 'Font') this.setFont(...(value as [string, number]));
    }
  }

  private setFont(name: string, size: number): void {
    this.state.font = this.fonts.get(name) ?? null;
    this.state.fontSize = size;
  }

  private moveText(x: number, y: number): void {
    this.line = this.text = multiply([1, 0, 0, 1, x, y], this.line);
  }

  private clipTo(box: ArrayLike<number> | null): void {
    if (!box) return;
    const [left, bottom, right, top] = Array.from(box) as [number, number, number, number];
    this.clipBy([{ box: { left, bottom, right, top }, isRectangle: true }]);
  }

  private clipBy(outlines: readonly Shape[]): void {
    const { matrix, clip } = this.state;
    const boxes = outlines.map(({ box }) => transformed(matrix, box));
    const whole = around(
      boxes.flatMap(({ left, bottom, right, top }) => [
        [left, bottom],
        [right, top],
      ]),
    );
    this.state.clip = intersection(clip, whole);
    if (outlines.length !== 1 || !outlines[0]!.isRectangle || !keepsUpright(matrix))
      this.state.isWhole = false;
  }

  private path(paint: number, data: ArrayLike<number> | null): void {
    const outlines = data ? outlinesOf(data) : [];
    const { isFilled, isStroked } = painting(paint);
    if (isFilled && outlines.length === 1) this.fill(outlines[0]!);
    else if (isFilled) for (const { box } of outlines) this.outline(box);
    if (isStroked) for (const outline of outlines) this.stroke(outline);
    if (this.isClipPending) this.clipBy(outlines);
    this.isClipPending = false;
  }

  private fill({ box, isRectangle }: Shape): void {
    const { matrix, isWhole, isPlain } = this.state;
    if (isRectangle && isWhole && isPlain && keepsUpright(matrix))
      this.mark(plainMark(transformed(matrix, box)));
    else this.outline(box);
  }

  /** Straight lines are recorded one by one, so that a frame leaves its inside free. */
  private stroke({ box, points }: Outline): void {
    const { matrix, lineWidth } = this.state;
    const [a, b, c, d] = matrix;
    const reach = (lineWidth / 2) * Math.max(Math.hypot(a, b), Math.hypot(c, d));
    if (!points) return this.outline(grown(box, lineWidth));
    const ends = points.map(([x, y]) => moved(matrix, x, y));
    for (const [index, to] of ends.slice(1).entries()) {
      const from = ends[index]!;
      const line = grown(around([from, to]), reach);
      this.mark(from[1] === to[1] ? plainMark(line) : { kind: 'content', box: line });
    }
  }

  private picture(): void {
    this.outline(UNIT);
  }

  private outline(box: Box): void {
    this.mark({ kind: 'content', box: grown(transformed(this.state.matrix, box), APART_FROM_OUTLINES) });
  }

  private mark({ kind, box }: Mark): void {
    this.marks.push({ kind, box: intersection(box, this.state.clip) });
  }

  private showText(glyphs: readonly (Glyph | number)[]): void {
    const { font, fontSize, charSpacing, wordSpacing, stretch } = this.state;
    // Characters of such fonts are drawings of any size, or are set vertically.
    if (!font || font.isType3Font || font.vertical) throw new Error('A font cannot be measured');
    const [scale] = font.fontMatrix ?? USUAL_SCALE;
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') {
        this.advance((-glyph / THOUSAND) * fontSize * stretch);
        continue;
      }
      const width = glyph.width * scale!;
      if (!glyph.isSpace) this.character(width);
      const spacing = charSpacing + (glyph.isSpace ? wordSpacing : 0);
      this.advance((width * fontSize + spacing) * stretch);
    }
  }

  private character(width: number): void {
    const { fontSize, stretch, rise, matrix } = this.state;
    const size: Matrix = [fontSize * stretch, 0, 0, fontSize, 0, rise];
    const reach = { left: -APART, bottom: BELOW, right: Math.max(width, NARROWEST) + APART, top: ABOVE };
    const box = transformed(multiply(multiply(size, this.text), matrix), reach);
    this.mark({ kind: 'content', box });
  }

  private advance(by: number): void {
    this.text = multiply([1, 0, 0, 1, by, 0], this.text);
  }
}

/** A font's own coordinates, unless it states others (ISO 32000-2 §9.2.4). */
const USUAL_SCALE: readonly number[] = [0.001];
const THOUSAND = 1000;

const FILLING = ['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke'];
const STROKING = [
  'stroke',
  'closeStroke',
  'fillStroke',
  'eoFillStroke',
  'closeFillStroke',
  'closeEOFillStroke',
];
const [FILLS, STROKES] = [FILLING, STROKING].map((names) => new Set(names.map((name) => OPS[name]))) as [
  Set<number | undefined>,
  Set<number | undefined>,
];
const painting = (operator: number) => ({ isFilled: FILLS.has(operator), isStroked: STROKES.has(operator) });

const matrixOf = (numbers: ArrayLike<number>) => Array.from(numbers) as unknown as Matrix;
