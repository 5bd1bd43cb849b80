/** One step of an outline, in thousandths of an em. `q` is a quadratic curve, `c` a cubic one. */
export interface OutlineStep {
  kind: 'move' | 'line' | 'quadratic' | 'cubic';
  /** Pairs of x and y; control points first. */
  to: readonly number[];
}

/** A glyph of a font file: its advance and its filled outline. */
export interface GlyphOutline {
  advance: number;
  steps: readonly OutlineStep[];
}

/** Operators of Type 2 charstrings (Adobe Technical Note 5177). */
const CHAR = { line: 5, curve: 8, end: 14, move: 21 };
/** Operators of dictionaries (Adobe Technical Note 5176); those above 255 are escaped. */
const DICT = {
  bounds: 5,
  charset: 15,
  charStrings: 17,
  private: 18,
  defaultWidth: 20,
  registry: 0x0c1e,
  count: 0x0c22,
  fonts: 0x0c24,
  fontSelect: 0x0c25,
};
/** The first string after the 391 that every reader knows. */
const OWN_STRING = 391;
const HEADER = [1, 0, 4, 4];

/**
 * A font file in the Compact Font Format, with these glyphs as numbers 1, 2, … after an empty one. Glyphs are
 * selected by number (CID-keyed), so it needs no encoding and no names.
 */
export function cffFont(name: string, glyphs: readonly GlyphOutline[]): Buffer {
  const count = glyphs.length + 1;
  const charStrings = index([charString({ advance: 0, steps: [] }), ...glyphs.map(charString)]);
  const charset = Buffer.from([2, ...short(1), ...short(Math.max(0, count - 2))]);
  const fontSelect = Buffer.from([3, ...short(1), ...short(0), 0, ...short(count)]);
  const privateDict = dict([[DICT.defaultWidth, [0]]]);
  const strings = index([Buffer.from('Adobe'), Buffer.from('Identity')]);
  const before = [Buffer.from(HEADER), index([Buffer.from(name)])];
  const between = [strings, index([])];
  const fontDict = (at: number) => index([dict([[DICT.private, [privateDict.length, at]]])]);
  const top = (at: Record<'charset' | 'fontSelect' | 'charStrings' | 'fonts', number>) =>
    index([
      dict([
        [DICT.registry, [OWN_STRING, OWN_STRING + 1, 0]],
        [DICT.bounds, boundsOf(glyphs)],
        [DICT.count, [count]],
        [DICT.charset, [at.charset]],
        [DICT.charStrings, [at.charStrings]],
        [DICT.fonts, [at.fonts]],
        [DICT.fontSelect, [at.fontSelect]],
      ]),
    ]);
  const start = sizeOf([...before, top({ charset: 0, fontSelect: 0, charStrings: 0, fonts: 0 }), ...between]);
  const parts = [charset, fontSelect, charStrings, privateDict];
  const [charsetAt, fontSelectAt, charStringsAt, privateAt] = parts.map(
    (_, at) => start + sizeOf(parts.slice(0, at)),
  );
  const at = {
    charset: charsetAt!,
    fontSelect: fontSelectAt!,
    charStrings: charStringsAt!,
    fonts: start + sizeOf(parts),
  };
  return Buffer.concat([...before, top(at), ...between, ...parts, fontDict(privateAt!)]);
}

/** The box around all glyphs: left, bottom, right, top. */
export function boundsOf(glyphs: readonly GlyphOutline[]): [number, number, number, number] {
  const bounds: [number, number, number, number] = [0, 0, 0, 0];
  for (const { to } of glyphs.flatMap(({ steps }) => steps)) {
    for (let at = 0; at < to.length; at += 2) {
      bounds[0] = Math.min(bounds[0], Math.floor(to[at]!));
      bounds[1] = Math.min(bounds[1], Math.floor(to[at + 1]!));
      bounds[2] = Math.max(bounds[2], Math.ceil(to[at]!));
      bounds[3] = Math.max(bounds[3], Math.ceil(to[at + 1]!));
    }
  }
  return bounds;
}

/** The width precedes the first operator. Points are relative to the previous one. */
function charString({ advance, steps }: GlyphOutline): Buffer {
  const bytes: number[] = integer(Math.round(advance));
  let [x, y] = [0, 0];
  for (const step of steps) {
    const points = step.kind === 'quadratic' ? toCubic(x, y, step.to) : step.to;
    for (let at = 0; at < points.length; at += 2) {
      const [nextX, nextY] = [Math.round(points[at]!), Math.round(points[at + 1]!)];
      bytes.push(...integer(nextX - x), ...integer(nextY - y));
      [x, y] = [nextX, nextY];
    }
    bytes.push(step.kind === 'move' ? CHAR.move : step.kind === 'line' ? CHAR.line : CHAR.curve);
  }
  bytes.push(CHAR.end);
  return Buffer.from(bytes);
}

/** The same curve with two control points instead of one. */
function toCubic(x: number, y: number, [controlX, controlY, endX, endY]: readonly number[]): number[] {
  const third = (from: number, control: number) => from + (2 / 3) * (control - from);
  return [
    third(x, controlX!),
    third(y, controlY!),
    third(endX!, controlX!),
    third(endY!, controlY!),
    endX!,
    endY!,
  ];
}

const dict = (entries: readonly (readonly [operator: number, operands: readonly number[]])[]) =>
  Buffer.from(
    entries.flatMap(([operator, operands]) => [
      ...operands.flatMap(long),
      ...(operator > 255 ? [operator >> 8, operator & 255] : [operator]),
    ]),
  );

/** A list of byte strings with offsets of four bytes, counted from the byte before the first. */
function index(items: readonly Buffer[]): Buffer {
  if (items.length === 0) return Buffer.from([0, 0]);
  const offsets = Buffer.alloc(4 * (items.length + 1));
  let offset = 1;
  for (const [at, item] of items.entries()) {
    offsets.writeUInt32BE(offset, 4 * at);
    offset += item.length;
  }
  offsets.writeUInt32BE(offset, 4 * items.length);
  return Buffer.concat([Buffer.from([...short(items.length), 4]), offsets, ...items]);
}

const sizeOf = (parts: readonly Buffer[]) => parts.reduce((sum, { length }) => sum + length, 0);
const short = (value: number) => [(value >> 8) & 255, value & 255];
/** An operand of a dictionary that always takes five bytes, so that offsets do not depend on their own size. */
const long = (value: number) => [
  29,
  (value >> 24) & 255,
  (value >> 16) & 255,
  (value >> 8) & 255,
  value & 255,
];

/** An operand of a charstring, from -32,768 to 32,767. */
function integer(value: number): number[] {
  if (value >= -107 && value <= 107) return [value + 139];
  return [28, ...short(Math.max(-32_768, Math.min(32_767, value)))];
}
