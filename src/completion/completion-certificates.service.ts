import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { PdfService } from '../pdf/pdf.service.js';
import { DocumentSeals } from './document-seals.service.js';
import { EvidenceDocuments } from './evidence-documents.service.js';
import { type Signature } from '../signatures/signature.entity.js';

/** A sealed PDF whose file is stored and whose row is not yet. */
export interface StoredFile {
  storageKey: string;
  sha256: Buffer;
  sizeBytes: number;
  pages: number;
}

/** Makes the certificate of completion: pages that tell who signed and how, the evidence within, under the organization's seal, at the level of the document's. */
@Injectable()
export class CompletionCertificates {
  constructor(
    private readonly settings: Settings,
    private readonly evidence: EvidenceDocuments,
    private readonly pdf: PdfService,
    private readonly seals: DocumentSeals,
    private readonly files: FileStore,
  ) {}

  /** @throws Error where the document was not sealed, the chain is not whole, no time stamp was had, or the result does not open whole */
  async make(signature: Signature): Promise<StoredFile> {
    const evidence = await this.evidence.gather(signature);
    const { publicUrl } = this.settings;
    const typeset = await this.pdf.typesetCertificate({ evidence, publicUrl });
    const { name } = evidence.organization;
    const seal = {
      name,
      reason: `Certificate of completion of request ${signature.id}`,
      at: evidence.madeAt,
    };
    const credentials = await this.seals.sealCredentials(signature.organizationId);
    const sealed = await this.pdf.sealFinished(typeset, seal, credentials);
    const { pdf } = await this.seals.archive(signature.organizationId, sealed);
    const storageKey = await this.files.put(signature.organizationId, pdf);
    return { storageKey, sha256: sha256(pdf), sizeBytes: pdf.length, pages: sealed.pages };
  }
}
