import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { organizationName } from '../organizations/organization.queries.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { databaseTime } from '../platform/database/database-time.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { say } from '../platform/templates/phrases.js';
import { type SealedDocument } from './completion.service.js';
import { type SigningCredentials, type SigningDetails } from '../pdf/pdf-inputs.js';
import { type SignedDocument } from '../pdf/pdf-results.js';
import { PdfService } from '../pdf/pdf.service.js';
import { OWN_SIGNATURE_TYPES } from '../signatures/domain/signature.state.js';
import { DocumentSeals } from './document-seals.service.js';
import { FieldSignatures } from './field-signatures.service.js';
import { presentedDocument } from '../signatures/signature-document.queries.js';
import { storeDocument } from '../signatures/stored-document.js';
import { type Signature } from '../signatures/signature.entity.js';
import { signersOf } from '../signatures/live-request.queries.js';
import { SignaturePapers } from '../signatures/signature-papers.service.js';
import { type Signer } from '../signatures/signer.entity.js';

/** Makes the completed PDF: the presented document with every signature, sealed by the organization. */
@Injectable()
export class SignatureSealer {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pdf: PdfService,
    private readonly fieldSignatures: FieldSignatures,
    private readonly seals: DocumentSeals,
    private readonly files: FileStore,
    private readonly papers: SignaturePapers,
  ) {}

  /** @throws Error if a signer has not signed, no time stamp arrives or the result is not intact */
  async seal(signature: Signature, signal?: AbortSignal): Promise<SealedDocument> {
    const signers = await signersOf(this.dataSource.manager, signature);
    if (signers.length === 0 || !signers.every(({ status }) => status === 'signed'))
      throw new Error(`request ${signature.id} has signers who have not signed`);
    const { organizationId } = signature;
    const credentials = await this.seals.sealCredentials(organizationId);
    const sealed = OWN_SIGNATURE_TYPES.includes(signature.type)
      ? await this.sealSigned(signature, credentials, signal)
      : await this.sealDrawn(signature, signers, credentials, signal);
    const { pdf, level } = await this.seals.archive(organizationId, sealed, signal);
    const stored = await storeDocument(this.files, organizationId, { pdf, pages: sealed.pages });
    return { ...stored, sealCertificateSha256: sha256(credentials.key.certificate).toString('hex'), level };
  }

  /** Seals a document whose signers signed with their own certificates. */
  private async sealSigned(
    signature: Signature,
    credentials: SigningCredentials,
    signal?: AbortSignal,
  ): Promise<SignedDocument> {
    const signed = await this.fieldSignatures.advance(signature, signal);
    const details = await this.sealDetails(signature);
    return this.pdf.sealPrepared(signed, details, credentials, { tenant: signature.organizationId, signal });
  }

  /** Draws all marks into the document and seals it in one step. */
  private async sealDrawn(
    signature: Signature,
    signers: Signer[],
    credentials: SigningCredentials,
    signal?: AbortSignal,
  ): Promise<SignedDocument> {
    const { manager } = this.dataSource;
    const stamps = await this.papers.stamps(manager, signature, signers);
    const { storageKey } = await presentedDocument(manager, signature);
    const document = await this.files.get(storageKey);
    const details = await this.sealDetails(signature);
    const owner = { tenant: signature.organizationId, signal };
    return this.pdf.seal(document, stamps, details, credentials, owner);
  }

  private async sealDetails(signature: Signature): Promise<SigningDetails> {
    const { manager } = this.dataSource;
    const name = await organizationName(manager, signature.organizationId);
    return {
      name,
      reason: say(this.papers.book(signature), 'reasons.sealed', { name }),
      at: (await databaseTime(manager)).toISOString(),
    };
  }
}
