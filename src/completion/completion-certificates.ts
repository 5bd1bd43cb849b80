import { Injectable } from '@nestjs/common';
import { PdfService } from '../pdf/pdf.service.js';
import { FileStore } from '../platform/storage/file-store.js';
import { translate } from '../platform/templates/phrases.js';
import { type StoredDocument, storeDocument } from '../signatures/documents/stored-document.js';
import { CertificateContents } from './certificate-contents.js';
import { type Materials, type SealedFile } from './completion-materials.js';
import { DocumentSeals } from './document-seals.js';

/**
 * Makes the certificate of completion: pages that state who signed and how, with the evidence attached, sealed by the
 * organization at the same level as the documents.
 */
@Injectable()
export class CompletionCertificates {
  constructor(
    private readonly contents: CertificateContents,
    private readonly pdf: PdfService,
    private readonly seals: DocumentSeals,
    private readonly files: FileStore,
  ) {}

  /** @param signed - the sealed documents in order @throws Error if they are not sealed, the audit chain is broken, no time stamp arrives or the result is not intact */
  async make(
    { contents, credentials }: Materials,
    signed: readonly SealedFile[],
    signal?: AbortSignal,
  ): Promise<StoredDocument> {
    const details = await this.contents.gather(contents, signed);
    const { organization, madeAt } = details.evidence;
    const { id, organizationId } = contents.signature;
    const owner = { tenant: organizationId, signal };
    const typeset = await this.pdf.typesetCertificate(details, owner);
    const seal = {
      name: organization.name,
      reason: translate(details.book, 'certificate.ofRequest', { id }),
      at: madeAt,
    };
    const sealed = await this.pdf.sealFinished(typeset, seal, credentials, owner);
    const { pdf } = await this.seals.archive(organizationId, sealed, signal);
    return storeDocument(this.files, organizationId, { pdf, pages: sealed.pages });
  }
}
