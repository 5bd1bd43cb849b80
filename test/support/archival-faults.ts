import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { claimsOf } from '../../src/pdf/structure/document-claims.js';

/** Flags of an annotation (ISO 32000-1 §12.5.3): invisible, hidden or not viewed; and printed. */
const [UNSEEN, PRINTED] = [1 + 2 + 32, 4];
const WITHOUT_APPEARANCE = new Set(['Link', 'Popup']);
/** Operators that set a device colour, and the device that they require. */
const DEVICE_OPERATORS: Readonly<Record<string, string>> = {
  ...{ rg: 'DeviceRGB', RG: 'DeviceRGB', k: 'DeviceCMYK', K: 'DeviceCMYK', g: 'DeviceGray', G: 'DeviceGray' },
};

/**
 * The faults that break a document's claimed level of PDF/A or PDF/UA, by rules about its structure: those of ISO
 * 19005-1 §6.1.2, §6.1.4, §6.2.3, §6.3.4, §6.3.5, §6.4, §6.5.3 and §6.9 with their counterparts in part 2, and of ISO
 * 14289-1 §7.1 and §7.18. It is not a validator: it does not check text, metadata and profiles.
 */
export async function archivalFaults(bytes: Buffer): Promise<string[]> {
  const pdf = await PDF.load(bytes);
  return new Examination(pdf, bytes).faults();
}

class Examination {
  private readonly found = new Set<string>();
  private readonly claims;
  private readonly seen = new Set<PdfObject>();

  constructor(
    private readonly pdf: PDF,
    private readonly bytes: Buffer,
  ) {
    this.claims = claimsOf(pdf);
  }

  faults(): string[] {
    if (this.claims.pdfaPart !== null) this.checkFile();
    for (const page of this.pdf.getPages()) {
      this.checkResources(dictOf(this.at(page.dict, 'Resources')));
      this.checkContent(this.contentOf(page.dict), dictOf(this.at(page.dict, 'Resources')));
      for (const annotation of this.listAt(page.dict, 'Annots')) this.checkAnnotation(annotation, page.dict);
      if (this.claims.isTagged) this.checkTags(page.dict, page.ref);
    }
    return [...this.found].sort();
  }

  private checkFile(): void {
    const start = this.bytes.subarray(0, 20).toString('latin1');
    if (!/^%PDF-1\.\d[\r\n]{1,2}%[\x80-\xff]{4}/.test(start)) this.found.add('header');
    const { trailer } = this.pdf.context.info;
    if (!trailer.has('ID') || trailer.has('Encrypt')) this.found.add('trailer');
    if (this.claims.pdfaPart === 1 && this.bytes.includes('/ObjStm')) this.found.add('object stream');
    const form = dictOf(this.at(this.pdf.getCatalog(), 'AcroForm'));
    const redraw = form && this.at(form, 'NeedAppearances');
    if (redraw?.type === 'bool' && redraw.value) this.found.add('form drawn by readers');
  }

  private checkAnnotation(annotation: PdfDict, page: PdfDict): void {
    const subtype = nameOf(this.at(annotation, 'Subtype'));
    const name = nameOf(this.at(annotation, 'FT')) ?? subtype;
    if (this.claims.pdfaPart !== null && subtype !== 'Popup') {
      const flags = numberOf(this.at(annotation, 'F')) ?? 0;
      if ((flags & UNSEEN) !== 0 || (flags & PRINTED) === 0) this.found.add(`flags of ${name}`);
    }
    const looks = dictOf(this.at(annotation, 'AP'));
    if (!looks && !WITHOUT_APPEARANCE.has(subtype!)) this.found.add(`no appearance of ${name}`);
    if (looks) this.checkLooks(this.at(looks, 'N'), name);
    if (subtype !== 'Widget' || !this.claims.isTagged) return;
    if (!this.at(annotation, 'TU')) this.found.add('field without words');
    if (nameOf(this.at(page, 'Tabs')) !== 'S') this.found.add('order of fields');
    const element = dictOf(this.parentAt(numberOf(this.at(annotation, 'StructParent'))));
    const content = element && dictOf(this.resolve([...this.kidsOf(element)][0]));
    if (!element || nameOf(this.at(element, 'S')) !== 'Form') this.found.add('field outside the structure');
    else if (dictOf(this.at(content!, 'Obj')) !== annotation) this.found.add('element of another field');
  }

  /** Only a button has a look for each of its states (ISO 19005-2 §6.3.3). */
  private checkLooks(normal: PdfObject | null, name: string | null): void {
    const states = normal instanceof PdfStream ? null : dictOf(normal);
    if ((states !== null) !== (name === 'Btn')) this.found.add(`states of ${name}`);
    const looks = states ? [...states].map(([, look]) => this.resolve(look)) : [normal];
    for (const look of looks) this.checkForm(look, null);
  }

  private checkResources(resources: PdfDict | null): void {
    if (resources === null || this.seen.has(resources)) return;
    this.seen.add(resources);
    for (const form of this.valuesAt(resources, 'XObject')) this.checkForm(form, resources);
    for (const state of this.valuesAt(resources, 'ExtGState')) {
      const [fill, stroke, mask] = ['ca', 'CA', 'SMask'].map((key) => this.at(dictOf(state)!, key));
      const isClear = [fill, stroke].some((share) => (numberOf(share) ?? 1) < 1);
      if (this.claims.pdfaPart === 1 && (isClear || (mask && nameOf(mask) !== 'None')))
        this.found.add('transparency');
    }
    for (const font of this.valuesAt(resources, 'Font')) this.checkFont(dictOf(font)!);
  }

  /** @param user resources of the content that draws it, in which a picture finds its colours */
  private checkForm(form: PdfObject | null, user: PdfDict | null): void {
    if (!(form instanceof PdfStream) || this.seen.has(form)) return;
    this.seen.add(form);
    if (this.claims.pdfaPart === 1 && (form.has('SMask') || form.has('Group')))
      this.found.add('transparency');
    const resources = dictOf(this.at(form, 'Resources'));
    if (nameOf(this.at(form, 'Subtype')) === 'Image')
      this.checkColor(nameOf(this.at(form, 'ColorSpace')), user);
    else this.checkContent(Buffer.from(form.getDecodedData()), resources);
    this.checkResources(resources);
  }

  private checkContent(content: Buffer, resources: PdfDict | null): void {
    for (const operator of content.toString('latin1').split(/\s+/))
      this.checkColor(DEVICE_OPERATORS[operator] ?? null, resources);
  }

  private checkColor(space: string | null, resources: PdfDict | null): void {
    const { pdfaPart, outputColors } = this.claims;
    if (pdfaPart === null || !space?.startsWith('Device')) return;
    const spaces = resources && dictOf(this.at(resources, 'ColorSpace'));
    if (spaces?.has(space.replace('Device', 'Default'))) return;
    const isMeant = space === 'DeviceGray' ? outputColors !== null : outputColors === 'RGB';
    if (!isMeant || space === 'DeviceCMYK') this.found.add(`${space} without such a device`);
  }

  private checkFont(font: PdfDict): void {
    const descendant = dictOf(this.listAt(font, 'DescendantFonts')[0] ?? null) ?? font;
    const descriptor = dictOf(this.at(descendant, 'FontDescriptor'));
    const name = nameOf(this.at(font, 'BaseFont')) ?? '';
    const isEmbedded = ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(key));
    if (this.claims.pdfaPart !== null && !isEmbedded) this.found.add('font that is not embedded');
    if (this.claims.isTagged && !font.has('ToUnicode') && !font.has('Encoding'))
      this.found.add('font without Unicode');
    const isSubset = descendant !== font && /^[A-Z]{6}\+/.test(name);
    if (this.claims.pdfaPart === 1 && isSubset && !descriptor?.has('CIDSet'))
      this.found.add('subset without a list of its glyphs');
  }

  /**
   * Checks that all content of a page is in an element or an artifact, and that the way back leads to the same
   * element.
   */
  private checkTags(page: PdfDict, ref: PdfRef): void {
    const parents = this.parentAt(numberOf(this.at(page, 'StructParents')));
    let depth = 0;
    for (const [, number, tag, begun, ended, drawn] of this.contentOf(page)
      .toString('latin1')
      .matchAll(
        /\/(?:\w+)\s*<<[^>]*\/MCID\s*(\d+)[^>]*>>\s*(BDC)|(BMC|BDC)|(EMC)|\b(Tj|TJ|Do|f\*?|S|B)\b/g,
      )) {
      if (tag || begun) depth++;
      if (ended) depth--;
      if (drawn && depth === 0) this.found.add('content outside the structure');
      if (number === undefined) continue;
      const element = parents instanceof PdfArray ? dictOf(this.resolve(parents.at(Number(number)))) : null;
      const isMutual = element && this.leadsTo(element, Number(number), page, ref);
      if (!isMutual) this.found.add('content without its element');
    }
    if (depth !== 0) this.found.add('content that does not end');
  }

  private leadsTo(element: PdfDict, number: number, page: PdfDict, ref: PdfRef): boolean {
    return [...this.kidsOf(element)].some((kid) => {
      const content = this.resolve(kid);
      if (content instanceof PdfNumber)
        return content.value === number && dictOf(this.at(element, 'Pg')) === page;
      const place = content instanceof PdfDict ? content : null;
      const on = place?.get('Pg') ?? element.get('Pg');
      return (
        place !== null &&
        numberOf(this.at(place, 'MCID')) === number &&
        on instanceof PdfRef &&
        on.objectNumber === ref.objectNumber
      );
    });
  }

  /** The entry at a key of the tree that leads from content to elements. */
  private parentAt(key: number | null): PdfObject | null {
    const root = dictOf(this.at(this.pdf.getCatalog(), 'StructTreeRoot'));
    const left = [root && dictOf(this.at(root, 'ParentTree'))];
    for (let node = left.pop(); node && key !== null; node = left.pop()) {
      const numbers = [...((this.at(node, 'Nums') as PdfArray | null) ?? [])];
      const at = numbers.findIndex((item, index) => index % 2 === 0 && numberOf(item) === key);
      if (at >= 0) return this.resolve(numbers[at + 1]);
      left.push(...this.listAt(node, 'Kids'));
    }
    return null;
  }

  private kidsOf(element: PdfDict): Iterable<PdfObject> {
    const kids = this.at(element, 'K');
    return kids instanceof PdfArray ? kids : kids ? [kids] : [];
  }

  private contentOf(page: PdfDict): Buffer {
    const contents = this.at(page, 'Contents');
    const streams =
      contents instanceof PdfArray ? [...contents].map((part) => this.resolve(part)) : [contents];
    return Buffer.concat(
      streams.flatMap((part) =>
        part instanceof PdfStream ? [Buffer.from(part.getDecodedData()), Buffer.from('\n')] : [],
      ),
    );
  }

  private at(owner: PdfDict, key: string): PdfObject | null {
    return this.resolve(owner.get(key));
  }

  private resolve(object: PdfObject | null | undefined): PdfObject | null {
    return (object instanceof PdfRef ? this.pdf.getObject(object) : object) ?? null;
  }

  private listAt(owner: PdfDict, key: string): PdfDict[] {
    const list = this.at(owner, key);
    return list instanceof PdfArray ? [...list].flatMap((item) => dictOf(this.resolve(item)) ?? []) : [];
  }

  private valuesAt(resources: PdfDict, key: string): (PdfObject | null)[] {
    return [...(dictOf(this.at(resources, key)) ?? [])].map(([, value]) => this.resolve(value));
  }
}

const dictOf = (object: PdfObject | null) => (object instanceof PdfDict ? object : null);
const nameOf = (object: PdfObject | null) => (object instanceof PdfName ? object.value : null);
const numberOf = (object: PdfObject | null | undefined) =>
  object instanceof PdfNumber ? object.value : null;
