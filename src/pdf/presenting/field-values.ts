import { type PDF, PdfArray, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { fieldAttribute, type FormWidget } from '../structure/form-widgets.js';

/** Of a text field: what is typed is hidden (ISO 32000-2 §12.7.5.3). */
const PASSWORD = 1 << 13;
/** The state of a tick that is not set (ISO 32000-2 §12.7.5.2.3). */
export const OFF = 'Off';
const HIDDEN_CHARACTER = '*';

/** Of a choice field (ISO 32000-2 §12.7.5.4): it shows what is chosen, not a list. */
const COMBO = 1 << 17;

/** What a field shows as text: one text, or the lines of a list with the indices of those that are chosen. */
export interface ShownText {
  text: string;
  chosen: ReadonlySet<number> | null;
}

/** What a text or choice field shows of its value. A list shows all its options. */
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

/** An option is its words, or what it exports with its words (ISO 32000-2 §12.7.5.4). */
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
function textIn(value: PdfObject | undefined): string {
  if (value instanceof PdfString) return value.asString();
  if (value instanceof PdfStream) return new PdfString(value.getDecodedData()).asString();
  return nameIn(value) ?? '';
}

const nameIn = (value: PdfObject | undefined) => (value instanceof PdfName ? value.value : undefined);
