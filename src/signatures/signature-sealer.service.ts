import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Organization } from '../organizations/organization.entity.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { OrganizationKeys } from '../sealing/organization-keys.service.js';
import { type SealedDocument } from './completion.service.js';
import { DocumentSigner } from './documents/document-signer.service.js';
import { type SignatureStamp } from './documents/signature-stamp.js';
import { SignatureDocument } from './signature-document.entity.js';
import { type Signature } from './signature.entity.js';
import { signersOf } from './signature-lock.js';
import { type Mark, type Signer } from './signer.entity.js';

/** Makes the completed PDF: the document that was read, with every signature drawn in behind it, sealed by the organization. */
@Injectable()
export class SignatureSealer {
  constructor(
    private readonly dataSource: DataSource,
    private readonly signer: DocumentSigner,
    private readonly keys: OrganizationKeys,
    private readonly files: FileStore,
  ) {}

  /** @throws Error where somebody has not signed, the document was changed, or the result does not open whole */
  async seal(signature: Signature): Promise<SealedDocument> {
    const signers = await signersOf(this.dataSource.manager, signature);
    if (signers.length === 0 || !signers.every(({ status }) => status === 'signed'))
      throw new Error('not everybody has signed');
    const presented = await this.dataSource.manager.findOneByOrFail(SignatureDocument, {
      signatureId: signature.id,
      organizationId: signature.organizationId,
      kind: 'presented',
    });
    const { organizationId } = signature;
    const organization = await this.dataSource.manager.findOneByOrFail(Organization, { id: organizationId });
    const [clock] = await this.dataSource.query<{ now: Date }[]>('select app_now() as now');
    const stamps = {
      requestTitle: signature.subject || signature.originalDocumentName,
      documentSha256: presented.sha256.toString('hex'),
      signers: signers.map((signer) => toStamp(signature, signer)),
      places: [],
    };
    const seal = {
      name: organization.name,
      reason: `Sealed by ${organization.name} after everyone had signed`,
      at: clock!.now.toISOString(),
    };
    const document = await this.files.get(presented.storageKey);
    const key = await this.keys.sealingKey(organizationId);
    const sealed = await this.signer.seal(document, stamps, seal, key);
    return {
      storageKey: await this.files.put(organizationId, sealed.pdf),
      sha256: sha256(sealed.pdf),
      sizeBytes: sealed.pdf.length,
      pages: sealed.pages,
      sealCertificateSha256: sha256(key.certificate).toString('hex'),
      level: 'PAdES B-B',
    };
  }
}

function toStamp({ type }: Signature, signer: Signer): SignatureStamp {
  return {
    name: signer.name ?? '',
    email: signer.email,
    signedAt: signer.signedAt!.toISOString(),
    type,
    method: methodOf(type, signer.mark!),
    witness: signer.witnessName ?? undefined,
    mark: signer.mark!,
  };
}

const MARKS: Record<Mark['kind'], string> = {
  click: 'by a click',
  typed: 'by typing the name',
  drawn: 'by drawing the signature',
};

/** What the signer did, and no more than that. */
function methodOf(type: Signature['type'], { kind }: Mark): string {
  if (type === 'advanced')
    return `Signed ${MARKS[kind]}, after entering a one-time code sent to the e-mail address`;
  if (type === 'in_person') return `Signed in person ${MARKS[kind]}, on the host's device`;
  return `Signed ${MARKS[kind]}, from a personal link`;
}
