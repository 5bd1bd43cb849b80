import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { sendingOf } from '../audit-chain/signer-proofs.js';
import { Brands } from '../brands/brands.service.js';
import { addressOf } from '../organizations/account.queries.js';
import { type CertificateDetails } from '../pdf/pdf-inputs.js';
import { signersOf } from '../signatures/live-request.queries.js';
import { SignaturePapers } from '../signatures/signature-papers.service.js';
import { type Signature } from '../signatures/signature.entity.js';
import { EvidenceDocuments } from './evidence-documents.service.js';

/** Gathers what a certificate of completion shows: the evidence, and what is not part of it. */
@Injectable()
export class CertificateContents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly evidence: EvidenceDocuments,
    private readonly papers: SignaturePapers,
    private readonly brands: Brands,
  ) {}

  /** @throws BrokenTrailError, or Error if the document is not sealed */
  async gather(signature: Signature): Promise<CertificateDetails> {
    const { manager } = this.dataSource;
    const { organizationId, createdByUserId } = signature;
    const evidence = await this.evidence.gather(signature);
    const { book, publicUrl } = await this.papers.facts(manager, signature);
    const { signers } = await this.papers.stamps(manager, signature, await signersOf(manager, signature));
    const sender = sendingOf(evidence.events)?.data.userId;
    const userId = typeof sender === 'number' ? sender : createdByUserId;
    return {
      book,
      evidence,
      signers,
      senderEmail: await addressOf(manager, organizationId, userId),
      logo: await this.brands.paperLogo(organizationId),
      publicUrl,
    };
  }
}
