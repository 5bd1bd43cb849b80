import { plainLine, plainLines } from '../../common/plain-line.js';
import { type FormField, takesFiles } from '../../forms/form-definition.js';
import { type Entry, readEntry } from '../../forms/read-value.js';
import { entryOf, showValue } from '../../forms/show-value.js';
import { initialsOf } from '../../pdf/document-field.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';
import { type TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { type FilledForm, visibleFields } from '../domain/filled-form.js';
import {
  entryControl,
  isAsked,
  isEntered,
  OTHER,
  otherControl,
  pickControl,
  readingControl,
  tickControl,
} from '../domain/form-entries.js';
import { DETERMINED, inReadingOrder } from '../domain/form-order.js';
import { type PostedFields } from '../domain/posted-fields.js';
import { filledForm, formReader, type FormVisit } from '../domain/signer-form.js';
import { type SigningContext } from '../domain/signing-context.js';
import { type TakingModel, toTaking } from './given-files.view-model.js';
import { unnamedText } from './problems.view-model.js';
import { plainNameOf } from './signing-page.view-model.js';

/** An option as a control. */
interface OptionModel {
  control: string;
  /** Distinguishes the controls of the options. */
  id: string;
  /** What the control sends. */
  sent: string;
  words: string;
  isChosen: boolean;
}

/** A field of the form as the signer sees it (views/signing/form-entry.hbs). */
export interface EntryModel {
  key: string;
  control: string;
  kind: FormField['kind'];
  /** How it is entered: a name of `views/signing/form-entry.hbs`. */
  shape: Shape;
  /** The sender's label; empty if they gave none. */
  words: string;
  /** The key of the text for a field without words. */
  unnamed: string;
  help: string;
  mustFill: boolean;
  isShown: boolean;
  /** Of one or many lines, as typed. */
  entry: string;
  inputmode: string | null;
  autocomplete: string;
  options: OptionModel[];
  other: { control: string; sent: string; entry: string; isChosen: boolean } | null;
  /** A single choice that can be taken back. */
  mayClear: boolean;
  /** The numbers that an ambiguous entry may mean. */
  readings: { control: string; id: string; sent: string; words: string }[];
  /** What is not entered by the signer, as it is drawn. */
  shown: string;
  wrong: string | undefined;
  /** Of a field that takes files: those given so far, and what it takes. */
  taking: TakingModel | null;
  /** Where it is drawn; JSON of the boxes, each with the position of the option that is marked there, or null. */
  places: string;
  page: number | null;
}

type Shape = 'line' | 'lines' | 'day' | 'tick' | 'choice' | 'pick' | 'group' | 'files' | 'fixed' | 'words';

/** The form on the page of the document. */
export interface FormModel {
  entries: EntryModel[];
  entryLocale: string;
  /** The keys of the fields shown. */
  seen: string;
  /** JSON for the page's script. */
  definition: string;
  kept: string;
  role: string;
  texts: string;
  paperLocale: string;
  /** Whether the form sends files. */
  takesFiles: boolean;
}

/**
 * What a form adds to the page of the document.
 * @param posted the page's controls as sent before, or null
 * @param fieldErrors by control
 */
export function toFormPage(...facts: Parameters<typeof toFormModel>): {
  form: FormModel | null;
  pageScript: string;
  isForm?: true;
} {
  const form = toFormModel(...facts);
  return form ? { form, pageScript: 'form', isForm: true } : { form, pageScript: 'document' };
}

function toFormModel(
  visit: FormVisit,
  context: SigningContext,
  posted: PostedFields | null,
  fieldErrors: Readonly<Record<string, string>>,
  templates: TemplateRenderer,
): FormModel | null {
  const filled = filledForm(visit, context, posted);
  if (filled === null) return null;
  const { locale: read } = formReader(visit, context, posted);
  const { locale } = formReader(visit, context, null);
  const paperLocale = context.signature.locale ?? DEFAULT_LOCALE;
  const name = plainNameOf(context) ?? '';
  const entries = inReadingOrder(visibleFields(filled))
    .filter(({ kind }) => !DETERMINED.includes(kind))
    .map((field) => ({
      ...toEntry(field, filled, { read, locale, paperLocale, name, fieldErrors }),
      taking: takesFiles(field) ? toTaking(field, context, filled) : null,
    }));
  return {
    entries,
    entryLocale: locale,
    seen: entries.flatMap(({ key, isShown }) => (isShown ? [key] : [])).join(' '),
    definition: JSON.stringify(forScript(filled)),
    kept: JSON.stringify(filled.values),
    role: filled.role ?? '',
    texts: JSON.stringify(scriptTexts(templates, locale)),
    paperLocale,
    takesFiles: entries.some(({ taking }) => taking !== null),
  };
}

interface Looks {
  /** In which the entries were made, and in which they are shown. */
  read: string;
  locale: string;
  paperLocale: string;
  name: string;
  fieldErrors: Readonly<Record<string, string>>;
}

function toEntry(field: FormField, filled: FilledForm, looks: Looks): Omit<EntryModel, 'taking'> {
  const { key, kind } = field;
  const result = filled.resultOf(key);
  const control = entryControl(key);
  const entry = shownEntry(field, filled, looks);
  const own = isEntered(field);
  return {
    key,
    control,
    kind,
    shape: shapeOf(field),
    words: plainLine(field.label),
    unnamed: unnamedText(kind),
    help: plainLine(field.help),
    mustFill: 'required' in field && field.required && kind !== 'formula',
    isShown: result.isShown,
    entry: typeof entry === 'string' ? entry : '',
    ...typingOf(field),
    options: 'options' in field ? optionsOf(field, entry) : kind === 'checkbox' ? [boxOf(field, entry)] : [],
    other: field.kind === 'choice' && field.other ? otherOf(field, entry) : null,
    mayClear: field.kind === 'radio' && !field.required,
    readings: own ? readingsOf(field, filled, looks) : [],
    shown:
      field.kind === 'label' ? plainLines(field.text) : showValue(field, result.value, looks.paperLocale),
    wrong: looks.fieldErrors[control],
    places: JSON.stringify(placesOf(field)),
    page: placesOf(field)[0]?.page ?? null,
  };
}

/** What was entered, a suggestion that stands, or the initials of a known name. Numbers are spelled as this page reads them. */
function shownEntry(field: FormField, { entries, resultOf }: FilledForm, looks: Looks): Entry {
  if (!(field.key in entries)) {
    const suggested = ('value' in field ? field.value : undefined) ?? null;
    if (field.kind === 'initials') return initialsOf(looks.name);
    return entryOf(field, suggested, looks.locale);
  }
  const { value } = resultOf(field.key);
  const isSpelled =
    value !== null &&
    (field.kind === 'chosen_date' || (field.kind === 'number' && looks.read !== looks.locale));
  return isSpelled ? entryOf(field, value, looks.locale) : entries[field.key]!;
}

function shapeOf(field: FormField): Shape {
  if (field.kind === 'label') return 'words';
  if (!isAsked(field)) return 'fixed';
  if (field.kind === 'text' && field.validation.lines === 'many') return 'lines';
  return SHAPES[field.kind] ?? 'line';
}

const SHAPES: Partial<Record<FormField['kind'], Shape>> = {
  chosen_date: 'day',
  checkbox: 'tick',
  choice: 'choice',
  radio: 'pick',
  checkboxes: 'group',
  image: 'files',
  stamp: 'files',
  attachment: 'files',
};

const TYPING: Readonly<Record<string, { inputmode: string; autocomplete: string }>> = {
  email: { inputmode: 'email', autocomplete: 'email' },
  phone: { inputmode: 'tel', autocomplete: 'tel' },
  url: { inputmode: 'url', autocomplete: 'url' },
};

function typingOf(field: FormField): Pick<EntryModel, 'inputmode' | 'autocomplete'> {
  if (field.kind === 'number') return { inputmode: 'decimal', autocomplete: 'off' };
  const format = field.kind === 'text' ? field.validation.format : undefined;
  return TYPING[format ?? ''] ?? { inputmode: null, autocomplete: 'off' };
}

function optionsOf(field: Extract<FormField, { options: unknown }>, entry: Entry): OptionModel[] {
  return field.options.map(({ value, label }, index) => {
    const control = field.kind === 'radio' ? pickControl(field.key) : tickControl(field.key, index);
    return {
      control,
      id: tickControl(field.key, index),
      sent: field.kind === 'checkboxes' ? 'yes' : String(index),
      words: plainLine(label),
      isChosen: [entry].flat().includes(value),
    };
  });
}

function boxOf({ key, label }: FormField, entry: Entry): OptionModel {
  const control = tickControl(key, 0);
  return { control, id: control, sent: 'yes', words: plainLine(label), isChosen: entry !== '' };
}

function otherOf(field: Extract<FormField, { kind: 'choice' }>, entry: Entry): EntryModel['other'] {
  const isChosen = entry !== '' && field.options.every(({ value }) => value !== entry);
  return {
    control: otherControl(field.key),
    sent: OTHER,
    entry: isChosen ? String(entry) : '',
    isChosen,
  };
}

function readingsOf(field: FormField, filled: FilledForm, { read, locale }: Looks): EntryModel['readings'] {
  const entry = filled.entries[field.key];
  if (entry === undefined) return [];
  const { fault } = readEntry(field, entry, read);
  return (fault?.readings ?? []).map((value, index) => ({
    control: readingControl(field.key),
    id: `${readingControl(field.key)}-${index}`,
    sent: value,
    words: entryOf(field, value, locale) as string,
  }));
}

/** The places on the one document that there is. */
function placesOf(field: FormField) {
  const options = 'options' in field ? field.options : [];
  return field.places
    .filter(({ document }) => document === 1)
    .map(({ page, x, y, width, height, option }) => ({
      ...{ page, x, y, width, height },
      option: option === undefined ? null : options.findIndex(({ value }) => value === option),
    }));
}

/** What the script needs to decide like the server: the signer's fields, and those that may be referred to. */
function forScript({ form, role }: FilledForm): FilledForm['form']['definition'] {
  const { roles, fields } = form.definition;
  const order = (key?: string) => roles.find((each) => each.key === key)?.order ?? Infinity;
  const isKnown = (field: FormField) =>
    field.role === undefined || field.role === role || order(field.role) < order(role ?? undefined);
  return { roles, fields: fields.filter(isKnown) };
}

/** The texts in which the script speaks. */
const SPOKEN = /^form\.(?:problems\.|progress$)/;

function scriptTexts(templates: TemplateRenderer, locale: string): Record<string, string> {
  const { texts } = templates.book('signing', locale);
  return Object.fromEntries(Object.entries(texts).filter(([key]) => SPOKEN.test(key)));
}
