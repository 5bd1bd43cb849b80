import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findOldApiKey } from '../../organizations/api-key.queries.js';
import { type CertificatePurpose } from '../../pdf-signatures/organization-certificate.entity.js';
import { findCertificateInUse } from '../../pdf-signatures/organization-certificate.queries.js';
import { OrganizationKeys } from '../../pdf-signatures/organization-keys.js';
import { Settings } from '../../platform/config/settings.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { API_KEY_OLD_MAIL, KEY_ENDS_MAIL } from '../owner-mail.kinds.js';
import { addressedTo } from './addressed-to.js';

/** To each owner, 30 days before a key expires. */
interface KeyEndsModel extends MailModel {
  /** `configured` is the key of SEAL_P12, which the operator replaces; the service replaces the organization's own. */
  which: 'configured' | CertificatePurpose;
  until: Date;
}

/** To each owner, for every 90 days that the API key is kept. */
interface ApiKeyOldModel extends MailModel {
  /** The start of the key, as shown on the dashboard. */
  prefix: string;
  days: number;
  url: string;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    'key-ends': KeyEndsModel;
    'api-key-old': ApiKeyOldModel;
  }
}

/** `key` is a certificate's id, or names the key of SEAL_P12. */
type KeyEndsIds = { key: string; userId: number };
type ApiKeyOldIds = { apiKeyId: number; userId: number };

/** The mails about keys to replace. Not sent if the key has been replaced in the meantime. */
@Injectable()
export class KeyMailComposer implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly keys: OrganizationKeys,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.composers.register({
      kind: KEY_ENDS_MAIL,
      compose: (ids: KeyEndsIds, organizationId) => this.composeEnd(ids, organizationId),
    });
    this.composers.register({
      kind: API_KEY_OLD_MAIL,
      compose: (ids: ApiKeyOldIds, organizationId) => this.composeOld(ids, organizationId),
    });
  }

  private async composeEnd({ key, userId }: KeyEndsIds, organizationId: number): Promise<MailMessage | null> {
    const { manager } = this.dataSource;
    const addressed = await addressedTo(manager, organizationId, userId);
    const ending = await this.endOf(key, organizationId);
    if (!addressed || !ending) return null;
    const { to, greeting } = addressed;
    return { to, template: 'key-ends', model: { ...greeting, ...ending } };
  }

  private async endOf(
    key: string,
    organizationId: number,
  ): Promise<Pick<KeyEndsModel, 'which' | 'until'> | null> {
    const id = Number(key);
    if (Number.isNaN(id)) {
      const until = this.keys.configuredKeyEnd();
      return until && { which: 'configured', until };
    }
    const certificate = await findCertificateInUse(this.dataSource.manager, organizationId, id);
    return certificate && { which: certificate.purpose, until: certificate.notAfter };
  }

  private async composeOld(
    { apiKeyId, userId }: ApiKeyOldIds,
    organizationId: number,
  ): Promise<MailMessage | null> {
    const { manager } = this.dataSource;
    const addressed = await addressedTo(manager, organizationId, userId);
    const key = await findOldApiKey(manager, organizationId, apiKeyId);
    if (!addressed || !key) return null;
    const { to, greeting } = addressed;
    const url = `${this.settings.publicUrl}/dashboard/api-key`;
    const model = { ...greeting, prefix: key.displayPrefix, days: key.days, url };
    return { to, template: 'api-key-old', model };
  }
}
