import { type PDF, PdfDict, type PdfObject, type PDFPage, type PdfRef, PdfStream } from '@libpdf/core';
import { plainNumber } from '../../pdf-signatures/exact-numbers.js';
import { IDENTITY, matrixOf, placingOf } from '../structure/appearance-placing.js';
import { dictionariesIn } from '../structure/form-widgets.js';
import { inherited, sidesOf } from '../structure/page-geometry.js';
import { decodedData } from '../structure/stream-filters.js';
import { contentOperators } from './content-tokens.js';

/** Flags of an annotation that is not shown on screen: hidden, or for print only (ISO 32000-2 §12.5.3). */
const UNSEEN = 2 | 32;
/** Limit for nested forms, any of which can paint another many times. */
const MAX_DEPTH = 12;
const MAX_CHARACTERS = 16_000_000;

/** Paints a form, or looks as if it does. */
const PAINTING = /Do/;

/** A page's content in one stream, and its fonts by their names in this stream. */
export interface FlatContent {
  bytes: Uint8Array;
  fonts: ReadonlyMap<string, PdfObject>;
}

/** The library's own access to a page's content. */
interface WithContent {
  getContentBytes(): Uint8Array;
}

/**
 * The content of a page with the form XObjects that it paints and the annotations on it inserted in place (ISO
 * 32000-2 §8.10 and §12.5.5), for a text reader that follows neither.
 */
export function flatContent(pdf: PDF, page: PDFPage): FlatContent {
  return new Flattening(pdf, page).flatten();
}

class Flattening {
  private readonly fonts = new Map<string, PdfObject>();
  private readonly names = new Map<PdfObject, string>();
  private readonly open = new Set<PdfStream>();
  private left = MAX_CHARACTERS;

  constructor(
    private readonly pdf: PDF,
    private readonly page: PDFPage,
  ) {}

  flatten(): FlatContent {
    const own = inherited(this.pdf, this.page, 'Resources');
    const resources = own instanceof PdfDict ? own : new PdfDict();
    const content = Buffer.from((this.page as unknown as WithContent).getContentBytes()).toString('latin1');
    const annotations = dictionariesIn(this.pdf, this.page.dict.getArray('Annots', this.resolve));
    const looks = annotations.map((each) => this.annotation(each, resources));
    if (looks.every((look) => look === '') && !PAINTING.test(content))
      return { bytes: Buffer.from(content, 'latin1'), fonts: this.ownFonts(resources) };
    const parts = [this.flat(content, resources), ...looks];
    return { bytes: Buffer.from(parts.join('\n'), 'latin1'), fonts: this.fonts };
  }

  /** A content stream with new font names, and with everything it paints. */
  private flat(content: string, resources: PdfDict): string {
    this.left -= content.length;
    if (this.left < 0) return '';
    const parts: string[] = [];
    let [from, depth] = [0, 0];
    const put = (start: number, end: number, text: string) => {
      parts.push(content.slice(from, start), text);
      from = end;
    };
    for (const { name, start, end, operands } of contentOperators(content)) {
      const [operand] = operands;
      if (name === 'q') depth++;
      // The state restored here was not saved here.
      else if (name === 'Q' && --depth < 0) {
        put(start, end, '');
        depth = 0;
      } else if (name === 'Tf' && operand?.text.startsWith('/'))
        put(operand.start, operand.end, this.fontName(operand.text, resources));
      else if (name === 'Do' && operand) put(start, end, this.painted(operand.text, resources));
    }
    return [...parts, content.slice(from), ' Q'.repeat(depth)].join('');
  }

  private painted(name: string, resources: PdfDict): string {
    const found = resources.getDict('XObject', this.resolve)?.get(plainName(name), this.resolve);
    if (!(found instanceof PdfStream) || found.getName('Subtype', this.resolve)?.value !== 'Form') return '';
    return this.form(found, resources, IDENTITY);
  }

  /** @param resources of the parent that paints it, which old forms rely on */
  private form(form: PdfStream, resources: PdfDict, outer: readonly number[]): string {
    if (this.open.has(form) || this.open.size >= MAX_DEPTH) return '';
    this.open.add(form);
    const inside = form.getDict('Resources', this.resolve) ?? resources;
    const content = this.flat(Buffer.from(decodedData(this.pdf, form)).toString('latin1'), inside);
    this.open.delete(form);
    const [placing, own] = [outer, matrixOf(this.pdf, form)].map((matrix) =>
      matrix.map(plainNumber).join(' '),
    );
    return ` q ${placing} cm ${own} cm ${content}\nQ `;
  }

  /** Empty for an annotation that is not shown, or whose appearance cannot be read. */
  private annotation(annotation: PdfDict, resources: PdfDict): string {
    const flags = annotation.getNumber('F', this.resolve)?.value ?? 0;
    const look = this.lookOf(annotation);
    const rect = sidesOf(annotation.get('Rect', this.resolve));
    if ((flags & UNSEEN) !== 0 || !look || !rect) return '';
    const placing = placingOf(this.pdf, look, rect);
    return placing ? this.form(look, resources, placing) : '';
  }

  private lookOf(annotation: PdfDict): PdfStream | null {
    const normal = annotation.getDict('AP', this.resolve)?.get('N', this.resolve);
    if (normal instanceof PdfStream) return normal;
    const state = annotation.getName('AS', this.resolve)?.value;
    const chosen = normal instanceof PdfDict && state ? normal.get(state, this.resolve) : null;
    return chosen instanceof PdfStream ? chosen : null;
  }

  private ownFonts(resources: PdfDict): Map<string, PdfObject> {
    const fonts = resources.getDict('Font', this.resolve);
    return new Map([...(fonts?.keys() ?? [])].map(({ value }) => [value, fonts!.get(value)!]));
  }

  private fontName(name: string, resources: PdfDict): string {
    const entry = resources.getDict('Font', this.resolve)?.get(plainName(name));
    if (!entry) return '/none';
    // The library represents references to the same object by one value.
    const known = this.names.get(entry);
    if (known !== undefined) return known;
    const given = `f${this.names.size}`;
    this.names.set(entry, `/${given}`);
    this.fonts.set(given, entry);
    return `/${given}`;
  }

  private readonly resolve = (ref: PdfRef) => this.pdf.getObject(ref);
}

/** A name with its escapes resolved (ISO 32000-2 §7.3.5). */
const plainName = (name: string) =>
  Buffer.from(
    name.slice(1).replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    'latin1',
  ).toString('utf8');
