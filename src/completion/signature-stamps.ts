import { type DocumentField } from '../signatures/document-field.entity.js';
import { type SignatureStamp, type StampDetails, type StampPlace } from '../pdf/signature-stamp.js';
import { type SignatureDocument } from '../signatures/signature-document.entity.js';
import { type Signature } from '../signatures/signature.entity.js';
import { type Mark, type Signer } from '../signatures/signer.entity.js';

/** Everything that is drawn into a request's document. What belongs to signers who have not signed yet only keeps its place. */
export function stampsOf(
  signature: Signature,
  { signers, pictures }: { signers: Signer[]; pictures: ReadonlyMap<string, Buffer> },
  presented: SignatureDocument,
  fields: DocumentField[],
): StampDetails {
  return {
    requestTitle: signature.subject || signature.originalDocumentName,
    documentSha256: presented.sha256.toString('hex'),
    signers: signers.map((signer) => toStamp(signature, signer, pictures)),
    places: fields.map((field) => toPlace(field, signers)),
  };
}

/** Of someone who has not signed: as long as it is likely to become. */
const EXPECTED = { signedAt: new Date(0), mark: { kind: 'drawn', strokes: [] } } as const;

function toStamp({ type }: Signature, signer: Signer, pictures: ReadonlyMap<string, Buffer>): SignatureStamp {
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

function toPlace({ kind, page, box, tagBox, signerId, value }: DocumentField, signers: Signer[]): StampPlace {
  const signer = signers.findIndex(({ id }) => id === signerId);
  if (signer < 0) throw new Error('A field belongs to no signer');
  return { kind, page, ...box, signer, tagBox, value: valueOf(kind, value, signers[signer]!) };
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

function valueOf(
  kind: StampPlace['kind'],
  entered: string | null,
  { name, email, signedAt }: Signer,
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
