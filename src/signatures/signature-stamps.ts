import { type EntityManager } from 'typeorm';
import { type FileStore } from '../platform/storage/file-store.service.js';
import { type DocumentField } from './document-field.entity.js';
import { type SignatureStamp, type StampDetails, type StampPlace } from '../pdf/signature-stamp.js';
import { fieldsOf } from './document-fields.service.js';
import { type SignatureDocument } from './signature-document.entity.js';
import { presentedDocument } from './signature-document.queries.js';
import { picturesOf } from './signer-pictures.service.js';
import { type Signature } from './signature.entity.js';
import { type Mark, type Signer } from './signer.entity.js';

/** Reads everything that is drawn into a request's document. @throws Error if a signer's picture is missing or was changed */
export async function gatherStamps(
  manager: EntityManager,
  files: FileStore,
  signature: Signature,
  signers: Signer[],
): Promise<StampDetails> {
  const presented = await presentedDocument(manager, signature);
  const pictures = await picturesOf(files, signers);
  return stampsOf(signature, { signers, pictures }, presented, await fieldsOf(manager, signature));
}

/** What a stamp shows of a signer, of a field, and of the document. */
export type StampedSigner = Pick<Signer, 'id' | 'name' | 'email' | 'signedAt' | 'mark' | 'witnessName'>;
export type StampedField = Pick<DocumentField, 'kind' | 'page' | 'box' | 'tagBox' | 'signerId' | 'value'>;
type StampedRequest = Pick<Signature, 'type' | 'subject' | 'originalDocumentName'>;

/** What belongs to signers who have not signed yet only reserves its place. */
export function stampsOf(
  signature: StampedRequest,
  { signers, pictures }: { signers: StampedSigner[]; pictures: ReadonlyMap<string, Buffer> },
  presented: Pick<SignatureDocument, 'sha256'>,
  fields: StampedField[],
): StampDetails {
  return {
    requestTitle: signature.subject || signature.originalDocumentName,
    documentSha256: presented.sha256.toString('hex'),
    signers: signers.map((signer) => toStamp(signature, signer, pictures)),
    places: fields.map((field) => toPlace(field, signers)),
  };
}

/** For a signer who has not signed yet: takes about as much room as the real values will. */
const EXPECTED = { signedAt: new Date(0), mark: { kind: 'drawn', strokes: [] } } as const;

function toStamp(
  { type }: StampedRequest,
  signer: StampedSigner,
  pictures: ReadonlyMap<string, Buffer>,
): SignatureStamp {
  const mark: Mark = signer.mark ?? { ...EXPECTED.mark, strokes: [] };
  return {
    name: signer.name ?? '',
    email: signer.email,
    signedAt: (signer.signedAt ?? EXPECTED.signedAt).toISOString(),
    type,
    method: methodOf(type, mark),
    witness: signer.witnessName ?? undefined,
    mark: mark.kind === 'uploaded' ? { kind: mark.kind, png: pictures.get(mark.storageKey)! } : mark,
  };
}

function toPlace(
  { kind, page, box, tagBox, signerId, value }: StampedField,
  signers: StampedSigner[],
): StampPlace {
  const signer = signers.findIndex(({ id }) => id === signerId);
  if (signer < 0)
    throw new Error(`field on page ${page} is for signer ${signerId}, who is not in the request`);
  return { kind, page, ...box, signer, tagBox, value: printedValue(kind, value, signers[signer]!) };
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** What is printed in a field. @param entered by the signer */
export function printedValue(
  kind: StampPlace['kind'],
  entered: string | null,
  { name, email, signedAt }: Pick<StampedSigner, 'name' | 'email' | 'signedAt'>,
): string {
  if (kind === 'date') return signedAt ? DAY.format(signedAt) : '';
  if (kind === 'name') return name ?? email;
  return entered ?? '';
}

const MARKS: Record<Mark['kind'], string> = {
  click: 'with a click',
  typed: 'by typing the name',
  drawn: 'by drawing the signature',
  uploaded: 'by uploading a picture of the signature',
};

/** What the signer did, and nothing more. */
function methodOf(type: Signature['type'], { kind }: Mark): string {
  if (type === 'advanced')
    return `Signed ${MARKS[kind]}, after entering a one-time code sent to the e-mail address`;
  if (type === 'in_person') return `Signed in person ${MARKS[kind]}, on the host's device`;
  return `Signed ${MARKS[kind]}, through a personal link`;
}
