import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { organizationName } from '../organizations/organization.queries.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { databaseTime } from '../platform/database/database-time.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { type SealedDocument } from './completion.service.js';
import { fieldsOf } from '../signatures/document-fields.service.js';
import { type SigningCredentials, type SigningDetails } from '../pdf/pdf-inputs.js';
import { type SignedDocument } from '../pdf/pdf-results.js';
import { PdfService } from '../pdf/pdf.service.js';
import { OWN_SIGNATURE_TYPES } from '../signatures/domain/signature.state.js';
import { DocumentSeals } from './document-seals.service.js';
import { FieldSignatures } from './field-signatures.service.js';
import { SignatureDocument } from '../signatures/signature-document.entity.js';
import { type Signature } from '../signatures/signature.entity.js';
import { signersOf } from '../signatures/live-request.queries.js';
import { picturesOf } from '../signatures/signer-pictures.service.js';
import { stampsOf } from './signature-stamps.js';
import { type Signer } from '../signatures/signer.entity.js';

/** Makes the completed PDF: the document that was read, with every signature in it, sealed by the organization. */
@Injectable()
export class SignatureSealer {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pdf: PdfService,
    private readonly fieldSignatures: FieldSignatures,
    private readonly seals: DocumentSeals,
    private readonly files: FileStore,
  ) {}

  /** @throws Error where somebody has not signed, no time stamp was had, or the result does not open whole */
  async seal(signature: Signature): Promise<SealedDocument> {
    const signers = await signersOf(this.dataSource.manager, signature);
    if (signers.length === 0 || !signers.every(({ status }) => status === 'signed'))
      throw new Error('not everybody has signed');
    const { organizationId } = signature;
    const credentials = await this.seals.sealCredentials(organizationId);
    const sealed = OWN_SIGNATURE_TYPES.includes(signature.type)
      ? await this.sealSigned(signature, credentials)
      : await this.sealDrawn(signature, signers, credentials);
    const { pdf, level } = await this.seals.archive(organizationId, sealed);
    return {
      storageKey: await this.files.put(organizationId, pdf),
      sha256: sha256(pdf),
      sizeBytes: pdf.length,
      pages: sealed.pages,
      sealCertificateSha256: sha256(credentials.key.certificate).toString('hex'),
      level,
    };
  }

  /** Over the signers' own signatures. */
  private async sealSigned(signature: Signature, credentials: SigningCredentials): Promise<SignedDocument> {
    const signed = await this.fieldSignatures.advance(signature);
    return this.pdf.sealPrepared(signed, await this.sealDetails(signature), credentials);
  }

  /** What everybody left is drawn in and sealed in one step. */
  private async sealDrawn(
    signature: Signature,
    signers: Signer[],
    credentials: SigningCredentials,
  ): Promise<SignedDocument> {
    const { manager } = this.dataSource;
    const { id: signatureId, organizationId } = signature;
    const known = { signatureId, organizationId, kind: 'presented' } as const;
    const presented = await manager.findOneByOrFail(SignatureDocument, known);
    const pictures = await picturesOf(this.files, signers);
    const fields = await fieldsOf(manager, signature);
    const stamps = stampsOf(signature, { signers, pictures }, presented, fields);
    const document = await this.files.get(presented.storageKey);
    return this.pdf.seal(document, stamps, await this.sealDetails(signature), credentials);
  }

  private async sealDetails({ organizationId }: Signature): Promise<SigningDetails> {
    const { manager } = this.dataSource;
    const name = await organizationName(manager, organizationId);
    return {
      name,
      reason: `Sealed by ${name} after everyone had signed`,
      at: (await databaseTime(manager)).toISOString(),
    };
  }
}
