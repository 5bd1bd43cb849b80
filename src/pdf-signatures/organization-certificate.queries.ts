import { type EntityManager, IsNull } from 'typeorm';
import { type RunQuery } from '../platform/database/run-query.js';
import { OrganizationCertificate } from './organization-certificate.entity.js';

const OWNERS = `
  select encode(sha256(certificate), 'hex') as hash, organization_id as "organizationId"
  from organization_certificates
  where sha256(certificate) = any($1::bytea[])`;

/**
 * Whose certificates these are, across all organizations.
 * @param hashes SHA-256 of certificates, lower-case hex
 * @returns ids of organizations by hash; certificates of others are left out
 */
export async function ownersOfCertificates(
  query: RunQuery,
  hashes: readonly string[],
): Promise<Map<string, number>> {
  const bytes = hashes.map((hash) => Buffer.from(hash, 'hex'));
  const rows = await query<{ hash: string; organizationId: number | string }>(OWNERS, [bytes]);
  return new Map(rows.map(({ hash, organizationId }) => [hash, Number(organizationId)]));
}

/** The certificate (DER) of the organization's authority in use; null before its first document. */
export async function authorityCertificate(
  manager: EntityManager,
  organizationId: number,
): Promise<Buffer | null> {
  const inUse = { organizationId, purpose: 'authority', retiredAt: IsNull() } as const;
  return (await manager.findOneBy(OrganizationCertificate, inUse))?.certificate ?? null;
}
