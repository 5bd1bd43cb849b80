import { Injectable } from '@nestjs/common';
import { PdfService } from '../pdf/pdf.service.js';
import { type ArchivingMeans, type SigningCredentials } from '../pdf/pdf-inputs.js';
import { type ArchivedDocument, type SignedDocument } from '../pdf/pdf-results.js';
import { type CertifiedSigner, OrganizationKeys } from '../pdf-signatures/organization-keys.js';
import { TimeStamps } from '../pdf-signatures/time-stamps.js';
import { ValidationMaterials } from '../pdf-signatures/validation-materials.js';

/** Everything needed to sign, seal and archive an organization's documents. */
@Injectable()
export class DocumentSeals {
  constructor(
    private readonly keys: OrganizationKeys,
    private readonly timeStamps: TimeStamps,
    private readonly materials: ValidationMaterials,
    private readonly pdf: PdfService,
  ) {}

  async sealCredentials(organizationId: number): Promise<SigningCredentials> {
    return { key: await this.keys.sealingKey(organizationId), stamper: this.timeStamps.stamper };
  }

  /** @param most signatures that the signer's key may make */
  async signerCredentials(
    organizationId: number,
    signer: CertifiedSigner,
    most: number,
  ): Promise<SigningCredentials> {
    return { key: await this.keys.signerKey(organizationId, signer, most), stamper: this.timeStamps.stamper };
  }

  /**
   * Makes a sealed document verifiable in the long term. Without a time stamp authority it is returned unchanged.
   * @throws TimestampError, RevokedCertificateError, ChildTaskError, or Error if the result does not verify
   */
  async archive(
    organizationId: number,
    sealed: SignedDocument,
    signal?: AbortSignal,
  ): Promise<ArchivedDocument> {
    const { stamper, anchors } = this.timeStamps;
    if (!stamper) return { pdf: sealed.pdf, level: 'PAdES B-B' };
    const means: ArchivingMeans = {
      anchors,
      stamp: async (contentSha256) => (await stamper.stamp(contentSha256)).token,
      collect: (certificates, time) => this.materials.collect(organizationId, certificates, time),
    };
    return this.pdf.archive(sealed, means, { tenant: organizationId, signal });
  }
}
