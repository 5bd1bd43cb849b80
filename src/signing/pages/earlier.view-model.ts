import { maskedEmail } from '../../common/masked-email.js';
import { plainLine } from '../../common/plain-line.js';
import { TICKED } from '../../pdf/document-field.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';
import { printedValue } from '../../signatures/signature-stamps.js';
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
  page: number;
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
  const people = context.earlier.map((each) => ({
    ...toEarlier(each, context),
    isNew: seen !== undefined && !seen.has(each.signer.id),
  }));
  if (people.length === 0) return null;
  const fresh = people.filter(({ isNew }) => isNew);
  const known = people.filter(({ isNew }) => !isNew);
  const shown = people.length <= MAX_SHOWN + 1 ? known.length : Math.max(0, MAX_SHOWN - fresh.length);
  return { first: [...fresh, ...known.slice(0, shown)], rest: known.slice(shown) };
}

/** The entries on a page by those who have signed, including signatures, with their names. */
export function entriesOnPage(context: SigningContext, page: number): (EarlierEntry & { name: string })[] {
  return context.earlier.flatMap(({ signer, fields }) =>
    fields
      .filter((field) => field.page === page)
      .map((field) => ({ ...toEntry(field, signer, context), name: displayName(signer) })),
  );
}

/** Those whose signature is on a page behind the document. */
export function signersBehind(context: SigningContext): EarlierModel[] {
  return context.earlier.filter(isBehind).map((each) => toEarlier(each, context));
}

export const isBehind = ({ fields }: EarlierSigner): boolean =>
  fields.every(({ kind }) => kind !== 'signature');

function toEarlier({ signer, fields }: EarlierSigner, context: SigningContext): EarlierModel {
  return {
    name: displayName(signer),
    signedAt: signer.signedAt!.toISOString(),
    mark: markKeyOf(signer),
    isNew: false,
    entries: fields
      .filter(({ kind }) => kind !== 'signature')
      .map((field) => toEntry(field, signer, context)),
  };
}

const markKeyOf = ({ mark }: Signer) => `signing.earlier.marks.${mark!.kind}`;

function toEntry(field: Field, signer: Signer, { signature }: SigningContext): EarlierEntry {
  const { kind, page, label, value } = field;
  const shownAs = { name: signer.name, email: maskedEmail(signer.email), signedAt: signer.signedAt };
  const printed = printedValue(kind, value, shownAs, signature.locale ?? DEFAULT_LOCALE);
  const isCheckbox = kind === 'checkbox';
  return {
    words: plainLine(label),
    unnamed: `signing.earlier.fields.${kind}`,
    isCheckbox,
    entry: isCheckbox && printed !== TICKED ? '' : printed,
    mark: kind === 'signature' ? markKeyOf(signer) : null,
    page,
  };
}
