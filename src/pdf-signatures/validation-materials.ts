import { Injectable } from '@nestjs/common';
import { HttpClient } from '../platform/http-client/http-client.js';
import { isSelfSigned, issuerOf } from './certificates/certificate-chain.js';
import { OrganizationKeys } from './organization-keys.js';
import { distributionPoints } from './revocation/distribution-points.js';
import { revocationStatus } from './revocation/revocation-list.js';
import { TimeStamps } from './time-stamps.js';
import { type ValidationMaterial } from './validation-material.js';

/** More than a document's own signatures and their time stamps can contain. */
const MAX_CERTIFICATES = 300;
/** Addresses tried per certificate. */
const MAX_ADDRESSES = 2;
const LIST_LIMITS = { timeoutMs: 5_000, maxBytes: 1024 * 1024 };

/** A certificate was revoked by its issuer, so its signatures are worthless. */
export class RevokedCertificateError extends Error {
  override readonly name = 'RevokedCertificateError';
}

/** Collects the material for validating signatures after their issuers are gone. */
@Injectable()
export class ValidationMaterials {
  constructor(
    private readonly keys: OrganizationKeys,
    private readonly timeStamps: TimeStamps,
    private readonly http: HttpClient,
  ) {}

  /**
   * Returns these certificates and those of TSA_CA_FILE, with a current revocation list for each certificate if available:
   * from the organization's own authority, or over HTTP from the certificate's distribution points.
   * @throws RevokedCertificateError
   */
  async collect(
    organizationId: number,
    certificates: readonly Buffer[],
    now: Date,
  ): Promise<ValidationMaterial> {
    if (certificates.length > MAX_CERTIFICATES)
      throw new Error(
        `The document contains ${certificates.length} certificates, but at most ${MAX_CERTIFICATES} are allowed`,
      );
    const pool = distinct([...certificates, ...this.timeStamps.anchors]);
    const lists: Buffer[] = [];
    for (const certificate of pool) {
      const issuer = issuerOf(certificate, pool);
      if (!issuer || isSelfSigned(certificate)) continue;
      const says = (list: Buffer) => revocationStatus(list, certificate, issuer, now);
      if (lists.some((list) => says(list) === 'good')) continue;
      const list = await this.listFor(organizationId, certificate, issuer);
      if (!list || says(list) === 'unknown') continue;
      if (says(list) === 'revoked')
        throw new RevokedCertificateError('A certificate in the document was revoked by its issuer');
      lists.push(list);
    }
    return { certificates: pool, lists };
  }

  /** An address that does not answer counts as having no list. */
  private async listFor(organizationId: number, certificate: Buffer, issuer: Buffer): Promise<Buffer | null> {
    const own = await this.keys.revocationList(organizationId, issuer);
    if (own) return own;
    for (const address of distributionPoints(certificate).slice(0, MAX_ADDRESSES)) {
      const list = await this.http.getFile(address, LIST_LIMITS).catch(() => null);
      if (list) return list;
    }
    return null;
  }
}

const distinct = (all: readonly Buffer[]): Buffer[] => [
  ...new Map(all.map((each) => [each.toString('base64'), each])).values(),
];
