import { type PDF, PdfDict, PdfName, PDFPage, PdfRef, PdfStream } from '@libpdf/core';
import { OFF, shownText, textIn, tickState } from '../presenting/field-values.js';
import {
  annotationFlags,
  chosenLook,
  FLAGS,
  hasArea,
  hasStyle,
  isWithoutState,
} from '../structure/annotation-look.js';
import { isEmbedded } from '../structure/embedded-font.js';
import { fieldAttribute, type FormWidget, formWidgets } from '../structure/form-widgets.js';
import { type FieldDrawing, readDrawing } from './field-drawing.js';

/** Never an object of the file, since the page being read is not part of it. */
const NO_OBJECT = PdfRef.of(0, 65_535);
/** Flags of fields (ISO 32000-2 §12.7.5.3 and §12.7.5.4): each character in a cell; one option instead of a list. */
const [COMB, COMBO] = [1 << 24, 1 << 17];
/** The width of a frame as a share of a field's shorter side, and at most in units. A circle in a square is a frame. */
const TICK_FRAME = { share: 0.3, most: Number.POSITIVE_INFINITY };
const TEXT_FRAME = { share: 0.25, most: 4 };
/** Below this lightness, from 0 to 1, a tick's ground counts as a tick. */
const DARK = 0.5;
const TAG = /<[^>]*>/g;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The name of the first form field of a signed document whose look contradicts its value, or which some programs draw
 * and some do not; null if there is none.
 * @param known names of fields that this service filled in and sealed
 */
export function contradictingField(pdf: PDF, known: ReadonlySet<string> = new Set()): string | null {
  const found = formWidgets(pdf).find(
    (each) => each.isOnPage && isVisible(pdf, each) && !known.has(each.name) && contradictsItself(pdf, each),
  );
  return found ? found.name : null;
}

const isVisible = (pdf: PDF, { widget }: FormWidget) =>
  hasArea(pdf, widget) && (annotationFlags(pdf, widget) & (FLAGS.hidden | FLAGS.noView)) === 0;

function contradictsItself(pdf: PDF, each: FormWidget): boolean {
  const { widget, type } = each;
  if ((annotationFlags(pdf, widget) & FLAGS.invisible) !== 0 || isWithoutState(pdf, widget)) return true;
  const look = lookAt(pdf, chosenLook(pdf, widget));
  if (type === 'tick') return isOtherTick(pdf, each) || isOtherTickLook(pdf, each, look);
  if (type === 'text' || type === 'choice') return isOtherText(pdf, each, look);
  if (!look) return hasStyle(pdf, widget);
  const isUnsigned = type === 'signature' && fieldAttribute(pdf, widget, 'V') === undefined;
  return (isUnsigned && look.stream.getDecodedData().length > 0) || type === 'other';
}

function isOtherText(pdf: PDF, each: FormWidget, look: Look | null): boolean {
  const { widget, type, flags } = each;
  const value = squeezed(shownText(pdf, each).text);
  const rich = fieldAttribute(pdf, widget, 'RV');
  if (rich !== undefined && squeezed(plainText(textIn(rich))) !== value) return true;
  if (!look) return value !== '' || hasStyle(pdf, widget);
  // A text has no states; only some programs look for one.
  if (!(widget.getDict('AP', resolverOf(pdf))?.get('N', resolverOf(pdf)) instanceof PdfStream)) return true;
  const drawing = readDrawing(pdf, look.stream, {
    frame: TEXT_FRAME,
    isComb: (flags & COMB) !== 0,
    isList: type === 'choice' && (flags & COMBO) === 0,
  });
  return drawing.hasFigure || drawing.hidesWords || squeezed(wordsOf(pdf, look)) !== value;
}

/** Of several ticks of one field, the one that is on determines the value. */
function isOtherTick(pdf: PDF, each: FormWidget): boolean {
  const value = fieldAttribute(pdf, each.widget, 'V');
  const name = value instanceof PdfName ? value.value : OFF;
  const state = tickState(pdf, each);
  return each.field === each.widget ? state !== name : state !== OFF && state !== name;
}

/** Whether a tick that is off looks set, or one that is on does not. */
function isOtherTickLook(pdf: PDF, each: FormWidget, look: Look | null): boolean {
  const isOn = tickState(pdf, each) !== OFF;
  if (!look) return isOn || hasStyle(pdf, each.widget);
  const options = { frame: TICK_FRAME, isComb: false, isList: false };
  return isOn !== isTicked(readDrawing(pdf, look.stream, options));
}

const isTicked = ({ hasFigure, hasWords, ground }: FieldDrawing) => hasFigure || hasWords || ground < DARK;

/** The words of an appearance by the codes of their glyphs, as far as the fonts tell. */
function wordsOf(pdf: PDF, look: Look): string {
  const resolve = resolverOf(pdf);
  const form = pdf.getCatalog().getDict('AcroForm', resolve);
  const resources =
    look.stream.getDict('Resources', resolve) ?? form?.getDict('DR', resolve) ?? new PdfDict();
  const page = PdfDict.of({
    Type: PdfName.of('Page'),
    Contents: look.ref,
    Resources: withTrueFonts(pdf, resources),
  });
  const box = look.stream.get('BBox', resolve);
  if (box) page.set('MediaBox', box);
  return new PDFPage(NO_OBJECT, page, 0, pdf.context).extractText().text;
}

function withTrueFonts(pdf: PDF, resources: PdfDict): PdfDict {
  const fonts = resources.getDict('Font', resolverOf(pdf));
  const all = PdfDict.of(Object.fromEntries([...resources].map(([key, value]) => [key.value, value])));
  if (!fonts) return all;
  const named = PdfDict.of({});
  for (const { value } of fonts.keys()) {
    const font = trueFont(pdf, fonts, value);
    if (font) named.set(value, font);
  }
  all.set('Font', named);
  return all;
}

/**
 * A font that says of its codes only what is drawn for them: without a mapping to other text (ISO 32000-2 §9.10.3)
 * where its encoding or its standard glyphs decide. The glyphs of an embedded font can only be believed.
 */
function trueFont(pdf: PDF, fonts: PdfDict, name: string) {
  const resolve = resolverOf(pdf);
  const font = fonts.getDict(name, resolve);
  if (!font?.has('ToUnicode')) return fonts.get(name);
  const isEncoded = font.get('Encoding', resolve) instanceof PdfName && !font.has('DescendantFonts');
  if (!isEncoded && isEmbedded(pdf, font)) return fonts.get(name);
  const entries = [...font].filter(([key]) => key.value !== 'ToUnicode');
  return PdfDict.of(Object.fromEntries(entries.map(([key, value]) => [key.value, value])));
}

/** The text of a rich value, which is XHTML (ISO 32000-2 §12.7.4.4). */
const plainText = (rich: string) =>
  rich
    .replace(TAG, '')
    .replace(ENTITY, (_, decimal?: string, hex?: string, name?: string) =>
      name
        ? ENTITIES[name.toLowerCase()]!
        : String.fromCodePoint(Math.min(0x10_ff_ff, parseInt(decimal ?? hex!, decimal ? 10 : 16))),
    );

/** An appearance, and the reference to it. */
interface Look {
  ref: PdfRef;
  stream: PdfStream;
}

function lookAt(pdf: PDF, ref: PdfRef | null): Look | null {
  const stream = ref && pdf.getObject(ref);
  return ref && stream instanceof PdfStream ? { ref, stream } : null;
}

const squeezed = (text: string) => text.normalize('NFKC').replace(/\s+/g, '');

const resolverOf = (pdf: PDF) => (ref: PdfRef) => pdf.getObject(ref);
