import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { sendingOf } from '../audit-chain/signer-proofs.js';
import { Brands } from '../brands/brands.js';
import { addressOf } from '../organizations/account.queries.js';
import { type CertificateDetails } from '../pdf/pdf-inputs.js';
import { type PaperContents } from '../signatures/documents/signature-papers.js';
import { type TemplateContent } from '../templates/domain/template-content.js';
import { RequestTemplates } from '../templates/request-templates.js';
import { type SealedFile } from './completion-materials.js';
import { EvidenceDocuments } from './evidence-documents.js';

/** Gathers the contents of a certificate of completion: the evidence, and everything else it shows. */
@Injectable()
export class CertificateContents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly evidence: EvidenceDocuments,
    private readonly brands: Brands,
    private readonly templates: RequestTemplates,
  ) {}

  /** @throws BrokenTrailError, or Error if the seal is not recorded */
  async gather(contents: PaperContents, signed: readonly SealedFile[]): Promise<CertificateDetails> {
    const { facts, documents } = contents;
    const { organizationId, createdByUserId, id: signatureId } = contents.signature;
    const { manager } = this.dataSource;
    const template = await this.templates.contentFor(manager, { organizationId, signatureId });
    const parsed = template === null ? null : (JSON.parse(template) as TemplateContent);
    const evidence = await this.evidence.gather(contents, signed, parsed);
    const sender = sendingOf(evidence.events)?.data.userId;
    const userId = typeof sender === 'number' ? sender : createdByUserId;
    return {
      book: facts.book,
      evidence,
      template,
      signers: documents[0]!.stamps.signers,
      hasSignaturePages: documents.map(({ presented }, at) => signed[at]!.pages > presented.pages),
      senderEmail: await addressOf(manager, organizationId, userId),
      isTest: facts.isTest,
      logo: await this.brands.paperLogo(organizationId),
      publicUrl: facts.publicUrl,
    };
  }
}
