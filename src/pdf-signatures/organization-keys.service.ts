import { type KeyObject, X509Certificate } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { type Organization } from '../organizations/organization.entity.js';
import { lockOrganization } from '../organizations/organization.queries.js';
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
  onceKey,
} from './certificates/key-pair.js';
import { openP12 } from './certificates/p12-key.js';
import { issueRevocationList } from './revocation/issue-revocation-list.js';
import { type CertificatePurpose, OrganizationCertificate } from './organization-certificate.entity.js';
import { type SealingKey } from './sealing-key.port.js';

const DAY_MS = 86_400_000;
const LIFETIME_MS: Readonly<Record<CertificatePurpose, number>> = {
  authority: 3_650 * DAY_MS,
  seal: 730 * DAY_MS,
};
/** As long as a signature may take to be made. */
const SIGNER_LIFETIME_MS = 60 * 60_000;
/** So long before its end a certificate is replaced. */
const RENEWAL_DAYS = 60;
/** Readers' clocks differ by minutes from ours. */
const CLOCK_MARGIN_MS = 5 * 60_000;
/** Whom a signer's certificate names. */
export interface CertifiedSigner {
  /** As an identity document showed it; null where none did, and only the address was authenticated. */
  name: string | null;
  email: string;
}

/** The keys of organizations: made on first use, renewed before they end, kept encrypted. */
@Injectable()
export class OrganizationKeys implements OnModuleInit {
  private given: Promise<SealingKey> | undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly secretBox: SecretBox,
    private readonly settings: Settings,
  ) {}

  /** @throws SettingsError for a SEAL_P12 that cannot seal: better at the start than at the first document */
  async onModuleInit(): Promise<void> {
    const { sealP12 } = this.settings;
    if (!sealP12) return;
    const key = openP12(sealP12.file, sealP12.passphrase);
    const { certificate } = await key.catch(() => {
      throw new SettingsError(
        'SEAL_P12 cannot be opened: it is no PKCS#12 file, or SEAL_P12_PASSPHRASE is another',
      );
    });
    const { validTo } = new X509Certificate(certificate);
    if (Date.parse(validTo) < Date.now())
      throw new SettingsError(`The certificate of SEAL_P12 ended on ${validTo}`);
    this.given = key;
  }

  /** The key that seals an organization's documents: that of SEAL_P12 where it is set, else its own. */
  async sealingKey(organizationId: number): Promise<SealingKey> {
    if (this.given) return this.given;
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

  /** DER of the certificate of SEAL_P12; null where that is not set. */
  async configuredCertificate(): Promise<Buffer | null> {
    return (await this.given)?.certificate ?? null;
  }

  /**
   * A key pair made for one signature, with a certificate by the organization's authority that holds for an hour. It signs
   * once, and is gone then.
   */
  async signerKey(organizationId: number, { name, email }: CertifiedSigner): Promise<SealingKey> {
    return this.transactions.run(async (tx) => {
      const authority = await this.inUse(tx, organizationId, 'authority');
      const privateKey = await newPrivateKey('p256');
      const validity = this.validity(await databaseTime(tx), SIGNER_LIFETIME_MS, authority.notAfter);
      const subject = { commonName: name ?? email, email };
      const certificate = await issueCertificate(this.authority(authority), subject, privateKey, validity);
      return onceKey(localKey(privateKey, certificate, [authority.certificate]));
    });
  }

  /** A fresh list of what an authority of the organization (DER) has revoked; null where the certificate is not one of them. */
  async revocationList(organizationId: number, issuer: Buffer): Promise<Buffer | null> {
    return this.transactions.run(async (tx) => {
      const where = { organizationId, purpose: 'authority', certificate: issuer } as const;
      const authority = await tx.findOneBy(OrganizationCertificate, where);
      return authority && issueRevocationList(this.authority(authority), await databaseTime(tx));
    });
  }

  /** The one in use; where there is none, or it ends soon, a new one under the organization's lock. */
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
    return tx
      .createQueryBuilder(OrganizationCertificate, 'c')
      .where('c.organization_id = :organizationId and c.purpose = :purpose and c.retired_at is null', {
        organizationId,
        purpose,
      })
      .andWhere(`c.not_after > app_now() + :renewal::interval`, { renewal: `${RENEWAL_DAYS} days` })
      .getOne();
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

  /** Nothing outlives what issued it: `end` is the issuer's. */
  private validity(now: Date, lifetimeMs: number, end?: Date): Validity {
    const notAfter = new Date(now.getTime() + lifetimeMs);
    return {
      notBefore: new Date(now.getTime() - CLOCK_MARGIN_MS),
      notAfter: end && end < notAfter ? end : notAfter,
    };
  }
}

const TITLES: Readonly<Record<CertificatePurpose, string>> = {
  authority: 'document authority',
  seal: 'document seal',
};

const contextOf = (organizationId: number, purpose: CertificatePurpose) =>
  `organization-certificate:${organizationId}:${purpose}`;
