import { plainLine, plainLines } from '../../common/plain-line.js';
import { type FormField } from '../../forms/form-definition.js';
import { showValue } from '../../forms/show-value.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';
import { visibleFields } from '../domain/filled-form.js';
import { DETERMINED, inReadingOrder } from '../domain/form-order.js';
import { type PostedFields } from '../domain/posted-fields.js';
import {
  carriedEntries,
  droppedFields,
  ENTRY_LOCALE,
  filledForm,
  formReader,
  formToken,
  type FormVisit,
} from '../domain/signer-form.js';
import { type SigningContext } from '../domain/signing-context.js';
import { type GivenFile, givenFiles } from './given-files.view-model.js';
import { unnamedText } from './problems.view-model.js';

/** A field as it will be signed. */
interface ReviewedField {
  words: string;
  unnamed: string;
  isCheckbox: boolean;
  /** As it is drawn; empty if there is nothing. */
  entry: string;
  files: GivenFile[];
}

/** The form on the last screen. */
export interface FormReview {
  fields: ReviewedField[];
  /** Names of fields whose entries are not kept, because they are hidden. */
  dropped: { words: string; unnamed: string }[];
  carried: { field: string; entry: string }[];
  /** States what this shows. */
  shown: string;
}

/** @param posted the page's controls, or null; null for a request without a form */
export function toFormReview(
  visit: FormVisit,
  context: SigningContext,
  posted: PostedFields | null,
): FormReview | null {
  const filled = filledForm(visit, context, posted);
  if (filled === null) return null;
  const reader = formReader(visit, context, posted);
  const paperLocale = context.signature.locale ?? DEFAULT_LOCALE;
  const shown = inReadingOrder(visibleFields(filled)).filter(
    ({ key, kind }) => filled.resultOf(key).isShown && !DETERMINED.includes(kind),
  );
  const carried = carriedEntries(filled, { [ENTRY_LOCALE]: reader.locale, ...posted });
  return {
    fields: shown.map((field) => ({
      ...nameOf(field),
      isCheckbox: field.kind === 'checkbox',
      entry: entryOf(field, filled.resultOf(field.key).value, paperLocale),
      files: givenFiles(field, context),
    })),
    dropped: droppedFields(filled, reader.locale).map(nameOf),
    carried: Object.entries(carried).map(([field, entry]) => ({ field, entry })),
    shown: formToken(context, filled),
  };
}

const nameOf = ({ label, kind }: FormField) => ({ words: plainLine(label), unnamed: unnamedText(kind) });

function entryOf(field: FormField, value: Parameters<typeof showValue>[1], locale: string): string {
  if (field.kind === 'label') return plainLines(field.text);
  return field.kind === 'checkbox' ? (value === true ? 'yes' : '') : showValue(field, value, locale);
}
