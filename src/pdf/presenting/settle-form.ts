import { type PDF, PdfDict, PdfName, PdfNumber, type PdfRef } from '@libpdf/core';
import { DocumentRefusal } from '../document-inspection.js';
import { type FaceAddress } from '../scripts/font-face.js';
import { annotationFlags, chosenLook, FLAGS } from '../structure/annotation-look.js';
import { fieldAttribute, type FormWidget, formWidgets, PUSHBUTTON } from '../structure/form-widgets.js';
import { Fonts } from '../typesetting/fonts.js';
import { shapingFor } from '../typesetting/script-fonts.js';
import { type FieldLook, lookOf, newAppearance } from './field-look.js';
import { drawFieldText, type FieldText } from './field-text.js';
import { drawTickShape, tickShape } from './field-tick.js';
import { captionOf, OFF, shownText, tickState } from './field-values.js';
import { setLook } from './settle-annotations.js';

/** Finds the system fonts that texts need. */
export type FontFinder = (texts: string[]) => Promise<readonly FaceAddress[]>;

/**
 * Flag of a field that cannot be filled in (ISO 32000-2 §12.7.4.1), and of a button that is one of several, one of
 * which is on (§12.7.5.2.4).
 */
const READ_ONLY = 1;
const RADIO = 1 << 15;
/** The most characters of a name that a refusal repeats. */
const LONGEST_NAME = 60;

/**
 * Settles a form, so that all readers agree on its contents: every field is redrawn from its value, a tick from its
 * state, a button from its caption if it has no picture; all become read-only and are never redrawn by a program.
 * Signature fields are stripped of what is drawn before they are signed.
 * @returns whether there was a form
 * @throws DocumentRefusal `document_field_undrawable` for a value that cannot be drawn completely
 */
export async function settleForm(pdf: PDF, findFonts: FontFinder): Promise<boolean> {
  const widgets = formWidgets(pdf);
  const form = pdf.getCatalog().getDict('AcroForm', (ref) => pdf.getObject(ref));
  if (!form && widgets.length === 0) return false;
  form?.delete('NeedAppearances');
  const shown = widgets.filter(
    ({ isOnPage, widget }) => isOnPage && (annotationFlags(pdf, widget) & FLAGS.hidden) === 0,
  );
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
    if (type === 'other') makeButton(widget);
    else for (const owner of new Set([field, widget])) owner.set('Ff', PdfNumber.of(flags | READ_ONLY));
    field.delete('RV');
  }
  return true;
}

function drawWidget(pdf: PDF, fonts: Fonts, each: FormWidget, text: FieldText): void {
  const { widget, type } = each;
  const look = lookOf(pdf, each);
  const isDrawn = look !== null && type !== 'signature' && (type !== 'other' || chosenLook(pdf, widget));
  if (!isDrawn) strip(widget);
  else if (type === 'tick') drawTick(pdf, each, look);
  else if (type === 'text' || type === 'choice') drawText(pdf, fonts, each, { text, look });
  else {
    const drawn = chosenLook(pdf, widget);
    // A button's picture is its own; only a button without one is drawn.
    if (drawn) setLook(widget, drawn);
    else drawText(pdf, fonts, each, { text, look: { ...look, alignment: 1 } });
  }
}

/** Nothing is drawn of a field without an area or a type, or of a signature that is not there. */
function strip(widget: PdfDict): void {
  for (const key of ['AP', 'AS', 'MK']) widget.delete(key);
}

/** Some programs draw a field without a type and some do not; all draw a button. */
function makeButton(widget: PdfDict): void {
  widget.set('FT', PdfName.of('Btn'));
  widget.set('Ff', PdfNumber.of(PUSHBUTTON | READ_ONLY));
}

function drawText(
  pdf: PDF,
  fonts: Fonts,
  each: FormWidget,
  { text, look }: { text: FieldText; look: FieldLook },
): void {
  let isWhole = true;
  const drawn = newAppearance(pdf, look, (page) => {
    const font = look.isFixedPitch && fonts.mono.isSimple(text.text) ? fonts.mono : fonts.regular;
    if (text.text !== '') isWhole = drawFieldText(page, font, text, look);
  });
  if (!isWhole) throw undrawable(each);
  setLook(each.widget, drawn);
}

function drawTick(pdf: PDF, each: FormWidget, look: FieldLook): void {
  const { widget, flags } = each;
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const state = tickState(pdf, each);
  const states = widget.getDict('AP', resolve)?.getDict('N', resolve);
  const names = [...(states?.keys() ?? [])].map(({ value }) => value).filter((name) => name !== OFF);
  const on = state === OFF ? (names[0] ?? 'Yes') : state;
  const shape = tickShape(captionOf(pdf, widget), (flags & RADIO) !== 0);
  const ticked = newAppearance(pdf, look, (page) => drawTickShape(page, shape, look));
  const blank = newAppearance(pdf, look, () => undefined);
  widget.set('AP', PdfDict.of({ N: PdfDict.of({ [on]: ticked, [OFF]: blank }) }));
  widget.set('AS', PdfName.of(state));
}

/** The value of a field of ticks is the state of the tick that is on. */
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
  if (!isText && each.type !== 'choice') {
    const text = each.type === 'push' && !chosenLook(pdf, each.widget) ? captionOf(pdf, each.widget) : '';
    return { text, chosen: null, flags: 0, maxLength: 0 };
  }
  const maxLength = fieldAttribute(pdf, each.widget, 'MaxLen');
  return {
    ...shownText(pdf, each),
    flags: isText ? each.flags : 0,
    maxLength: isText && maxLength instanceof PdfNumber ? maxLength.value : 0,
  };
}

const undrawable = ({ name }: FormWidget) =>
  new DocumentRefusal(
    'document_field_undrawable',
    `The PDF has a form field${name === '' ? '' : ` '${name.slice(0, LONGEST_NAME)}'`} whose value cannot be drawn in full: it has characters that no installed font has, or does not fit. Print it to a new PDF and upload that.`,
  );
