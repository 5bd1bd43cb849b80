import { type KeyObject, X509Certificate } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { notFound, refused } from '../common/errors.js';
import { type Organization } from '../organizations/organization.entity.js';
import { lockOrganization, organizationExists } from '../organizations/organization.queries.js';
import { SettingsError } from '../platform/config/environment.js';
import { Settings } from '../platform/config/settings.js';
import { SecretBox } from '../platform/crypto/secret-box.service.js';
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
  localKey,
  newPrivateKey,
  limitedKey,
} from './certificates/key-pair.js';
import { UnfitKeyError } from './choose-seal-key.js';
import { openSealKey } from './configured-key.js';
import { issueRevocationList } from './revocation/issue-revocation-list.js';
import { type CertificatePurpose, OrganizationCertificate } from './organization-certificate.entity.js';
import { certificateEnd, findLastingCertificate } from './organization-certificate.queries.js';
import { certificateName, isValidAt } from './read-certificate.js';
import { type SealingKey } from './sealing-key.port.js';

const DAY_MS = 86_400_000;
const LIFETIME_MS: Readonly<Record<CertificatePurpose, number>> = {
  authority: 3_650 * DAY_MS,
  seal: 730 * DAY_MS,
};
/** Longer than making a signature takes. */
const SIGNER_LIFETIME_MS = 60 * 60_000;
/** Days before its expiry on which a certificate is replaced. */
const RENEWAL_DAYS = 60;
/** Clocks of PDF readers may differ from ours by minutes. */
const CLOCK_MARGIN_MS = 5 * 60_000;

/** The subject of a signer's certificate. */
export interface CertifiedSigner {
  /** As shown by an identity document; null if only the email address was authenticated. */
  name: string | null;
  email: string;
}

/** The key that seals an organization's documents. */
export interface KeyLifetime {
  /** That of SEAL_P12, which the operator replaces; the others are replaced by the service. */
  isConfigured: boolean;
  /** When its certificate ends; null if it was not needed yet. */
  notAfter: Date | null;
  /** When the certificate of the organization's own authority ends; null if it was not needed yet. */
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

  /** The service does not start without a key that can seal; a command does, so that `doctor` can tell what is wrong. */
  requireConfigured(): void {
    this.isRequired = true;
  }

  /** @throws SettingsError for an unusable SEAL_P12, so that it is noticed at start and not with the first document */
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
   * The key that seals an organization's documents: that of SEAL_P12 if set, otherwise the organization's own.
   * @throws UnfitKeyError if the key of SEAL_P12 cannot seal, or its certificate has ended since the start
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
   * Makes a new key before its certificate ends: that of the seal, and with `authority` that of the organization's authority
   * as well, which then issues the seal's certificate. Documents that were signed or sealed before stay valid.
   * @throws AppError 404; 400 `seal_configured` if SEAL_P12 seals and the authority is to stay
   */
  async rotate(organizationId: number, { authority }: { authority: boolean }): Promise<KeyLifetime> {
    const isConfigured = this.settings.sealP12 !== undefined;
    if (isConfigured && !authority)
      throw refused(
        'seal_configured',
        'Documents are sealed with the key of SEAL_P12: to replace it, name another file there and restart',
      );
    await this.transactions.run(async (tx) => {
      if (!(await organizationExists(tx, organizationId))) throw notFound('Organization');
      const organization = await lockOrganization(tx, organizationId);
      if (authority) await this.replace(tx, organization, 'authority');
      if (!isConfigured) await this.replace(tx, organization, 'seal');
    });
    return this.sealKeyLifetime(organizationId);
  }

  /** The certificate (DER) of SEAL_P12; null if that is not set. */
  configuredCertificate(): Buffer | null {
    return this.configured?.certificate ?? null;
  }

  /** When the certificate of SEAL_P12 ends; null if that is not set. */
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
   * A key pair for what a person signs in one step, with a certificate that the organization's authority issues for an hour.
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

  /** A fresh revocation list of an authority (DER) of the organization; null if `issuer` is not one of them. */
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
