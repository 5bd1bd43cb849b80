import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { sendingOf } from '../audit-chain/signer-proofs.js';
import { Brands } from '../brands/brands.js';
import { addressOf } from '../organizations/account.queries.js';
import { type CertificateDetails } from '../pdf/pdf-inputs.js';
import { type PaperContents } from '../signatures/documents/signature-papers.js';
import { type SealedFile } from './completion-materials.js';
import { EvidenceDocuments } from './evidence-documents.js';

/** Gathers the contents of a certificate of completion: the evidence, and everything else it shows. */
@Injectable()
export class CertificateContents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly evidence: EvidenceDocuments,
    private readonly brands: Brands,
  ) {}

  /** @throws BrokenTrailError, or Error if the seal is not recorded */
  async gather(contents: PaperContents, signed: SealedFile): Promise<CertificateDetails> {
    const { facts, stamps, presented } = contents;
    const { organizationId, createdByUserId } = contents.signature;
    const evidence = await this.evidence.gather(contents, signed);
    const sender = sendingOf(evidence.events)?.data.userId;
    const userId = typeof sender === 'number' ? sender : createdByUserId;
    return {
      book: facts.book,
      evidence,
      signers: stamps.signers,
      hasSignaturePages: signed.pages > presented.pages,
      senderEmail: await addressOf(this.dataSource.manager, organizationId, userId),
      isTest: facts.isTest,
      logo: await this.brands.paperLogo(organizationId),
      publicUrl: facts.publicUrl,
    };
  }
}
