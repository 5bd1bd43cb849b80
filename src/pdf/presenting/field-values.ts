import {
  type PDF,
  PdfArray,
  type PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import { fieldAttribute, type FormWidget } from '../structure/form-widgets.js';

/** Flag of a text field whose input is hidden (ISO 32000-2 §12.7.5.3). */
const PASSWORD = 1 << 13;
/** The state of a tick that is not set (ISO 32000-2 §12.7.5.2.3). */
export const OFF = 'Off';
const HIDDEN_CHARACTER = '*';

/** Flag of a choice field (ISO 32000-2 §12.7.5.4) that shows the chosen option instead of a list. */
const COMBO = 1 << 17;

/** A field's content as text: a single text, or the lines of a list with the indices of the chosen ones. */
export interface ShownText {
  text: string;
  chosen: ReadonlySet<number> | null;
}

/** The text shown by a text or choice field for its value. A list shows all its options. */
export function shownText(pdf: PDF, { widget, type, flags }: FormWidget): ShownText {
  const value = fieldAttribute(pdf, widget, 'V');
  if (type === 'choice') return shownChoice(pdf, { widget, flags }, value);
  const text = textIn(value);
  return { text: (flags & PASSWORD) === 0 ? text : HIDDEN_CHARACTER.repeat(text.length), chosen: null };
}

function shownChoice(
  pdf: PDF,
  { widget, flags }: Pick<FormWidget, 'widget' | 'flags'>,
  value: PdfObject | undefined,
): ShownText {
  const values =
    value instanceof PdfArray ? [...value].map((item) => textIn(resolved(pdf, item))) : [textIn(value)];
  const options = optionsOf(pdf, widget);
  const wordsFor = (each: string) => options.find(({ exported }) => exported === each)?.words ?? each;
  const chosen = values.filter((each) => each !== '').map(wordsFor);
  if ((flags & COMBO) !== 0) return { text: chosen.join('\n'), chosen: null };
  const lines = options.map(({ words }) => words);
  const areListed = chosen.every((words) => lines.includes(words));
  const shown = areListed ? lines : chosen;
  return {
    text: shown.join('\n'),
    chosen: new Set([...shown.keys()].filter((index) => chosen.includes(shown[index]!))),
  };
}

/** The name of a tick's state; `Off` if it is not ticked. */
export function tickState(pdf: PDF, { widget }: FormWidget): string {
  const shown = widget.getName('AS', (ref) => pdf.getObject(ref))?.value;
  return shown ?? nameIn(fieldAttribute(pdf, widget, 'V')) ?? OFF;
}

/** The caption of a button or the shape of a tick (ISO 32000-2 §12.5.6.19). */
export function captionOf(pdf: PDF, widget: PdfDict): string {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  return widget.getDict('MK', resolve)?.getString('CA', resolve)?.asString() ?? '';
}

/** An option consists of its words, optionally with an export value (ISO 32000-2 §12.7.5.4). */
function optionsOf(pdf: PDF, widget: FormWidget['widget']): { exported: string; words: string }[] {
  const options = fieldAttribute(pdf, widget, 'Opt');
  return [...(options instanceof PdfArray ? options : [])].map((option) => {
    const found = resolved(pdf, option);
    const parts =
      found instanceof PdfArray ? [...found].map((part) => textIn(resolved(pdf, part))) : [textIn(found)];
    return { exported: parts[0] ?? '', words: parts[1] ?? parts[0] ?? '' };
  });
}

const resolved = (pdf: PDF, object: PdfObject): PdfObject | undefined =>
  object instanceof PdfRef ? (pdf.getObject(object) ?? undefined) : object;

/** A long text may be a stream (ISO 32000-2 §12.7.5.3). */
export function textIn(value: PdfObject | undefined): string {
  if (value instanceof PdfString) return value.asString();
  if (value instanceof PdfStream) return new PdfString(value.getDecodedData()).asString();
  return nameIn(value) ?? '';
}

const nameIn = (value: PdfObject | undefined) => (value instanceof PdfName ? value.value : undefined);
