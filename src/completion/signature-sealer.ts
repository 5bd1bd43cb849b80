import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PdfService } from '../pdf/pdf.service.js';
import { type SigningCredentials, type SigningDetails } from '../pdf/pdf-inputs.js';
import { type SignedDocument } from '../pdf/pdf-results.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { databaseTime } from '../platform/database/database-time.js';
import { FileStore } from '../platform/storage/file-store.js';
import { translate } from '../platform/templates/phrases.js';
import { type PaperContents } from '../signatures/documents/signature-papers.js';
import { storeDocument } from '../signatures/documents/stored-document.js';
import { OWN_SIGNATURE_TYPES } from '../signatures/domain/signature.state.js';
import { type SealedDocument } from './completion.service.js';
import { type Materials } from './completion-materials.js';
import { DocumentSeals } from './document-seals.js';
import { FieldSignatures } from './field-signatures.js';

/** Makes the completed PDF: the presented document with every signature, sealed by the organization. */
@Injectable()
export class SignatureSealer {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pdf: PdfService,
    private readonly fieldSignatures: FieldSignatures,
    private readonly seals: DocumentSeals,
    private readonly files: FileStore,
  ) {}

  /** @throws Error if a signer has not signed, no time stamp arrives or the result is not intact */
  async seal({ contents, credentials }: Materials, signal?: AbortSignal): Promise<SealedDocument> {
    const { signature, signers } = contents;
    if (signers.length === 0 || !signers.every(({ status }) => status === 'signed'))
      throw new Error(`request ${signature.id} has signers who have not signed`);
    const { organizationId } = signature;
    const sealed = OWN_SIGNATURE_TYPES.includes(signature.type)
      ? await this.sealSigned(contents, credentials, signal)
      : await this.sealDrawn(contents, credentials, signal);
    const { pdf, level } = await this.seals.archive(organizationId, sealed, signal);
    const stored = await storeDocument(this.files, organizationId, { pdf, pages: sealed.pages });
    return { ...stored, sealCertificateSha256: sha256(credentials.key.certificate).toString('hex'), level };
  }

  /** Seals a document whose signers signed with their own certificates. */
  private async sealSigned(
    contents: PaperContents,
    credentials: SigningCredentials,
    signal?: AbortSignal,
  ): Promise<SignedDocument> {
    const signed = await this.fieldSignatures.advance(contents, signal);
    const details = await this.sealDetails(contents);
    const owner = { tenant: contents.signature.organizationId, signal };
    return this.pdf.sealPrepared(signed, details, credentials, owner);
  }

  /** Draws all marks into the document and seals it in one step. */
  private async sealDrawn(
    contents: PaperContents,
    credentials: SigningCredentials,
    signal?: AbortSignal,
  ): Promise<SignedDocument> {
    const { signature, presented, stamps } = contents;
    const document = await this.files.get(presented.storageKey);
    const details = await this.sealDetails(contents);
    const owner = { tenant: signature.organizationId, signal };
    return this.pdf.seal(document, stamps, details, credentials, owner);
  }

  private async sealDetails({ organizationName: name, facts }: PaperContents): Promise<SigningDetails> {
    return {
      name,
      reason: translate(facts.book, 'reasons.sealed', { name }),
      at: (await databaseTime(this.dataSource.manager)).toISOString(),
    };
  }
}
