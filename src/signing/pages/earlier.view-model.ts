import { maskedEmail } from '../../common/masked-email.js';
import { plainLine } from '../../common/plain-line.js';
import { type FormField, type FormValue } from '../../forms/form-definition.js';
import { listedValue } from '../../forms/show-value.js';
import { type FieldKind, TICKED } from '../../pdf/document-field.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';
import { printedValue } from '../../signatures/signature-stamps.js';
import { DETERMINED, inReadingOrder } from '../domain/form-order.js';
import { filledForm } from '../domain/signer-form.js';
import { NO_LANGUAGES } from '../domain/signer-language.js';
import { type EarlierSigner, type SigningContext } from '../domain/signing-context.js';

type Signer = EarlierSigner['signer'];
type Field = EarlierSigner['fields'][number];

/** A signer's entry in one place of the document. */
export interface EarlierEntry {
  /** The sender's name for the field; empty if they gave none. */
  words: string;
  /** The key of the text for a field without words. */
  unnamed: string;
  isCheckbox: boolean;
  /** Empty if nothing was entered. For a signature, `mark` has the key of how it was made. */
  entry: string;
  mark: string | null;
  /** Where it is drawn; null if nowhere. */
  place: { document: number; page: number } | null;
}

export interface EarlierModel {
  name: string;
  /** ISO 8601. */
  signedAt: string;
  /** The key of how they signed. */
  mark: string;
  /** Whether it is new since the page that the signer sent. */
  isNew: boolean;
  /** Excludes signatures. */
  entries: EarlierEntry[];
}

/** The rest is folded away. */
export interface EarlierPeople {
  first: EarlierModel[];
  rest: EarlierModel[];
}

const MAX_SHOWN = 8;

/** The name, or a masked address that is recognizable to those who know it. */
export function displayName({ name, email }: Pick<Signer, 'name' | 'email'>): string {
  return plainLine(name ?? '') || maskedEmail(email);
}

/**
 * Those who have signed, new ones first; null if there are none.
 * @param seen the signers whose entries have been seen; all by default
 */
export function toEarlierPeople(context: SigningContext, seen?: ReadonlySet<number>): EarlierPeople | null {
  const entriesOf = earlierEntries(context);
  const people = context.earlier.map((each) => ({
    ...toEarlier(each, entriesOf),
    isNew: seen !== undefined && !seen.has(each.signer.id),
  }));
  if (people.length === 0) return null;
  const fresh = people.filter(({ isNew }) => isNew);
  const known = people.filter(({ isNew }) => !isNew);
  const shown = people.length <= MAX_SHOWN + 1 ? known.length : Math.max(0, MAX_SHOWN - fresh.length);
  return { first: [...fresh, ...known.slice(0, shown)], rest: known.slice(shown) };
}

/** Distinguishes the pages of all documents. */
export const pageKey = ({ document, page }: { document: number; page: number }): string =>
  `${document}:${page}`;

/** The entries by those who have signed, including signatures, with their names, by `pageKey`. */
export function entriesByPage(context: SigningContext): Map<string, (EarlierEntry & { name: string })[]> {
  const entriesOf = earlierEntries(context);
  const all = context.earlier.flatMap((each) =>
    entriesOf(each).map((entry) => ({ ...entry, name: displayName(each.signer) })),
  );
  const byPage = new Map<string, (EarlierEntry & { name: string })[]>();
  for (const entry of all)
    if (entry.place) {
      const key = pageKey(entry.place);
      byPage.set(key, [...(byPage.get(key) ?? []), entry]);
    }
  return byPage;
}

/** Those whose signature is on a page behind one of the documents. */
export function signersBehind(context: SigningContext): EarlierModel[] {
  const { earlier, documents } = context;
  return earlier
    .filter((each) => documents.some(({ n }) => isBehind(each, n)))
    .map((each) => toEarlier(each, () => []));
}

/** Whether somebody's signature is on a page behind a document, because it has no place there for it. */
export const isBehind = ({ fields }: EarlierSigner, n: number): boolean =>
  fields.every(({ kind, document }) => kind !== 'signature' || document !== n);

/** What somebody left in the document, in page order, including signatures. */
type EntriesOf = (earlier: EarlierSigner) => EarlierEntry[];

function earlierEntries(context: SigningContext): EntriesOf {
  const filled = filledForm(NO_LANGUAGES, context, null);
  return ({ signer, fields }) => {
    const places = filled ? fields.filter(({ kind }) => DETERMINED.includes(kind)) : fields;
    const role = context.form?.roles.get(signer.id);
    const own =
      filled?.form.definition.fields.filter((field) => role !== undefined && field.role === role) ?? [];
    const entered = inReadingOrder(own).filter(
      ({ key, kind }) =>
        filled!.resultOf(key).isShown && kind !== 'label' && !DETERMINED.includes(kind as FieldKind),
    );
    return [
      ...entered.map((field) => toFormEntry(field, filled!.resultOf(field.key).value, context)),
      ...places.map((field) => toEntry(field, signer, context)),
    ];
  };
}

function toFormEntry(field: FormField, value: FormValue | null, { signature }: SigningContext): EarlierEntry {
  const isCheckbox = field.kind === 'checkbox';
  const shown = listedValue(field, value, signature.locale ?? DEFAULT_LOCALE);
  return {
    words: plainLine(field.label),
    unnamed: `signing.earlier.fields.${field.kind}`,
    isCheckbox,
    entry: isCheckbox ? (value === true ? TICKED : '') : shown,
    mark: null,
    place: field.places.find(({ document }) => document === 1) ?? null,
  };
}

function toEarlier(earlier: EarlierSigner, entriesOf: EntriesOf): EarlierModel {
  const { signer } = earlier;
  return {
    name: displayName(signer),
    signedAt: signer.signedAt!.toISOString(),
    mark: markKeyOf(signer),
    isNew: false,
    entries: entriesOf(earlier).filter(({ mark }) => mark === null),
  };
}

const markKeyOf = ({ mark }: Signer) => `signing.earlier.marks.${mark!.kind}`;

function toEntry(field: Field, signer: Signer, { signature }: SigningContext): EarlierEntry {
  const { kind, document, page, label, value } = field;
  const shownAs = { name: signer.name, email: maskedEmail(signer.email), signedAt: signer.signedAt };
  const printed = printedValue(kind, value, shownAs, signature.locale ?? DEFAULT_LOCALE);
  const isCheckbox = kind === 'checkbox';
  return {
    words: plainLine(label),
    unnamed: `signing.earlier.fields.${kind}`,
    isCheckbox,
    entry: isCheckbox && printed !== TICKED ? '' : printed,
    mark: kind === 'signature' ? markKeyOf(signer) : null,
    place: { document, page },
  };
}
