import { Injectable } from '@nestjs/common';
import { PdfService } from '../pdf/pdf.service.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { say } from '../platform/templates/phrases.js';
import { type Signature } from '../signatures/signature.entity.js';
import { storeDocument, type StoredDocument } from '../signatures/stored-document.js';
import { CertificateContents } from './certificate-contents.service.js';
import { DocumentSeals } from './document-seals.service.js';

/**
 * Makes the certificate of completion: pages that say who signed and how, with the evidence attached, sealed by the
 * organization at the same level as the document.
 */
@Injectable()
export class CompletionCertificates {
  constructor(
    private readonly contents: CertificateContents,
    private readonly pdf: PdfService,
    private readonly seals: DocumentSeals,
    private readonly files: FileStore,
  ) {}

  /** @throws Error if the document is not sealed, the audit chain is broken, no time stamp arrives or the result is not intact */
  async make(signature: Signature, signal?: AbortSignal): Promise<StoredDocument> {
    const details = await this.contents.gather(signature);
    const { organization, madeAt } = details.evidence;
    const { organizationId } = signature;
    const owner = { tenant: organizationId, signal };
    const typeset = await this.pdf.typesetCertificate(details, owner);
    const seal = {
      name: organization.name,
      reason: say(details.book, 'certificate.ofRequest', { id: signature.id }),
      at: madeAt,
    };
    const credentials = await this.seals.sealCredentials(organizationId);
    const sealed = await this.pdf.sealFinished(typeset, seal, credentials, owner);
    const { pdf } = await this.seals.archive(organizationId, sealed, signal);
    return storeDocument(this.files, organizationId, { pdf, pages: sealed.pages });
  }
}
