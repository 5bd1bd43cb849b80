import { createHash } from 'node:crypto';
import { OPS, type PdfJsFont, type PdfJsOperators } from '#vendor/pdf-js';
import { isUsual } from '../contents/content-operators.js';

type Matrix = [number, number, number, number, number, number];

/** A character as pdf.js passes it on. */
interface Glyph {
  unicode: string;
  fontChar: string;
  width: number;
  isSpace: boolean;
  accent: object | null;
  /** Of a Type 3 font. */
  operatorListId?: string;
}

/** What painting depends on. Settings have the name of the first operator that can change them. */
interface State {
  matrix: Matrix;
  settings: ReadonlyMap<string, string>;
  /** A digest of everything that limits where is painted. */
  clip: string;
  /** Where the line of text begins, and whether text goes on from there or behind what was shown last. */
  line: Matrix;
  isBehind: boolean;
  leading: number;
}

/** What operators refer to by name. */
export interface DrawnParts {
  /** Fonts that were read. */
  fonts: ReadonlyMap<string, PdfJsFont>;
  /** Shadings, as pdf.js passes them on. */
  patterns: ReadonlyMap<string, unknown>;
  /** Digests of what was recorded already: a pattern or a glyph can be used any number of times. */
  known: WeakMap<object, string>;
}

const NAMES: ReadonlyMap<number, string> = new Map(Object.entries(OPS).map(([name, value]) => [value, name]));
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Entries of graphics states that are operators of their own as well. */
const AS_OPERATORS: Readonly<Record<string, string>> = {
  LW: 'setLineWidth',
  LC: 'setLineCap',
  LJ: 'setLineJoin',
  ML: 'setMiterLimit',
  D: 'setDash',
  RI: 'setRenderingIntent',
  FL: 'setFlatness',
};
/** Operators with values that programs may ignore, by their names in content streams. */
const LETTERS: Readonly<Record<string, string>> = {
  setLineWidth: 'w',
  setMiterLimit: 'M',
  setLineCap: 'J',
  setLineJoin: 'j',
  setTextRenderingMode: 'Tr',
};
/** What only lines depend on. */
const OF_LINES = new Set(['setLineWidth', 'setMiterLimit', 'setLineCap', 'setLineJoin', 'stroke']);
/** Dashes are written anew where their lengths or phase are odd; nobody sees the others. */
const NOT_COMPARED = new Set(['setDash', 'setRenderingIntent', 'setFlatness']);
const MODE = 'setTextRenderingMode';
/** Modes in which text is drawn as lines, and from which on it is a clip (ISO 32000-2 §9.3.6). */
const [LINED, CLIPPING] = [['[1]', '[2]', '[5]', '[6]'], 4];
/** The names that pdf.js gives to pictures and fonts are numbered in the order of their use. */
const NUMBERED = /^(?:g_|img_|mask_|pattern_)/;
/** More than anyone sees, and fewer digits than two ways of writing a number can differ in. */
const DIGITS = 7;

/**
 * Records what pdf.js draws on a page: each thing that is painted, with its place and everything that determines its
 * looks. Which operators lead there does not matter, so contents that are spelled differently have the same record.
 * Dashes are not recorded, and of pictures only their size.
 */
export class DrawnRecord {
  private readonly hash = createHash('sha256');
  private state: State = {
    ...{ matrix: IDENTITY, settings: new Map(), clip: '', line: IDENTITY, isBehind: false, leading: 0 },
  };
  private readonly saved: State[] = [];
  private clipping: string | null = null;
  /** What was shown as a clip since the text began. */
  private textClips: unknown[] = [];
  /** Marked contents that were begun, with the layer of those that belong to one. */
  private readonly marks: unknown[] = [];

  constructor(private readonly parts: DrawnParts) {}

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
    else if (/^paint|Fill$/.test(name)) this.paint(name, args);
    else if (name.startsWith('set')) this.set(name, args);
  }

  private readonly operators: Partial<Record<string, (...args: never[]) => void>> = {
    save: () => void this.saved.push(this.state),
    restore: () => this.restore(),
    transform: (...matrix: Matrix) => this.transform(matrix),
    clip: () => void (this.clipping = 'clip'),
    eoClip: () => void (this.clipping = 'eoClip'),
    constructPath: (paint: number, data: unknown) => this.path(NAMES.get(paint) ?? '', data),
    paintFormXObjectBegin: (matrix: Matrix | null, box: unknown) => this.begin(matrix, box),
    paintFormXObjectEnd: () => this.restore(),
    beginGroup: (group: object) => this.paint('beginGroup', [group]),
    endGroup: () => this.paint('endGroup', []),
    beginAnnotation: (_id: string, ...place: unknown[]) => this.beginAnnotation(place),
    endAnnotation: () => this.restore(),
    beginMarkedContent: () => void this.marks.push(null),
    beginMarkedContentProps: (tag: string, layer: unknown) =>
      void this.marks.push(tag === 'OC' ? layer : null),
    endMarkedContent: () => void this.marks.pop(),
    beginText: () => this.place(IDENTITY),
    endText: () => this.clipByText(),
    setTextMatrix: (matrix: Matrix) => this.place(matrix),
    moveText: (x: number, y: number) => this.moveText(x, y),
    setLeading: (leading: number) => void (this.state = { ...this.state, leading }),
    setLeadingMoveText: (x: number, y: number) => {
      this.state = { ...this.state, leading: -y };
      this.moveText(x, y);
    },
    nextLine: () => this.moveText(0, -this.state.leading),
    setGState: (entries: [string, unknown][]) => {
      for (const [key, value] of entries)
        if (key === 'Font') this.setFont(...(value as [string, number]));
        else this.set(AS_OPERATORS[key] ?? key, [value]);
    },
    setFont: (font: string, size: number) => this.setFont(font, size),
    showText: (glyphs: (Glyph | number)[]) => this.showText(glyphs),
  };

  private transform(matrix: Matrix): void {
    this.state = { ...this.state, matrix: multiply(matrix, this.state.matrix) };
  }

  private restore(): void {
    this.state = this.saved.pop() ?? this.state;
    this.clipping = null;
  }

  private place(line: Matrix): void {
    this.state = { ...this.state, line, isBehind: false };
  }

  private moveText(x: number, y: number): void {
    this.place(multiply([1, 0, 0, 1, x, y], this.state.line));
  }

  /** Fill and stroke have one setting each, however it is made. */
  private set(name: string, args: readonly unknown[]): void {
    const letter = LETTERS[name];
    if (NOT_COMPARED.has(name) || (letter && !isUsual(letter, args as number[]))) return;
    const [, paint] = /^set(Fill|Stroke)/.exec(name) ?? [];
    const [key, value] = paint ? [paint.toLowerCase(), [name, args]] : [name, args];
    const settings = new Map(this.state.settings).set(key, this.text(value));
    this.state = { ...this.state, settings };
  }

  private setFont(name: string, size: number): void {
    const font = this.parts.fonts.get(name);
    const glyphs = font?.charProcOperatorList;
    this.set('setFont', [font?.name, glyphs && this.digestOf(glyphs), size]);
  }

  private showText(glyphs: readonly (Glyph | number)[]): void {
    const { line, isBehind } = this.state;
    const shown = glyphs.map((glyph) =>
      typeof glyph === 'number'
        ? glyph
        : [
            ...[glyph.unicode, glyph.fontChar, glyph.width],
            ...[glyph.isSpace, glyph.accent, glyph.operatorListId ?? null],
          ],
    );
    const mode = this.state.settings.get(MODE) ?? '[0]';
    this.paint('showText', [line, isBehind, shown], LINED.includes(mode));
    if (Number(mode.slice(1, -1)) >= CLIPPING)
      this.textClips.push([this.state.matrix, line, isBehind, shown, this.state.settings.get('setFont')]);
    this.state = { ...this.state, isBehind: true };
  }

  private clipByText(): void {
    if (this.textClips.length > 0) this.clip(this.textClips);
    this.textClips = [];
  }

  private path(paint: string, data: unknown): void {
    const isLine = /stroke/i.test(paint);
    if (paint !== 'endPath' && !isEmpty(data)) this.paint(paint, [data], isLine);
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

  private paint(name: string, args: readonly unknown[], isLine = false): void {
    const { matrix, settings, clip } = this.state;
    const depends = [...settings]
      .filter(([key]) => isLine || !OF_LINES.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const layers = this.marks.filter((mark) => mark !== null);
    this.hash.update(this.text([name, args, matrix, clip, layers, depends]));
  }

  /** What is passed on, without names that depend on the order of use. */
  private text(args: unknown): string {
    return JSON.stringify(args, (_key, value: unknown) => this.plain(value)) ?? '';
  }

  private plain(value: unknown): unknown {
    if (typeof value === 'number') return Number(value.toPrecision(DIGITS));
    if (typeof value === 'string') {
      const pattern = this.parts.patterns.get(value);
      if (pattern !== undefined) return this.digestOf(pattern as object);
      return NUMBERED.test(value) ? '' : value;
    }
    if (value instanceof Uint8Array || value instanceof Uint8ClampedArray)
      return createHash('sha256').update(value).digest('base64');
    if (ArrayBuffer.isView(value)) return Array.from(value as Float32Array);
    return isOperators(value) ? this.digestOf(value) : value;
  }

  private digestOf(part: object): string {
    const { known } = this.parts;
    const digest =
      known.get(part) ??
      (isOperators(part)
        ? new DrawnRecord(this.parts).read(part).digest()
        : createHash('sha256').update(this.text(part)).digest('base64'));
    known.set(part, digest);
    return digest;
  }
}

const isOperators = (value: unknown): value is PdfJsOperators =>
  typeof value === 'object' && value !== null && 'fnArray' in value;

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
