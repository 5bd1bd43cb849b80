import { createHash } from 'node:crypto';
import { OPS, type PdfJsFont, type PdfJsOperators } from '#vendor/pdf-js';
import { isUsual } from '../contents/content-operators.js';

type Matrix = [number, number, number, number, number, number];

/** A character as pdf.js passes it on. */
interface Glyph {
  unicode: string;
  width: number;
}

/** What painting depends on, by the names of pdf.js's operators and of entries of graphics states. */
interface State {
  matrix: Matrix;
  settings: ReadonlyMap<string, string>;
  /** A digest of all paths that limit where is painted. */
  clip: string;
}

const NAMES: ReadonlyMap<number, string> = new Map(Object.entries(OPS).map(([name, value]) => [value, name]));
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Operators with values that programs may ignore, by their names in content streams. */
const LETTERS = {
  setLineWidth: 'w',
  setMiterLimit: 'M',
  setLineCap: 'J',
  setLineJoin: 'j',
  setTextRenderingMode: 'Tr',
} as const;
/** Dashes are written anew where their lengths or phase are odd. */
const NOT_COMPARED = new Set(['setDash', 'setLeading', 'setLeadingMoveText', 'setTextMatrix']);
/** The names that pdf.js gives to pictures, patterns and fonts are numbered in the order of their use. */
const NUMBERED = /^(?:g_|img_|mask_|pattern_)/;
/** The fourth decimal of a point is too small to be seen. */
const PRECISION = 1e4;

/**
 * Records what pdf.js draws on a page: each thing that is painted, with its place and everything that determines its
 * looks. Which operators lead there does not matter, so contents that are spelled differently have the same record.
 * Dashes are not recorded, and of pictures only their size.
 */
export class DrawnRecord {
  private readonly hash = createHash('sha256');
  private state: State = { matrix: IDENTITY, settings: new Map(), clip: '' };
  private readonly saved: State[] = [];
  private line: Matrix = IDENTITY;
  private leading = 0;
  private clipping: string | null = null;
  /** Marked contents that were begun, with the layer of those that belong to one. */
  private readonly marks: unknown[] = [];

  /** @param fonts those that were read, by their names in operators */
  constructor(private readonly fonts: ReadonlyMap<string, PdfJsFont>) {}

  /** Adds operators in their order. */
  read({ fnArray, argsArray }: PdfJsOperators): this {
    for (const [index, number] of fnArray.entries())
      this.follow(NAMES.get(number) ?? '', (argsArray[index] ?? []) as never[]);
    return this;
  }

  /** Ends the record. */
  digest(): string {
    return this.hash.digest('base64');
  }

  private follow(name: string, args: never[]): void {
    const operator = this.operators[name];
    if (operator) operator(...args);
    else if (name === 'showText' || name === 'constructPath' || /^paint|Fill$/.test(name))
      this.paint(name, args);
    else if (name.startsWith('set') && !NOT_COMPARED.has(name)) this.set(name, args);
  }

  private readonly operators: Partial<Record<string, (...args: never[]) => void>> = {
    save: () => void this.saved.push(this.state),
    restore: () => void (this.state = this.saved.pop() ?? this.state),
    transform: (...matrix: Matrix) => this.transform(matrix),
    clip: () => void (this.clipping = 'clip'),
    eoClip: () => void (this.clipping = 'eoClip'),
    constructPath: (paint: number, data: unknown) => this.path(NAMES.get(paint) ?? '', data),
    paintFormXObjectBegin: (matrix: Matrix | null, box: unknown) => this.begin(matrix, box),
    paintFormXObjectEnd: () => this.end(),
    beginGroup: (group: object) => this.paint('beginGroup', [group]),
    endGroup: () => this.paint('endGroup', []),
    beginAnnotation: (_id: string, ...place: unknown[]) => this.beginAnnotation(place),
    endAnnotation: () => this.end(),
    beginMarkedContent: () => void this.marks.push(null),
    beginMarkedContentProps: (tag: string, layer: unknown) =>
      void this.marks.push(tag === 'OC' ? layer : null),
    endMarkedContent: () => void this.marks.pop(),
    beginText: () => void (this.line = IDENTITY),
    setTextMatrix: (matrix: Matrix) => void (this.line = matrix),
    moveText: (x: number, y: number) => this.moveText(x, y),
    setLeading: (leading: number) => void (this.leading = leading),
    setLeadingMoveText: (x: number, y: number) => {
      this.leading = -y;
      this.moveText(x, y);
    },
    nextLine: () => this.moveText(0, -this.leading),
    setGState: (entries: [string, unknown][]) => {
      for (const [key, value] of entries)
        if (key === 'Font') this.set('setFont', value as unknown[]);
        else this.set(key, [value]);
    },
    setFont: (font: string, size: number) =>
      this.set('setFont', [this.fonts.get(font)?.charProcOperatorList, size]),
    showText: (glyphs: (Glyph | number)[]) =>
      this.paint('showText', [
        this.line,
        glyphs.map((glyph) => (typeof glyph === 'number' ? glyph : [glyph.unicode, glyph.width])),
      ]),
  };

  private transform(matrix: Matrix): void {
    this.state = { ...this.state, matrix: multiply(matrix, this.state.matrix) };
  }

  private moveText(x: number, y: number): void {
    this.line = multiply([1, 0, 0, 1, x, y], this.line);
  }

  private set(name: string, args: readonly unknown[]): void {
    const letter = LETTERS[name as keyof typeof LETTERS];
    if (letter && !isUsual(letter, args as number[])) return;
    const settings = new Map(this.state.settings).set(name, this.text(args));
    this.state = { ...this.state, settings };
  }

  private path(paint: string, data: unknown): void {
    if (paint !== 'endPath' && !isEmpty(data)) this.paint(paint, [data]);
    if (this.clipping !== null) this.clip([this.clipping, data]);
    this.clipping = null;
  }

  private clip(by: unknown[]): void {
    const { matrix, clip } = this.state;
    const text = this.text([clip, matrix, ...by]);
    this.state = { ...this.state, clip: createHash('sha256').update(text).digest('base64') };
  }

  private begin(matrix: Matrix | null, box: unknown): void {
    this.saved.push(this.state);
    if (matrix) this.transform(matrix);
    if (box) this.clip([box]);
  }

  private beginAnnotation(place: unknown[]): void {
    this.paint('beginAnnotation', place);
    this.saved.push(this.state);
  }

  private end(): void {
    this.state = this.saved.pop() ?? this.state;
  }

  private paint(name: string, args: readonly unknown[]): void {
    const { matrix, settings, clip } = this.state;
    const depends = [...settings].sort(([a], [b]) => (a < b ? -1 : 1));
    const layers = this.marks.filter((mark) => mark !== null);
    this.hash.update(this.text([name, args, matrix, clip, layers, depends]));
  }

  /** What is passed on, without names that depend on the order of use, and data of pictures. */
  private text(args: unknown): string {
    return JSON.stringify(args, (_key, value: unknown) => this.plain(value)) ?? '';
  }

  private plain(value: unknown): unknown {
    if (typeof value === 'number') return Math.round(value * PRECISION) / PRECISION;
    if (typeof value === 'string') return NUMBERED.test(value) ? '' : value;
    if (value instanceof Uint8Array || value instanceof Uint8ClampedArray) return value.length;
    if (ArrayBuffer.isView(value)) return Array.from(value as Float32Array);
    const isDrawn = typeof value === 'object' && value !== null && 'fnArray' in value;
    return isDrawn ? new DrawnRecord(this.fonts).read(value as PdfJsOperators).digest() : value;
  }
}

/** A path of which no part was begun. */
const isEmpty = (data: unknown) => !Array.isArray(data) || data[0] === null;

const multiply = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
];
