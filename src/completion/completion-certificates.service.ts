import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { TemplateRenderer } from '../platform/templates/template-renderer.service.js';
import { paperBook } from '../signatures/paper-words.js';
import { PdfService } from '../pdf/pdf.service.js';
import { DocumentSeals } from './document-seals.service.js';
import { EvidenceDocuments } from './evidence-documents.service.js';
import { type Signature } from '../signatures/signature.entity.js';
import { storeDocument, type StoredDocument } from '../signatures/stored-document.js';

/**
 * Makes the certificate of completion: pages that say who signed and how, with the evidence attached, sealed by the
 * organization at the same level as the document.
 */
@Injectable()
export class CompletionCertificates {
  constructor(
    private readonly settings: Settings,
    private readonly evidence: EvidenceDocuments,
    private readonly pdf: PdfService,
    private readonly seals: DocumentSeals,
    private readonly files: FileStore,
    private readonly templates: TemplateRenderer,
  ) {}

  /** @throws Error if the document is not sealed, the audit chain is broken, no time stamp arrives or the result is not intact */
  async make(signature: Signature, signal?: AbortSignal): Promise<StoredDocument> {
    const evidence = await this.evidence.gather(signature);
    const { publicUrl } = this.settings;
    const { organizationId } = signature;
    const owner = { tenant: organizationId, signal };
    const book = paperBook(this.templates, signature);
    const typeset = await this.pdf.typesetCertificate({ book, evidence, publicUrl }, owner);
    const { name } = evidence.organization;
    const seal = {
      name,
      reason: `Certificate of completion of request ${signature.id}`,
      at: evidence.madeAt,
    };
    const credentials = await this.seals.sealCredentials(organizationId);
    const sealed = await this.pdf.sealFinished(typeset, seal, credentials, owner);
    const { pdf } = await this.seals.archive(organizationId, sealed, signal);
    return storeDocument(this.files, organizationId, { pdf, pages: sealed.pages });
  }
}
