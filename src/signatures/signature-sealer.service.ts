import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FileStore } from '../platform/storage/file-store.service.js';
import { type SealedDocument } from './completion.service.js';
import { DocumentProcessor } from './documents/document-processor.service.js';
import { type SignatureStamp } from './documents/signature-stamp.js';
import { SignatureDocument } from './signature-document.entity.js';
import { type Signature } from './signature.entity.js';
import { signersOf } from './signature-lock.js';
import { type Mark, type Signer } from './signer.entity.js';

/** Makes the completed PDF: the document that was read, with every signature drawn in behind it. */
@Injectable()
export class SignatureSealer {
  constructor(
    private readonly dataSource: DataSource,
    private readonly processor: DocumentProcessor,
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
    const stamped = await this.processor.stampSignatures(await this.files.get(presented.storageKey), {
      requestTitle: signature.subject || signature.originalDocumentName,
      documentSha256: presented.sha256.toString('hex'),
      signers: signers.map((signer) => toStamp(signature, signer)),
    });
    return {
      storageKey: await this.files.put(signature.organizationId, stamped.pdf),
      sha256: Buffer.from(stamped.sha256, 'hex'),
      sizeBytes: stamped.pdf.length,
      pages: stamped.pages,
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
