import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PdfService } from '../pdf/pdf.service.js';
import { type SigningCredentials, type SigningDetails } from '../pdf/pdf-inputs.js';
import { type SignedDocument } from '../pdf/pdf-results.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { databaseTime } from '../platform/database/database-time.js';
import { FileStore } from '../platform/storage/file-store.js';
import { translate } from '../platform/templates/phrases.js';
import { type PaperContents, type PaperDocument } from '../signatures/documents/signature-papers.js';
import { storeDocument } from '../signatures/documents/stored-document.js';
import { OWN_SIGNATURE_TYPES } from '../signatures/domain/signature.state.js';
import { type SealedDocument } from './completion.service.js';
import { type Materials } from './completion-materials.js';
import { DocumentSeals } from './document-seals.js';
import { FieldSignatures } from './field-signatures.js';

/** Documents sealed side by side: one waits seconds for its time stamps, and ten have to fit into the job's time. */
const AT_ONCE = 3;

/** Makes the completed PDFs: each presented document with every signature, sealed by the organization. */
@Injectable()
export class SignatureSealer {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pdf: PdfService,
    private readonly fieldSignatures: FieldSignatures,
    private readonly seals: DocumentSeals,
    private readonly files: FileStore,
  ) {}

  /**
   * Seals every document to a file of its own, which nothing names yet. If one of them fails, none is left.
   * @returns the sealed documents in order
   * @throws Error if a signer has not signed, no time stamp arrives or a result is not intact
   */
  async seal({ contents, credentials }: Materials, signal?: AbortSignal): Promise<SealedDocument[]> {
    const { signature, signers } = contents;
    if (signers.length === 0 || !signers.every(({ status }) => status === 'signed'))
      throw new Error(`request ${signature.id} has signers who have not signed`);
    const sealRest = async (done: SealedDocument[]): Promise<SealedDocument[]> => {
      const next = contents.documents.slice(done.length, done.length + AT_ONCE);
      if (next.length === 0) return done;
      const tried = await Promise.allSettled(
        next.map((document) => this.sealOne(contents, document, credentials, signal)),
      );
      const sealed = tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      return this.files.naming(
        sealed.map(({ storageKey }) => storageKey),
        () => {
          const failed = tried.find((each) => each.status === 'rejected');
          if (failed) throw failed.reason;
          return sealRest([...done, ...sealed]);
        },
      );
    };
    return sealRest([]);
  }

  private async sealOne(
    contents: PaperContents,
    document: PaperDocument,
    credentials: SigningCredentials,
    signal?: AbortSignal,
  ): Promise<SealedDocument> {
    const { organizationId, type } = contents.signature;
    const sealed = OWN_SIGNATURE_TYPES.includes(type)
      ? await this.sealSigned(contents, document, credentials, signal)
      : await this.sealDrawn(contents, document, credentials, signal);
    const { pdf, level } = await this.seals.archive(organizationId, sealed, signal);
    const stored = await storeDocument(this.files, organizationId, { pdf, pages: sealed.pages });
    const sealCertificateSha256 = sha256(credentials.key.certificate).toString('hex');
    return { ...stored, n: document.n, id: document.id, sealCertificateSha256, level };
  }

  /** Seals a document whose signers signed with their own certificates. */
  private async sealSigned(
    contents: PaperContents,
    document: PaperDocument,
    credentials: SigningCredentials,
    signal?: AbortSignal,
  ): Promise<SignedDocument> {
    const signed = await this.fieldSignatures.advance(contents, document, signal);
    const details = await this.sealDetails(contents);
    const owner = { tenant: contents.signature.organizationId, signal };
    return this.pdf.sealPrepared(signed, details, credentials, owner);
  }

  /** Draws all marks into the document and seals it in one step. */
  private async sealDrawn(
    contents: PaperContents,
    { presented, stamps }: PaperDocument,
    credentials: SigningCredentials,
    signal?: AbortSignal,
  ): Promise<SignedDocument> {
    const pdf = await this.files.get(presented.storageKey);
    const details = await this.sealDetails(contents);
    const owner = { tenant: contents.signature.organizationId, signal };
    return this.pdf.seal(pdf, stamps, details, credentials, owner);
  }

  private async sealDetails({ organizationName: name, facts }: PaperContents): Promise<SigningDetails> {
    return {
      name,
      reason: translate(facts.book, 'reasons.sealed', { name }),
      at: (await databaseTime(this.dataSource.manager)).toISOString(),
    };
  }
}
