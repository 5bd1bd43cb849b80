import { paperDay } from '../pdf/paper-times.js';
import { type SignatureStamp, type StampDetails, type StampPlace } from '../pdf/signature-stamp.js';
import { type PhraseBook, translate } from '../platform/templates/phrases.js';
import { type DocumentField } from './documents/document-field.entity.js';
import { type PaperFacts, stampWords } from './documents/internal/paper-words.js';
import { carriesSignatures, type SignatureDocument } from './documents/signature-document.entity.js';
import { OWN_SIGNATURE_TYPES } from './domain/signature.state.js';
import { blankMark, type DrawnForm, drawPlace } from './form/domain/drawn-form.js';
import { type Signature } from './signature.entity.js';
import { type Mark, type Signer } from './signers/signer.entity.js';

/** The parts of a signer, field and request that stamps show. */
export type StampedSigner = Pick<Signer, 'id' | 'name' | 'email' | 'signedAt' | 'mark' | 'witnessName'>;
export type StampedField = Pick<
  DocumentField,
  'kind' | 'page' | 'box' | 'tagBox' | 'signerId' | 'value' | 'fieldKey' | 'option'
>;
type StampedRequest = Pick<Signature, 'type'>;

/** One of the request's documents and the fields on it. */
interface StampedPaper {
  name: string;
  presented: Pick<SignatureDocument, 'sha256' | 'signedSha256'>;
  fields: StampedField[];
  /** What the fields of the request's form hold; null without one. */
  form: DrawnForm | null;
}

/** Marks of signers who have not signed yet only reserve their place. */
export function stampsOf(
  signature: StampedRequest,
  { signers, pictures }: { signers: StampedSigner[]; pictures: ReadonlyMap<string, Buffer> },
  { name, presented, fields, form }: StampedPaper,
  facts: PaperFacts,
): StampDetails {
  const { book } = facts;
  const counts = new Map<string, number>();
  return {
    words: stampWords(facts, signers.length),
    documentName: name,
    documentSha256: presented.sha256.toString('hex'),
    signers: signers.map((signer) => toStamp(signature, signer, pictures, book)),
    places: fields.flatMap((field) => {
      const choice = JSON.stringify([field.fieldKey, field.option]);
      const nth = counts.get(choice) ?? 0;
      counts.set(choice, nth + 1);
      return toPlace({ ...field, nth }, signers, { form, book, type: signature.type }) ?? [];
    }),
    carriesSignatures: carriesSignatures(presented),
  };
}

/** For a signer who has not signed yet: takes about as much space as the real values will. */
const EXPECTED = { signedAt: new Date(0), mark: { kind: 'drawn', strokes: [] } } as const;

function toStamp(
  { type }: StampedRequest,
  signer: StampedSigner,
  pictures: ReadonlyMap<string, Buffer>,
  book: PhraseBook,
): SignatureStamp {
  const mark: Mark = signer.mark ?? { ...EXPECTED.mark, strokes: [] };
  return {
    name: signer.name ?? '',
    email: signer.email,
    signedAt: (signer.signedAt ?? EXPECTED.signedAt).toISOString(),
    type,
    method: translate(book, `did.${DID[type]}.${mark.kind}`),
    witness: signer.witnessName ?? undefined,
    mark: mark.kind === 'uploaded' ? { kind: mark.kind, png: pictures.get(mark.storageKey)! } : mark,
  };
}

/** Null if nothing is at the place, because a condition hides its field. */
function toPlace(
  field: StampedField & { nth: number },
  signers: StampedSigner[],
  { form, book, type }: { form: DrawnForm | null; book: PhraseBook; type: Signature['type'] },
): StampPlace | null {
  const { kind, page, box, tagBox, signerId, value, fieldKey, option, nth } = field;
  // A label for everyone is in the hands of the first.
  const signer = fieldKey !== null && signerId === null ? 0 : signers.findIndex(({ id }) => id === signerId);
  if (signer < 0)
    throw new Error(`field on page ${page} is for signer ${signerId}, who is not in the request`);
  const place = { kind, page, ...box, signer, tagBox };
  const whose = signers[signer]!;
  if (fieldKey === null)
    return { ...place, value: printedValue(kind, value, whose, book.locale), form: null };
  if (!form) throw new Error(`field on page ${page} is of a form, which is missing`);
  const drawn = drawPlace(form, { fieldKey, option, nth }, book.locale);
  if (drawn)
    return {
      ...place,
      value: drawn.value ?? printedValue(kind, null, whose, book.locale),
      form: drawn.mark,
    };
  // Places that are prepared for signatures stay where they are until the last.
  const isPrepared = OWN_SIGNATURE_TYPES.includes(type);
  return isPrepared ? { ...place, value: '', form: blankMark(fieldKey) } : null;
}

/**
 * The value printed in a field.
 * @param entered by the signer
 * @param locale of the papers
 */
export function printedValue(
  kind: StampPlace['kind'],
  entered: string | null,
  { name, email, signedAt }: Pick<StampedSigner, 'name' | 'email' | 'signedAt'>,
  locale: string,
): string {
  if (kind === 'date') return signedAt ? paperDay(signedAt, locale) : '';
  if (kind === 'name') return name ?? email;
  return entered ?? '';
}

/** Texts that state exactly what a signer of each type of request did. */
const DID: Readonly<Record<Signature['type'], string>> = {
  fast: 'link',
  self_signed: 'link',
  advanced: 'advanced',
  in_person: 'in_person',
};
