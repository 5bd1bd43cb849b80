import { type DocumentField } from './document-field.entity.js';
import { type SignatureStamp, type StampDetails, type StampPlace } from '../pdf/signature-stamp.js';
import { paperDay } from '../pdf/paper-times.js';
import { type PhraseBook, say } from '../platform/templates/phrases.js';
import { type PaperFacts, stampWords } from './paper-words.js';
import { carriesSignatures, type SignatureDocument } from './signature-document.entity.js';
import { type Signature } from './signature.entity.js';
import { type Mark, type Signer } from './signer.entity.js';

/** What a stamp shows of a signer, of a field, and of the document. */
export type StampedSigner = Pick<Signer, 'id' | 'name' | 'email' | 'signedAt' | 'mark' | 'witnessName'>;
export type StampedField = Pick<DocumentField, 'kind' | 'page' | 'box' | 'tagBox' | 'signerId' | 'value'>;
type StampedRequest = Pick<Signature, 'type' | 'subject' | 'originalDocumentName'>;

/** What signature pages call the request. */
export const requestTitleOf = ({ subject, originalDocumentName }: Omit<StampedRequest, 'type'>) =>
  subject || originalDocumentName;

/** What belongs to signers who have not signed yet only reserves its place. */
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
    requestTitle: requestTitleOf(signature),
    documentSha256: presented.sha256.toString('hex'),
    signers: signers.map((signer) => toStamp(signature, signer, pictures, book)),
    places: fields.map((field) => toPlace(field, signers, book)),
    carriesSignatures: carriesSignatures(presented),
  };
}

/** For a signer who has not signed yet: takes about as much room as the real values will. */
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
    method: say(book, `did.${DID[type]}.${mark.kind}`),
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
  return { kind, page, ...box, signer, tagBox, value: printed };
}

/**
 * What is printed in a field.
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

/** The texts that say what the signer of such a request did, and nothing more. */
const DID: Readonly<Record<Signature['type'], string>> = {
  fast: 'link',
  self_signed: 'link',
  advanced: 'advanced',
  in_person: 'in_person',
};
