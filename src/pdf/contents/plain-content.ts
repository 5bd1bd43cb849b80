import { ContentLexer } from './content-lexer.js';
import {
  CLIPS,
  isUsual,
  ON_PATHS,
  OPERATORS,
  PATH_BEGINS,
  PATH_ENDS,
  PLACING,
  SHOWING,
  WORDS,
} from './content-operators.js';

/** An operand: a token, or an array or a dictionary of them. */
interface Operand {
  kind: 'number' | 'string' | 'name' | 'word' | 'array' | 'dictionary' | 'junk';
  start: number;
  end: number;
  /** Spelled so that all programs read it alike. */
  text: string;
  isPlain: boolean;
  value: number;
  items: Operand[];
}

/** What a content stream is to be read with. */
export interface ContentSurroundings {
  /** Whether its resources have an entry of this kind and name, as written; true if that is not known. */
  hasResource(kind: 'ExtGState' | 'XObject' | 'Shading' | 'ColorSpace' | 'Properties', name: string): boolean;
  /** Components of the colours that are set at its beginning; null if that is not known. */
  components: number | null;
  /** Where an inline image ends that begins at `BI`, behind `EI`; null if that is not certain. */
  imageEnd(content: string, start: number): number | null;
}

/** Content that programs draw in different ways, and that cannot be written so that they do not. */
export class ContestedContent extends Error {}

/** Nested arrays and dictionaries; real content has three levels. */
const MAX_DEPTH = 20;
/** Components of the colour spaces of devices (ISO 32000-2 §8.6.4). */
const DEVICES: Readonly<Record<string, number>> = { '/DeviceGray': 1, '/DeviceRGB': 3, '/DeviceCMYK': 4 };
const SPACES = new Set([...Object.keys(DEVICES), '/Pattern']);
/** Operators that name a resource, with its kind. */
const NAMING = { gs: 'ExtGState', Do: 'XObject', sh: 'Shading', cs: 'ColorSpace', CS: 'ColorSpace' } as const;
const BY_COUNT = new Map([
  ['g', 1],
  ['rg', 3],
  ['k', 4],
]);
/** Operators that draw something other than a path, besides those that only show text. */
const DRAWING = new Set(['sh', "'", '"']);
const ENTITIES: Record<string, Operand['kind'][]> = {
  n: ['number'],
  t: ['string'],
  m: ['name'],
  a: ['array'],
  p: ['name', 'dictionary'],
};

/**
 * Writes a content stream so that all programs draw the same. They mend what is malformed each in its own way: numbers
 * such as `7-00`, operands that are missing or too many, unknown operators, states that are restored but were not saved,
 * paths without a beginning. What is well-formed is kept as it stands.
 * @param content one character per byte
 * @throws ContestedContent for a drawing within a text that goes on: some programs then show the rest elsewhere
 * @returns null if all of it is well-formed
 */
export function plainContent(content: string, around: ContentSurroundings): string | null {
  return new ContentWriter(content, around).write();
}

class ContentWriter {
  private readonly lexer: ContentLexer;
  private readonly parts: string[] = [];
  private operands: Operand[] = [];
  private isChanged = false;
  /** Components of the colour spaces for filling and stroking; null if unknown. One pair for each saved state. */
  private readonly states: [fill: number | null, stroke: number | null][];
  private hasPath = false;
  /** The parts with clips that were not applied yet, and whether no path precedes them. */
  private clips: { at: number; isEarly: boolean }[] = [];
  /** Marked contents that were begun (ISO 32000-2 §14.6): those of a form go on behind it for some programs. */
  private marks = 0;
  private isText = false;
  /** Whether something was drawn within a text since its last place was stated. */
  private isDisplaced = false;
  private isMoved = false;

  constructor(
    private readonly content: string,
    private readonly around: ContentSurroundings,
  ) {
    this.lexer = new ContentLexer(content, WORDS);
    this.states = [[around.components, around.components]];
  }

  write(): string | null {
    const { lexer } = this;
    while (lexer.next()) {
      if (lexer.kind !== 'word' || isConstant(lexer)) this.operand();
      else if (lexer.content.slice(lexer.start, lexer.end) === 'BI') {
        if (!this.image()) break;
      } else this.operator();
    }
    this.dropClips(false);
    if (this.operands.length > 0 || this.marks > 0) this.isChanged = true;
    for (; this.marks > 0; this.marks--) this.parts.push('EMC');
    return this.isChanged ? `${this.parts.join('\n')}\n` : null;
  }

  private operand(): void {
    const read = this.read(0);
    if (read) this.operands.push(read);
    else this.isChanged = true;
  }

  /** The operand that begins with the present token; null for a bracket that closes none. */
  private read(depth: number): Operand | null {
    const { lexer } = this;
    const { kind, start, end, isPlain, value } = lexer;
    if (kind === ']' || kind === '>>' || kind === 'junk') return null;
    if (kind !== '[' && kind !== '<<')
      return { kind, start, end, isPlain, value, text: lexer.text, items: [] };
    const close = kind === '[' ? ']' : '>>';
    const items: Operand[] = [];
    let isWhole = depth < MAX_DEPTH;
    while (lexer.next() && lexer.kind !== close) {
      const item = this.read(depth + 1);
      if (item === null || item.kind === 'junk') isWhole = false;
      else items.push(item);
    }
    isWhole &&= lexer.kind === close && items.every((each) => each.isPlain);
    if (kind === '<<')
      isWhole &&= items.length % 2 === 0 && items.every((each, at) => at % 2 || each.kind === 'name');
    const text = this.content.slice(start, lexer.end);
    const isClosed = lexer.kind === close;
    const type = kind === '[' ? 'array' : 'dictionary';
    return { kind: isClosed ? type : 'junk', start, end: lexer.end, isPlain: isWhole, value: 0, text, items };
  }

  private operator(): void {
    const { lexer } = this;
    const name = lexer.content.slice(lexer.start, lexer.end);
    const given = this.operands;
    this.operands = [];
    const wanted = OPERATORS.get(name);
    const used = wanted === undefined ? null : this.used(name, wanted, given);
    if (used === null || !this.isMeaningful(name, used)) {
      this.isChanged = true;
      return;
    }
    this.follow(name, used);
    const written = this.spelled(name, used);
    const isKept = lexer.isPlain && used.length === given.length && written === null;
    if (!isKept) this.isChanged = true;
    this.parts.push(
      isKept
        ? this.content.slice(used[0]?.start ?? lexer.start, lexer.end)
        : (written ?? [...used.map(({ text }) => text), name].join(' ')),
    );
  }

  /** The last operands, as many as the operator takes; null if they are not what it takes. */
  private used(name: string, wanted: string, given: readonly Operand[]): Operand[] | null {
    if (wanted === 'c' || wanted === '*') return this.components(name, wanted === '*', given);
    if (given.length < wanted.length) return null;
    const used = given.slice(given.length - wanted.length);
    return used.every(({ kind }, index) => ENTITIES[wanted[index]!]!.includes(kind)) ? used : null;
  }

  private components(name: string, mayHaveName: boolean, given: readonly Operand[]): Operand[] | null {
    const count = this.state[name.startsWith('s') ? 0 : 1];
    const numbers = given.filter(({ kind }) => kind === 'number');
    const hasName = mayHaveName && given.at(-1)?.kind === 'name';
    if (numbers.length + (hasName ? 1 : 0) !== given.length) return null;
    if (count === null) return given.length > 0 ? [...given] : null;
    return hasName || numbers.length < count ? null : numbers.slice(numbers.length - count);
  }

  private get state(): [number | null, number | null] {
    return this.states.at(-1)!;
  }

  /** Whether programs agree on what the operator does here. */
  private isMeaningful(name: string, used: readonly Operand[]): boolean {
    if (used.some(({ kind, text }) => kind === 'name' && text.includes('#00'))) return false;
    if (name === 'Q') return this.states.length > 1;
    if (name === 'EMC') return this.marks > 0;
    if (CLIPS.has(name)) return true;
    if (ON_PATHS.has(name)) return this.hasPath && !(name === 'h' && this.isMoved);
    const kind = NAMING[name as keyof typeof NAMING];
    if (kind && !(kind === 'ColorSpace' && SPACES.has(used[0]!.text)))
      return this.around.hasResource(kind, used[0]!.text);
    return isUsual(
      name,
      used.map(({ value }) => value),
    );
  }

  /** Keeps what later operators depend on. */
  private follow(name: string, used: readonly Operand[]): void {
    this.followClip(name);
    if (name === 'q') this.states.push([...this.state]);
    else if (name === 'Q') this.states.pop();
    else if (PATH_BEGINS.has(name)) this.hasPath = true;
    else if (PATH_ENDS.has(name)) this.hasPath = false;
    this.followText(name);
    if (name === 'BMC' || name === 'BDC') this.marks++;
    else if (name === 'EMC') this.marks--;
    if (name === 'm') this.isMoved = true;
    else if (name === 're' || ON_PATHS.has(name)) this.isMoved = false;
    const count = BY_COUNT.get(name.toLowerCase());
    const space = name === 'cs' || name === 'CS' ? (DEVICES[used[0]!.text] ?? null) : undefined;
    const components = count ?? space;
    if (components !== undefined && !['G', 'RG', 'K', 'CS'].includes(name)) this.state[0] = components;
    else if (components !== undefined) this.state[1] = components;
  }

  /**
   * Programs apply a clip to the path that is ended next, also if it is stated before that path. They do not agree beyond
   * a restored state or a form, nor on a clip without a path, or before text and drawings that come before its path.
   */
  private followClip(name: string): void {
    if (CLIPS.has(name)) this.clips.push({ at: this.parts.length, isEarly: !this.hasPath });
    if (PATH_ENDS.has(name) && this.hasPath) this.clips = [];
    else if (PATH_ENDS.has(name) || name === 'Q' || name === 'Do') this.dropClips(false);
    else if (DRAWING.has(name) || SHOWING.has(name)) this.dropClips(true);
  }

  /** @param early - only those that no path precedes */
  private dropClips(early: boolean): void {
    const dropped = this.clips.filter(({ isEarly }) => isEarly || !early);
    if (dropped.length > 0) this.isChanged = true;
    for (const { at } of dropped) this.parts[at] = '';
    this.clips = this.clips.filter((each) => !dropped.includes(each));
  }

  private followText(name: string): void {
    if (name === 'BT' || name === 'ET') this.isText = name === 'BT';
    if (PLACING.has(name)) this.isDisplaced = false;
    else if (this.isText && (PATH_BEGINS.has(name) || name === 'Do')) this.isDisplaced = true;
    else if (this.isDisplaced && SHOWING.has(name)) throw new ContestedContent('a drawing within a text');
  }

  /** The operator as it has to be written; null if it can stay as it is. */
  private spelled(name: string, used: readonly Operand[]): string | null {
    const last = used.at(-1);
    if (name === 'TJ') return shownTexts(last!);
    if (name === 'd') return dashes(used[0]!.items, last!.value, used[0]!.isPlain && last!.isPlain);
    if (last?.kind === 'dictionary' && !last.isPlain)
      return `${used[0]!.text} ${name === 'BDC' ? 'BMC' : 'MP'}`;
    return used.every(({ isPlain }) => isPlain) ? null : [...used.map(({ text }) => text), name].join(' ');
  }

  /** Inline images are kept; false if one has no certain end. */
  private image(): boolean {
    const { lexer } = this;
    this.dropClips(true);
    const end = this.around.imageEnd(this.content, lexer.start);
    if (this.operands.length > 0) this.isChanged = true;
    this.operands = [];
    this.parts.push(this.content.slice(lexer.start, end ?? undefined));
    lexer.end = end ?? this.content.length;
    return end !== null;
  }
}

const isConstant = ({ content, start, end }: ContentLexer) =>
  ['true', 'false', 'null'].includes(content.slice(start, end));

/** Strings and the distances between them; null if there is nothing else. */
function shownTexts({ items, isPlain }: Operand): string | null {
  const shown = items.filter(({ kind }) => kind === 'string' || kind === 'number');
  if (isPlain && shown.length === items.length) return null;
  return `[${shown.map(({ text }) => text).join(' ')}] TJ`;
}

/** Dashes that have a length, from a place within their pattern (ISO 32000-2 §8.4.3.6); null if they are so. */
function dashes(items: readonly Operand[], phase: number, isPlain: boolean): string | null {
  const lengths = items.map(({ kind, value }) => (kind === 'number' ? value : Number.NaN));
  const sum = lengths.reduce((total, each) => total + each, 0);
  const isSound = lengths.every((each) => each >= 0) && (lengths.length === 0 || sum > 0);
  if (isSound && isPlain && phase >= 0) return null;
  if (!isSound || lengths.length === 0) return '[] 0 d';
  const period = sum * (lengths.length % 2 === 0 ? 1 : 2);
  const from = ((phase % period) + period) % period;
  return `[${items.map(({ text }) => text).join(' ')}] ${Math.round(from * 1e6) / 1e6} d`;
}
