import { type EntityManager, IsNull, Raw } from 'typeorm';
import { type RunQuery } from '../platform/database/run-query.js';
import { type CertificatePurpose, OrganizationCertificate } from './organization-certificate.entity.js';

const OWNERS = `
  select encode(sha256(certificate), 'hex') as hash, organization_id as "organizationId"
  from organization_certificates
  where sha256(certificate) = any($1::bytea[])`;

/**
 * The owners of certificates, across all organizations.
 * @param hashes SHA-256 of certificates, lower-case hex
 * @returns ids of organizations by hash; other certificates are omitted
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

/** A certificate in use. */
export interface CertificateInUse {
  id: number;
  organizationId: number;
  purpose: CertificatePurpose;
  notAfter: Date;
}

const IN_USE = `
  select id, organization_id as "organizationId", purpose, not_after as "notAfter"
  from organization_certificates where retired_at is null`;

/**
 * The certificates of all organizations that end within this many days: those not needed lately, because any use
 * replaces them earlier.
 * @param isSealOwn - false if SEAL_P12 seals instead of the organizations' own keys
 */
export function endingCertificates(
  manager: EntityManager,
  days: number,
  { isSealOwn }: { isSealOwn: boolean },
): Promise<CertificateInUse[]> {
  return manager.query<CertificateInUse[]>(
    `${IN_USE} and not_after < app_now() + $1 * interval '1 day' and (purpose = 'authority' or $2)`,
    [days, isSealOwn],
  );
}

/** Null if the certificate was replaced. */
export async function findCertificateInUse(
  manager: EntityManager,
  organizationId: number,
  id: number,
): Promise<CertificateInUse | null> {
  const [found] = await manager.query<CertificateInUse[]>(`${IN_USE} and organization_id = $1 and id = $2`, [
    organizationId,
    id,
  ]);
  return found ?? null;
}

/** When the certificate in use ends; null if none has been needed yet. */
export async function certificateEnd(
  manager: EntityManager,
  organizationId: number,
  purpose: CertificatePurpose,
): Promise<Date | null> {
  const [found] = await manager.query<CertificateInUse[]>(
    `${IN_USE} and organization_id = $1 and purpose = $2`,
    [organizationId, purpose],
  );
  return found?.notAfter ?? null;
}

/** The certificate in use, if it remains valid for this many days. */
export function findLastingCertificate(
  manager: EntityManager,
  { organizationId, purpose, days }: { organizationId: number; purpose: CertificatePurpose; days: number },
): Promise<OrganizationCertificate | null> {
  return manager.findOneBy(OrganizationCertificate, {
    organizationId,
    purpose,
    retiredAt: IsNull(),
    notAfter: Raw((notAfter) => `${notAfter} > app_now() + :days * interval '1 day'`, { days }),
  });
}
