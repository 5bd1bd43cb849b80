import { type KeyObject, X509Certificate } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { notFound, refused } from '../common/errors.js';
import { type Organization } from '../organizations/organization.entity.js';
import { lockOrganization, organizationExists } from '../organizations/organization.queries.js';
import { SettingsError } from '../platform/config/read-environment.js';
import { Settings } from '../platform/config/settings.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Transactions } from '../platform/database/transactions.js';
import {
  type Authority,
  authorityOf,
  issueAuthority,
  issueCertificate,
  type Validity,
} from './certificates/authority.js';
import {
  exportPrivateKey,
  importPrivateKey,
  limitedKey,
  localKey,
  newPrivateKey,
} from './certificates/key-pair.js';
import { UnfitKeyError } from './choose-seal-key.js';
import { openSealKey } from './configured-key.js';
import { type CertificatePurpose, OrganizationCertificate } from './organization-certificate.entity.js';
import {
  authorityCertificate,
  certificateEnd,
  findLastingCertificate,
  ownersOfCertificates,
} from './organization-certificate.queries.js';
import { certificateName, isValidAt } from './read-certificate.js';
import { issueRevocationList } from './revocation/issue-revocation-list.js';
import { type SealingKey } from './sealing-key.port.js';

const DAY_MS = 86_400_000;
const LIFETIME_MS: Readonly<Record<CertificatePurpose, number>> = {
  authority: 3_650 * DAY_MS,
  seal: 730 * DAY_MS,
};
/** Longer than making a signature takes. */
const SIGNER_LIFETIME_MS = 60 * 60_000;
/** Days before its expiry at which a certificate is replaced. */
const RENEWAL_DAYS = 60;
/** Clocks of PDF readers can differ from ours by minutes. */
const CLOCK_MARGIN_MS = 5 * 60_000;

/** The subject of a signer's certificate. */
export interface CertifiedSigner {
  /** As shown by an identity document; null if only the email address was authenticated. */
  name: string | null;
  email: string;
}

/** When the key that seals an organization's documents ends. */
export interface KeyLifetime {
  /** Whether it is the key of SEAL_P12, which the operator replaces; the service replaces all others. */
  isConfigured: boolean;
  /** When its certificate ends; null if it has not been needed yet. */
  notAfter: Date | null;
  /** When the certificate of the organization's own authority ends; null if it has not been needed yet. */
  authorityNotAfter: Date | null;
}

/** The keys of organizations: created on first use, renewed before they expire, stored encrypted. */
@Injectable()
export class OrganizationKeys implements OnModuleInit {
  private configured: SealingKey | undefined;
  private isRequired = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly secretBox: SecretBox,
    private readonly settings: Settings,
  ) {}

  /** The service does not start without a usable key; commands do, so that `doctor` can report the problem. */
  requireConfigured(): void {
    this.isRequired = true;
  }

  /**
   * @throws SettingsError for an unusable SEAL_P12, so that it is noticed at startup rather than with the first
   * document
   */
  async onModuleInit(): Promise<void> {
    const { sealP12 } = this.settings;
    if (!sealP12) return;
    try {
      this.configured = await openSealKey(sealP12, new Date());
    } catch (error) {
      if (!(error instanceof UnfitKeyError)) throw error;
      if (this.isRequired) throw new SettingsError([`SEAL_P12: ${error.message}`]);
    }
  }

  /**
   * Whether SEAL_P12 can seal now: the key in use, and the file that the next start will read.
   * @returns null if it is not set @throws UnfitKeyError
   */
  async tryConfigured(): Promise<KeyLifetime['notAfter']> {
    const { sealP12 } = this.settings;
    if (!sealP12) return null;
    const time = await databaseTime(this.dataSource.manager);
    if (this.configured) assertValidAt(this.configured, time);
    const { certificate } = await openSealKey(sealP12, time);
    return new Date(new X509Certificate(certificate).validTo);
  }

  /**
   * Which of these certificates belong to this installation: those of its organizations, also replaced ones, and that
   * in SEAL_P12.
   * @param hashes SHA-256 of certificates, lower-case hex
   */
  async findOwn(hashes: readonly string[]): Promise<string[]> {
    const { manager } = this.dataSource;
    const owners = await ownersOfCertificates((sql, parameters) => manager.query(sql, parameters), hashes);
    const configured = this.configured && sha256(this.configured.certificate).toString('hex');
    return hashes.filter((hash) => owners.has(hash) || hash === configured);
  }

  /**
   * The key that seals an organization's documents: that of SEAL_P12 if set, otherwise the organization's own.
   * @throws UnfitKeyError if the key of SEAL_P12 cannot seal, or its certificate has expired since the start
   */
  async sealingKey(organizationId: number): Promise<SealingKey> {
    if (this.settings.sealP12) {
      const time = await databaseTime(this.dataSource.manager);
      const key = this.configured ?? (await openSealKey(this.settings.sealP12, time));
      assertValidAt(key, time);
      return key;
    }
    return this.transactions.run(async (tx) => {
      const authority = await this.inUse(tx, organizationId, 'authority');
      const seal = await this.inUse(tx, organizationId, 'seal');
      const issuer =
        seal.issuedById === authority.id
          ? authority
          : await tx.findOneByOrFail(OrganizationCertificate, { organizationId, id: seal.issuedById! });
      return localKey(this.open(seal), seal.certificate, [issuer.certificate]);
    });
  }

  /**
   * Replaces keys before their certificates end: that of the seal, and with `authority` also that of the
   * organization's authority, which then issues the seal's certificate. Documents signed or sealed earlier stay
   * valid.
   * @throws AppError 404; 400 `seal_configured` if SEAL_P12 seals and the authority is to stay
   */
  async rotate(organizationId: number, { authority }: { authority: boolean }): Promise<KeyLifetime> {
    const isConfigured = this.settings.sealP12 !== undefined;
    if (isConfigured && !authority)
      throw refused(
        'seal_configured',
        'Documents are sealed with the key of SEAL_P12: to replace it, set SEAL_P12 to another file and restart',
      );
    await this.transactions.run(async (tx) => {
      if (!(await organizationExists(tx, organizationId))) throw notFound('Organization');
      const organization = await lockOrganization(tx, organizationId);
      if (authority) await this.replace(tx, organization, 'authority');
      if (!isConfigured) await this.replace(tx, organization, 'seal');
    });
    return this.sealKeyLifetime(organizationId);
  }

  /** The certificate (DER) of the organization's authority in use; null before its first document. */
  authorityCertificate(organizationId: number): Promise<Buffer | null> {
    return authorityCertificate(this.dataSource.manager, organizationId);
  }

  /** The certificate (DER) of SEAL_P12; null if it is not set. */
  configuredCertificate(): Buffer | null {
    return this.configured?.certificate ?? null;
  }

  /** When the certificate of SEAL_P12 ends; null if it is not set. */
  configuredKeyEnd(): Date | null {
    const certificate = this.configuredCertificate();
    return certificate && new Date(new X509Certificate(certificate).validTo);
  }

  async sealKeyLifetime(organizationId: number): Promise<KeyLifetime> {
    const { manager } = this.dataSource;
    const end = this.configuredKeyEnd();
    const notAfter = end ?? (await certificateEnd(manager, organizationId, 'seal'));
    const authorityNotAfter = await certificateEnd(manager, organizationId, 'authority');
    return { isConfigured: end !== null, notAfter, authorityNotAfter };
  }

  /**
   * A key pair for a person's signatures in one step, with a certificate issued by the organization's authority for
   * an hour.
   * @param most signatures that the key may make before it is discarded
   */
  async signerKey(organizationId: number, { name, email }: CertifiedSigner, most = 1): Promise<SealingKey> {
    return this.transactions.run(async (tx) => {
      const authority = await this.inUse(tx, organizationId, 'authority');
      const privateKey = await newPrivateKey('p256');
      const validity = this.validity(await databaseTime(tx), SIGNER_LIFETIME_MS, authority.notAfter);
      const subject = { commonName: name ?? email, email };
      const certificate = await issueCertificate(this.authority(authority), subject, privateKey, validity);
      return limitedKey(localKey(privateKey, certificate, [authority.certificate]), most);
    });
  }

  /** A fresh revocation list (DER) of one of the organization's authorities; null if `issuer` is not one of them. */
  async revocationList(organizationId: number, issuer: Buffer): Promise<Buffer | null> {
    return this.transactions.run(async (tx) => {
      const where = { organizationId, purpose: 'authority', certificate: issuer } as const;
      const authority = await tx.findOneBy(OrganizationCertificate, where);
      return authority && issueRevocationList(this.authority(authority), await databaseTime(tx));
    });
  }

  /** The certificate in use. If there is none, or it expires soon, creates one under the organization's lock. */
  private async inUse(
    tx: EntityManager,
    organizationId: number,
    purpose: CertificatePurpose,
  ): Promise<OrganizationCertificate> {
    const found = await this.lasting(tx, organizationId, purpose);
    if (found) return found;
    const organization = await lockOrganization(tx, organizationId);
    const made = await this.lasting(tx, organizationId, purpose);
    return made ?? this.replace(tx, organization, purpose);
  }

  private async lasting(
    tx: EntityManager,
    organizationId: number,
    purpose: CertificatePurpose,
  ): Promise<OrganizationCertificate | null> {
    return findLastingCertificate(tx, { organizationId, purpose, days: RENEWAL_DAYS });
  }

  private async replace(
    tx: EntityManager,
    { id: organizationId, name }: Organization,
    purpose: CertificatePurpose,
  ): Promise<OrganizationCertificate> {
    const inUse = { organizationId, purpose, retiredAt: IsNull() };
    await tx.update(OrganizationCertificate, inUse, { retiredAt: () => 'app_now()' });
    const privateKey = await newPrivateKey(this.settings.sealKeyType);
    const issuer = purpose === 'seal' ? await this.inUse(tx, organizationId, 'authority') : null;
    const validity = this.validity(await databaseTime(tx), LIFETIME_MS[purpose], issuer?.notAfter);
    const subject = { commonName: `${name} ${TITLES[purpose]}`, organization: name };
    const certificate = issuer
      ? await issueCertificate(this.authority(issuer), subject, privateKey, validity)
      : (await issueAuthority(subject, privateKey, validity)).certificate;
    const row = {
      organizationId,
      purpose,
      certificate,
      privateKeySealed: this.secretBox.seal(exportPrivateKey(privateKey), contextOf(organizationId, purpose)),
      issuedById: issuer?.id ?? null,
      notAfter: validity.notAfter,
    };
    const { identifiers } = await tx.insert(OrganizationCertificate, row);
    return tx.findOneByOrFail(OrganizationCertificate, { organizationId, id: identifiers[0]!.id as number });
  }

  private open({ organizationId, purpose, privateKeySealed }: OrganizationCertificate): KeyObject {
    return importPrivateKey(this.secretBox.open(privateKeySealed, contextOf(organizationId, purpose)));
  }

  private authority(row: OrganizationCertificate): Authority {
    return authorityOf(this.open(row), row.certificate);
  }

  /** @param end expiry of the issuer, which no certificate may outlive */
  private validity(now: Date, lifetimeMs: number, end?: Date): Validity {
    const notAfter = new Date(now.getTime() + lifetimeMs);
    return {
      notBefore: new Date(now.getTime() - CLOCK_MARGIN_MS),
      notAfter: end && end < notAfter ? end : notAfter,
    };
  }
}

/** @throws UnfitKeyError */
function assertValidAt({ certificate }: SealingKey, time: Date): void {
  const read = new X509Certificate(certificate);
  if (!isValidAt(read, time))
    throw new UnfitKeyError(
      `the certificate ${certificateName(certificate)}, serial ${read.serialNumber}, is valid from ${read.validFrom} to ${read.validTo}, not now; replace SEAL_P12 and restart`,
    );
}

const TITLES: Readonly<Record<CertificatePurpose, string>> = {
  authority: 'document authority',
  seal: 'document seal',
};

export const contextOf = (organizationId: number, purpose: CertificatePurpose) =>
  `organization-certificate:${organizationId}:${purpose}`;
