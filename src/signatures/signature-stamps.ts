import { paperDay } from '../pdf/paper-times.js';
import { type SignatureStamp, type StampDetails, type StampPlace } from '../pdf/signature-stamp.js';
import { type PhraseBook, translate } from '../platform/templates/phrases.js';
import { type DocumentField } from './documents/document-field.entity.js';
import { type PaperFacts, stampWords } from './documents/internal/paper-words.js';
import { carriesSignatures, type SignatureDocument } from './documents/signature-document.entity.js';
import { type Signature } from './signature.entity.js';
import { type Mark, type Signer } from './signers/signer.entity.js';

/** The parts of a signer, field and request that stamps show. */
export type StampedSigner = Pick<Signer, 'id' | 'name' | 'email' | 'signedAt' | 'mark' | 'witnessName'>;
export type StampedField = Pick<DocumentField, 'kind' | 'page' | 'box' | 'tagBox' | 'signerId' | 'value'>;
type StampedRequest = Pick<Signature, 'type' | 'originalDocumentName'>;

/** Marks of signers who have not signed yet only reserve their place. */
export function stampsOf(
  signature: StampedRequest,
  { signers, pictures }: { signers: StampedSigner[]; pictures: ReadonlyMap<string, Buffer> },
  {
    presented,
    fields,
  }: { presented: Pick<SignatureDocument, 'sha256' | 'signedSha256'>; fields: StampedField[] },
  facts: PaperFacts,
): StampDetails {
  const { book } = facts;
  return {
    words: stampWords(facts, signers.length),
    documentName: signature.originalDocumentName,
    documentSha256: presented.sha256.toString('hex'),
    signers: signers.map((signer) => toStamp(signature, signer, pictures, book)),
    places: fields.map((field) => toPlace(field, signers, book)),
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

function toPlace(
  { kind, page, box, tagBox, signerId, value }: StampedField,
  signers: StampedSigner[],
  { locale }: PhraseBook,
): StampPlace {
  const signer = signers.findIndex(({ id }) => id === signerId);
  if (signer < 0)
    throw new Error(`field on page ${page} is for signer ${signerId}, who is not in the request`);
  const printed = printedValue(kind, value, signers[signer]!, locale);
  return { kind, page, ...box, signer, tagBox, value: printed, form: null };
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
