import { type PDF, PdfDict, PdfName, PdfNumber, type PdfRef } from '@libpdf/core';
import { DocumentRefusal } from '../document-inspection.js';
import { type FaceAddress } from '../scripts/font-face.js';
import { fieldAttribute, type FormWidget, formWidgets } from '../structure/form-widgets.js';
import { Fonts } from '../typesetting/fonts.js';
import { shapingFor } from '../typesetting/script-fonts.js';
import { type FieldLook, lookOf, newAppearance } from './field-look.js';
import { drawFieldText, type FieldText } from './field-text.js';
import { drawTickShape, tickShape } from './field-tick.js';
import { OFF, shownText, tickState } from './field-values.js';

/** Finds the fonts of the system that texts need. */
export type FontFinder = (texts: string[]) => Promise<readonly FaceAddress[]>;

/** Of a field: nobody fills it in (ISO 32000-2 §12.7.4.1). Of a button: one of several, of which one is on (§12.7.5.2.4). */
const READ_ONLY = 1;
const RADIO = 1 << 15;
/** Of an annotation: never drawn (ISO 32000-2 §12.5.3). */
const HIDDEN = 2;
/** Characters of a name that a refusal repeats. */
const LONGEST_NAME = 60;

/**
 * Settles a form, so that no reader has another opinion of what stands in it: every field is drawn anew from its value, a
 * tick from its state, is read-only, and is drawn by no program again.
 * @returns whether there was a form
 * @throws DocumentRefusal `document_field_undrawable` for a value that cannot be drawn whole
 */
export async function settleForm(pdf: PDF, findFonts: FontFinder): Promise<boolean> {
  const widgets = formWidgets(pdf);
  const form = pdf.getCatalog().getDict('AcroForm', (ref) => pdf.getObject(ref));
  if (!form && widgets.length === 0) return false;
  form?.delete('NeedAppearances');
  const shown = widgets.filter(({ isOnPage, widget }) => isOnPage && !isHidden(pdf, widget));
  const texts = shown.map((each) => textOf(pdf, each));
  const words = texts.map(({ text }) => text);
  const fonts = new Fonts(pdf, await shapingFor(words, await findFonts(words)));
  for (const [index, each] of shown.entries()) drawWidget(pdf, fonts, each, texts[index]!);
  fonts.finish();
  settleTicks(
    pdf,
    widgets.filter(({ type }) => type === 'tick'),
  );
  for (const { field, widget, type, flags } of widgets) {
    if (type === 'signature') continue;
    for (const owner of new Set([field, widget])) owner.set('Ff', PdfNumber.of(flags | READ_ONLY));
    field.delete('RV');
  }
  return true;
}

function drawWidget(pdf: PDF, fonts: Fonts, each: FormWidget, text: FieldText): void {
  const look = lookOf(pdf, each);
  if (!look) return;
  if (each.type === 'tick') drawTick(pdf, each, look);
  if (each.type !== 'text' && each.type !== 'choice') return;
  let isWhole = true;
  const drawn = newAppearance(pdf, look, (page) => {
    const font = look.isFixedPitch && fonts.mono.isSimple(text.text) ? fonts.mono : fonts.regular;
    if (text.text !== '') isWhole = drawFieldText(page, font, text, look);
  });
  if (!isWhole) throw undrawable(each);
  each.widget.set('AP', PdfDict.of({ N: drawn }));
  each.widget.delete('AS');
}

function drawTick(pdf: PDF, each: FormWidget, look: FieldLook): void {
  const { widget, flags } = each;
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const state = tickState(pdf, each);
  const states = widget.getDict('AP', resolve)?.getDict('N', resolve);
  const names = [...(states?.keys() ?? [])].map(({ value }) => value).filter((name) => name !== OFF);
  const on = state === OFF ? (names[0] ?? 'Yes') : state;
  const caption = widget.getDict('MK', resolve)?.getString('CA', resolve)?.asString() ?? '';
  const shape = tickShape(caption, (flags & RADIO) !== 0);
  const ticked = newAppearance(pdf, look, (page) => drawTickShape(page, shape, look));
  const blank = newAppearance(pdf, look, () => undefined);
  widget.set('AP', PdfDict.of({ N: PdfDict.of({ [on]: ticked, [OFF]: blank }) }));
  widget.set('AS', PdfName.of(state));
}

/** The value of a field of ticks is the state of the one that is on. */
function settleTicks(pdf: PDF, ticks: FormWidget[]): void {
  const states = new Map<PdfDict, string>();
  for (const tick of ticks) {
    const state = tickState(pdf, tick);
    if (state !== OFF || !states.has(tick.field)) states.set(tick.field, state);
  }
  for (const { widget, field } of ticks) {
    if (widget !== field) widget.delete('V');
    field.set('V', PdfName.of(states.get(field)!));
  }
}

function textOf(pdf: PDF, each: FormWidget): FieldText {
  const isText = each.type === 'text';
  if (!isText && each.type !== 'choice') return { text: '', chosen: null, flags: 0, maxLength: 0 };
  const maxLength = fieldAttribute(pdf, each.widget, 'MaxLen');
  return {
    ...shownText(pdf, each),
    flags: isText ? each.flags : 0,
    maxLength: isText && maxLength instanceof PdfNumber ? maxLength.value : 0,
  };
}

function isHidden(pdf: PDF, widget: PdfDict): boolean {
  const flags = widget.getNumber('F', (ref) => pdf.getObject(ref))?.value ?? 0;
  return (flags & HIDDEN) !== 0;
}

const undrawable = ({ name }: FormWidget) =>
  new DocumentRefusal(
    'document_field_undrawable',
    `The PDF has a form field${name === '' ? '' : ` '${name.slice(0, LONGEST_NAME)}'`} whose value cannot be drawn whole: it has characters that no font here has, or no room. Print it to a new PDF and upload that.`,
  );
