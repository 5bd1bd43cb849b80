import { type PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { componentsIn, nameIn } from '../contents/content-resources.js';
import { contentOperators, endsInString } from '../layout/content-tokens.js';
import { refKey } from '../pdf-comparison.js';
import { dictionariesIn, formWidgets } from '../structure/form-widgets.js';
import { lineageOf, resourcesOf } from '../structure/page-attributes.js';
import { contestedInlineImage } from './contested-inline-image.js';

/** The kind of resource that an operator's operand names (ISO 32000-2 §7.8.3, table 34). */
const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Tf: 'Font',
    Do: 'XObject',
    cs: 'ColorSpace',
    CS: 'ColorSpace',
    scn: 'Pattern',
    SCN: 'Pattern',
    sh: 'Shading',
    gs: 'ExtGState',
    BDC: 'Properties',
    DP: 'Properties',
    BI: 'ColorSpace',
  }),
);
const NAMES = /\/[^\0\t\n\f\r ()<>[\]{}/%]*/g;
/** The operator that chooses a font, and how it is usually written (ISO 32000-2 §9.3.1). */
const FONT_OPERATOR = /Tf(?![^\0\t\n\f\r ()<>[\]{}/%])/g;
const FONT_CHOICE =
  /(\/[^\0\t\n\f\r ()<>[\]{}/%]*)[\0\t\n\f\r ]+[-+.\d]+[\0\t\n\f\r ]+Tf(?![^\0\t\n\f\r ()<>[\]{}/%])/g;
const OPERAND_AT_END =
  /(?:[\0\t\n\f\r ()<>[\]{}%]|^)[-+.\d][^\0\t\n\f\r ()<>[\]{}/%]*$|\/[^\0\t\n\f\r ()<>[\]{}/%]*$/;
/** The most characters of a word that are looked at. */
const LONGEST_WORD = 256;
const REGULAR = /[^\0\t\n\f\r ()<>[\]{}/%]/;
/** Names that always mean these colour spaces (ISO 32000-2 §8.6.3 and table 92), which some programs look up before. */
const DEVICE_SPACES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ DeviceGray: 'DeviceGray', DeviceRGB: 'DeviceRGB', DeviceCMYK: 'DeviceCMYK', Pattern: 'Pattern' },
    ...{ G: 'DeviceGray', RGB: 'DeviceRGB', CMYK: 'DeviceCMYK' },
  }),
);
/** Content inside content; real documents have three levels. */
const MAX_DEPTH = 32;
/** Contents times their surroundings: more than any document that we measured. */
const MAX_VISITS = 200_000;

/** Content that a page leads to, and how programs find its resources if it has none of its own. */
type Kind = 'form' | 'glyph' | 'pattern' | 'appearance';

/**
 * Finds content that programs draw with different resources. What a form, pattern or glyph does not find among its own
 * resources, some programs look for in those of what surrounds it, up to the page, and others do not. Also text in
 * fonts that are not there, and inline images that programs read differently.
 * @param isSigned - whether the document carries signatures, so that its fields are not drawn anew
 * @returns what it is, worded to follow 'The PDF has'; null if there is none
 */
export function contestedResources(pdf: PDF, isSigned: boolean): string | null {
  const search = new ContestedResources(pdf, isSigned ? new Set() : redrawnWidgets(pdf));
  for (const page of pdf.getPages()) {
    const fault = search.faultOfPage(page.dict);
    if (fault) return fault;
  }
  return null;
}

class ContestedResources {
  private readonly contents = new Map<PdfStream, string>();
  private visits = 0;
  private readonly visited = new Map<PdfStream, PdfDict[][]>();

  /** @param redrawn - annotations whose appearances do not matter */
  constructor(
    private readonly pdf: PDF,
    private readonly redrawn: ReadonlySet<PdfDict>,
  ) {}

  faultOfPage(page: PdfDict): string | null {
    const resources = resourcesOf(this.pdf, lineageOf(this.pdf, page)) ?? new PdfDict();
    const contents = page.get('Contents', this.resolve);
    const parts = contents instanceof PdfArray ? dictionariesIn(this.pdf, contents) : [contents];
    const texts = parts.map((part) => (part instanceof PdfStream ? decoded(part) : ''));
    if (texts.slice(0, -1).some(endsInString)) return 'content that is split within a string';
    if (texts.some((text, index) => index > 0 && isOneWord(texts[index - 1]!, text)))
      return 'content that is split within a word';
    const content = texts.join('\n');
    return (
      this.inlineFault(content, [resources]) ??
      this.fontFault(content, [resources]) ??
      this.faultBelow(resources, [resources], 0) ??
      first(dictionariesIn(this.pdf, page.getArray('Annots', this.resolve)), (annotation) =>
        first(this.looksOf(annotation), (look) => this.faultIn(look, 'appearance', [resources], 0)),
      )
    );
  }

  /** @param around - the resources of what surrounds the content, the nearest first */
  private faultIn(stream: PdfStream, kind: Kind, around: PdfDict[], depth: number): string | null {
    const content = this.contentOf(stream);
    if (!content.includes('/') || this.isVisited(stream, around)) return null;
    const own = stream.getDict('Resources', this.resolve);
    return this.faultOfContent(content, { own, kind, around, depth });
  }

  private faultOfContent(
    content: string,
    { own, kind, around, depth }: { own: PdfDict | undefined; kind: Kind; around: PdfDict[]; depth: number },
  ): string | null {
    if (depth > MAX_DEPTH) return 'content that is nested too deeply';
    const isContested =
      own || kind === 'pattern' || kind === 'appearance'
        ? (of: string, name: string) =>
            !this.entry(own, of, name) && around.some((each) => this.entry(each, of, name))
        : (of: string, name: string) => {
            const [nearest, ...others] = around.map((each) => this.entry(each, of, name));
            return others.some((other) => other !== undefined && !isSame(other, nearest));
          };
    const found = this.usedNames(content, isContested);
    if (found) return `${WORDS[kind]} that uses the ${found} of what surrounds it`;
    // Forms may lead to each other, or to themselves, again and again.
    const inside = own ? [own, ...around.filter((each) => each !== own)] : around;
    return (
      this.inlineFault(content, inside) ??
      this.fontFault(content, inside) ??
      // What leads here follows the resources of the surroundings already.
      (own ? this.faultBelow(own, inside, depth + 1) : null)
    );
  }

  /** Everything that these resources lead to. */
  private faultBelow(resources: PdfDict, around: PdfDict[], depth: number): string | null {
    const named = (kind: string) => this.entriesOf(resources, kind);
    const streams = (kind: string) => named(kind).filter((each) => each instanceof PdfStream);
    const states = named('ExtGState').filter((each) => each instanceof PdfDict);
    const groups = states.flatMap((state) => {
      const group = state.getDict('SMask', this.resolve)?.get('G', this.resolve);
      return group instanceof PdfStream ? [group] : [];
    });
    const forms = streams('XObject').filter((each) => this.nameAt(each, 'Subtype') === 'Form');
    const fonts = named('Font').filter((each) => each instanceof PdfDict);
    return (
      this.deviceFault(resources) ??
      first([...forms, ...groups], (form) => this.faultIn(form, 'form', around, depth)) ??
      first(streams('Pattern'), (pattern) => this.faultIn(pattern, 'pattern', around, depth)) ??
      first(fonts, (font) => this.faultOfFont(font, around, depth))
    );
  }

  /** Glyphs that are content themselves (ISO 32000-2 §9.6.4). */
  private faultOfFont(font: PdfDict, around: PdfDict[], depth: number): string | null {
    if (this.nameAt(font, 'Subtype') !== 'Type3') return null;
    const own = font.getDict('Resources', this.resolve);
    return first(font.getDict('CharProcs', this.resolve) ?? [], ([, value]) => {
      const glyph = this.value(value);
      const content = glyph instanceof PdfStream ? this.contentOf(glyph) : '';
      if (!content.includes('/') || this.isVisited(glyph as PdfStream, around)) return null;
      return this.faultOfContent(content, { own, kind: 'glyph', around, depth });
    });
  }

  private inlineFault(content: string, around: readonly PdfDict[]): string | null {
    return contestedInlineImage(content, (name) => {
      const space = around
        .map((each) => this.entry(each, 'ColorSpace', name))
        .find((each) => each !== undefined);
      return componentsIn(this.pdf, space);
    });
  }

  /** Text in a font that is not there is drawn in another one by some programs, and not at all by others. */
  private fontFault(content: string, around: readonly PdfDict[]): string | null {
    const isThere = (written: string) => around.some((each) => this.entry(each, 'Font', nameIn(written)));
    const chosen = Array.from(content.matchAll(FONT_CHOICE), ([, name]) => name!);
    const isPlain = chosen.length === Array.from(content.matchAll(FONT_OPERATOR)).length;
    if (isPlain && chosen.every(isThere)) return null;
    for (const { name, operands } of operatorsIn(content)) {
      const font = name === 'Tf' ? operands.find(({ text }) => text.startsWith('/')) : undefined;
      if (font && !isThere(font.text)) return 'text in a font that it does not contain';
    }
    return null;
  }

  private deviceFault(resources: PdfDict): string | null {
    for (const [key, value] of resources.getDict('ColorSpace', this.resolve) ?? []) {
      const meant = DEVICE_SPACES.get(key.value);
      const space = this.value(value);
      if (meant !== undefined && !(space instanceof PdfName && space.value === meant))
        return 'a colour space with the name of another';
    }
    return null;
  }

  /** The kind of the first resource named in the content for which this holds. */
  private usedNames(content: string, isContested: (kind: string, name: string) => boolean): string | null {
    const kinds = new Set(KINDS.values());
    const names = new Set(Array.from(content.matchAll(NAMES), ([written]) => nameIn(written)));
    // Reading the operators takes long, and is rarely needed.
    if (![...names].some((name) => [...kinds].some((kind) => isContested(kind, name)))) return null;
    for (const { name, operands } of operatorsIn(content)) {
      const kind = KINDS.get(name);
      const found =
        kind && operands.find(({ text }) => text.startsWith('/') && isContested(kind, nameIn(text)));
      if (found) return KIND_WORDS[kind]!;
    }
    return null;
  }

  private isVisited(stream: PdfStream, around: PdfDict[]): boolean {
    const known = this.visited.get(stream) ?? [];
    const isSame = (each: PdfDict[]) =>
      each.length === around.length && each[0] === around[0] && around.every((one) => each.includes(one));
    if (known.some(isSame)) return true;
    if (++this.visits > MAX_VISITS) throw new Error(`The document has more than ${MAX_VISITS} contents`);
    this.visited.set(stream, [...known, around]);
    return false;
  }

  private contentOf(stream: PdfStream): string {
    const content = this.contents.get(stream) ?? decoded(stream);
    this.contents.set(stream, content);
    return content;
  }

  private looksOf(annotation: PdfDict): PdfStream[] {
    if (this.redrawn.has(annotation)) return [];
    const look = annotation.getDict('AP', this.resolve)?.get('N', this.resolve);
    if (look instanceof PdfStream) return [look];
    const states = look instanceof PdfDict ? Array.from(look, ([, value]) => this.value(value)) : [];
    return states.filter((each) => each instanceof PdfStream);
  }

  private entriesOf(resources: PdfDict, kind: string): PdfObject[] {
    return Array.from(resources.getDict(kind, this.resolve) ?? [], ([, value]) => this.value(value)).filter(
      (value) => value !== undefined,
    );
  }

  private entry(resources: PdfDict | undefined, kind: string, name: string): PdfObject | undefined {
    return resources?.getDict(kind, this.resolve)?.get(name);
  }

  private value(object: PdfObject): PdfObject | undefined {
    return object instanceof PdfRef ? (this.resolve(object) ?? undefined) : object;
  }

  private nameAt(dictionary: PdfDict, key: string): string | undefined {
    return dictionary.getName(key, this.resolve)?.value;
  }

  private readonly resolve = (ref: PdfRef) => this.pdf.getObject(ref);
}

const WORDS: Record<Kind, string> = {
  form: 'a form',
  glyph: 'a glyph',
  pattern: 'a pattern',
  appearance: 'an appearance',
};
const KIND_WORDS: Partial<Record<string, string>> = {
  Font: 'fonts',
  XObject: 'pictures and forms',
  ColorSpace: 'colour spaces',
  Pattern: 'patterns',
  Shading: 'shadings',
  ExtGState: 'graphics states',
  Properties: 'properties',
};

/** The operators of content, where `BI` has the entries of the inline image that it begins as operands. */
function* operatorsIn(content: string): Generator<{ name: string; operands: { text: string }[] }> {
  let image: { text: string }[] | null = null;
  for (const { name, operands } of contentOperators(content)) {
    if (name === 'BI') image = [];
    else if (image === null) yield { name, operands };
    else if (name === 'ID') {
      yield { name: 'BI', operands: [...image, ...operands] };
      image = null;
    } else image.push(...operands);
  }
}

/** Whether a number or a name may go on in the next part; operators that touch there are told apart. */
const isOneWord = (before: string, after: string) =>
  OPERAND_AT_END.test(before.slice(-LONGEST_WORD)) && REGULAR.test(after.charAt(0));

/** Fields that the presented file draws anew; buttons keep their pictures. */
const redrawnWidgets = (pdf: PDF): Set<PdfDict> =>
  new Set(
    formWidgets(pdf)
      .filter(({ type }) => type !== 'push' && type !== 'other')
      .map(({ widget }) => widget),
  );

function first<Item>(items: Iterable<Item>, faultOf: (item: Item) => string | null): string | null {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault) return fault;
  }
  return null;
}

const isSame = (one: PdfObject, other: PdfObject | undefined) =>
  one === other || (one instanceof PdfRef && other instanceof PdfRef && refKey(one) === refKey(other));

/** One character for each byte; empty if it cannot be decoded, which is found elsewhere. */
function decoded(stream: PdfStream): string {
  try {
    return Buffer.from(stream.getDecodedData()).toString('latin1');
  } catch {
    return '';
  }
}
