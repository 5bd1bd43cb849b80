import { type PDF, PdfArray, PdfDict, type PdfObject, type PDFPage, PdfRef, PdfStream } from '@libpdf/core';
import { plainNumber } from '../../pdf-signatures/exact-numbers.js';
import { contentOperators } from '../layout/content-tokens.js';
import { placingOf } from '../structure/appearance-placing.js';
import { claimsOf } from '../structure/document-claims.js';
import { inherited, type Sides } from '../structure/page-geometry.js';

/** The library's own access to a page's content. */
interface WithContent {
  getContentBytes(): Uint8Array;
}

/** Appearances that are painted over a page, as part of its own content. */
export class PageContent {
  private readonly parts: string[] = [];
  private readonly looks: NewEntries;
  private readonly layers: NewEntries;
  private readonly resources: PdfDict;

  constructor(
    private readonly pdf: PDF,
    private readonly page: PDFPage,
  ) {
    const found = inherited(pdf, page, 'Resources');
    // Other pages may share them, or their parts.
    this.resources = new PdfDict(found instanceof PdfDict ? found : []);
    this.looks = new NewEntries(this.resources.getDict('XObject', this.resolve));
    this.layers = new NewEntries(this.resources.getDict('Properties', this.resolve));
  }

  /**
   * Paints an appearance into a rectangle of the page's own coordinates; nothing if it has no area.
   * @param layer - the group or membership (ISO 32000-2 §8.11) on which it depends whether it is seen
   */
  paint(look: PdfRef, rect: Sides, layer: PdfObject | undefined): void {
    const stream = this.pdf.getObject(look);
    const placing = stream instanceof PdfStream ? placingOf(this.pdf, stream, rect) : null;
    if (!placing) return;
    const name = this.looks.nameOf(look);
    const painted = `q ${placing.map(plainNumber).join(' ')} cm /${name} Do Q`;
    const ref = layer instanceof PdfDict ? this.pdf.register(layer) : layer;
    this.parts.push(ref instanceof PdfRef ? `/OC /${this.layers.nameOf(ref)} BDC ${painted} EMC` : painted);
  }

  /** Adds what was painted to the page. */
  finish(): void {
    if (this.parts.length === 0) return;
    const { pdf, page } = this;
    const content = Buffer.from((page as unknown as WithContent).getContentBytes()).toString('latin1');
    const { mended, ends } = balanced(content);
    const isTagged = claimsOf(pdf).isTagged;
    const painted = isTagged ? ['/Artifact BMC', ...this.parts, 'EMC'] : this.parts;
    const listed = page.dict.get('Contents', this.resolve);
    const own = page.dict.get('Contents');
    const parts =
      mended !== null
        ? [this.stream(mended)]
        : listed instanceof PdfArray
          ? [...listed]
          : own instanceof PdfRef && listed instanceof PdfStream
            ? [own]
            : [];
    const after = this.stream(`\n${ends} Q\n${painted.join('\n')}\n`);
    page.dict.set('Contents', new PdfArray([this.stream('q\n'), ...parts, after]));
    this.resources.set('XObject', this.looks.entries);
    if (this.layers.entries.size > 0) this.resources.set('Properties', this.layers.entries);
    page.dict.set('Resources', this.resources);
  }

  private stream(content: string): PdfRef {
    return this.pdf.register(PdfStream.fromDict({}, Buffer.from(content, 'latin1')));
  }

  private readonly resolve = (ref: PdfRef) => this.pdf.getObject(ref);
}

/**
 * What ends the nestings that a content stream leaves open: of states, texts and marks (ISO 32000-2 §8.4.2, §9.4, §14.6).
 * What restores a state that was not saved is ignored by programs, and would restore ours: a stream that has such
 * operators is returned without them.
 */
function balanced(content: string): { mended: string | null; ends: string } {
  const kept: string[] = [];
  let [from, states, marks, isText] = [0, 0, 0, false];
  for (const { name, start, end } of contentOperators(content)) {
    if (name === 'q') states++;
    else if (name === 'BT' || name === 'ET') isText = name === 'BT';
    else if (name === 'BMC' || name === 'BDC') marks++;
    else if (name === 'EMC') marks = Math.max(0, marks - 1);
    else if (name === 'Q' && states > 0) states--;
    else if (name === 'Q') {
      kept.push(content.slice(from, start));
      from = end;
    }
  }
  const ends = [' ET'.repeat(isText ? 1 : 0), ' EMC'.repeat(marks), ' Q'.repeat(states)].join('');
  return { mended: from === 0 ? null : [...kept, content.slice(from)].join(' '), ends };
}

/** A part of a page's resources (ISO 32000-2 §7.8.3) with further entries. */
class NewEntries {
  readonly entries: PdfDict;
  private readonly names = new Map<PdfRef, string>();

  constructor(known: PdfDict | undefined) {
    this.entries = new PdfDict(known ?? []);
  }

  /** The name of an entry, the same for the same object. */
  nameOf(ref: PdfRef): string {
    const known = this.names.get(ref);
    if (known !== undefined) return known;
    let number = this.entries.size;
    while (this.entries.has(`Form${number}`)) number++;
    this.names.set(ref, `Form${number}`);
    this.entries.set(`Form${number}`, ref);
    return `Form${number}`;
  }
}
