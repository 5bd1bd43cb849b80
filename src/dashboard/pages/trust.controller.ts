import { X509Certificate } from 'node:crypto';
import { Get } from '@nestjs/common';
import { notFound } from '../../common/errors.js';
import { OrganizationKeys } from '../../pdf-signatures/organization-keys.js';
import { certificateName } from '../../pdf-signatures/read-certificate.js';
import { Download, type Page } from '../../platform/pages/page.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';

/** How Adobe's readers show the organization's signatures, and what to do about it. */
@DashboardPages('/settings/trust', 'settings')
export class TrustController {
  constructor(
    private readonly keys: OrganizationKeys,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  async show(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    const authority = await this.keys.authorityCertificate(visit.organizationId);
    const configured = this.keys.configuredCertificate();
    return this.shell.page(visit, 'trust', {
      authority: authority && factsOf(authority),
      configured: configured && factsOf(configured),
    });
  }

  /** Only the public part, in the form that readers import (DER). */
  @Get('authority.cer')
  async certificate(@CurrentVisit() { organizationId }: DashboardVisit): Promise<Download> {
    const authority = await this.keys.authorityCertificate(organizationId);
    if (!authority) throw notFound('Certificate');
    return new Download(authority, 'application/pkix-cert', 'document-authority.cer');
  }
}

function factsOf(certificate: Buffer) {
  const { fingerprint256, validTo } = new X509Certificate(certificate);
  return { subject: certificateName(certificate), fingerprint: fingerprint256, goodUntil: new Date(validTo) };
}
