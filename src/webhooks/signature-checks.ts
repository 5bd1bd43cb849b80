import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { databaseTime } from '../platform/database/database-time.js';
import { secretContext } from './domain/secret-context.js';
import {
  checkPasted,
  type KnownSecret,
  type PastedRequest,
  type SignatureFinding,
} from './domain/signature-check.js';
import { browseDeliveries, type DeliveryInFull, findDeliveryInFull } from './webhook-browsing.queries.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookKeyPairs } from './webhook-key-pairs.js';

export interface SignatureVerdict {
  findings: SignatureFinding[];
  /** The delivery that the body names, if the organization has it. */
  deliveryId: string | null;
}

/** Checks requests that members paste against the secrets of their organization. Stores nothing. */
@Injectable()
export class SignatureChecks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
    private readonly keyPairs: WebhookKeyPairs,
  ) {}

  async check(organizationId: number, pasted: PastedRequest): Promise<SignatureVerdict> {
    const now = await databaseTime(this.dataSource.manager);
    const delivery = await this.deliveryOf(organizationId, pasted.body);
    const publicKey = await this.keyPairs.publicKeyOf(organizationId);
    const secrets = await this.secretsOf(organizationId, now);
    const known: KnownSecret[] = [...secrets, { which: 'public_key', secret: publicKey }];
    const findings = checkPasted(pasted, known, { recorded: delivery?.body ?? null, now });
    return { findings, deliveryId: delivery?.id ?? null };
  }

  private async secretsOf(organizationId: number, now: Date): Promise<KnownSecret[]> {
    const endpoints = await this.dataSource.manager.findBy(WebhookEndpoint, { organizationId });
    const open = (sealed: string) => this.secretBox.openText(sealed, secretContext(organizationId));
    return endpoints.flatMap((endpoint): KnownSecret[] => {
      const { secretSealed, nextSecretSealed: next, formerSecretSealed: former } = endpoint;
      const isNextValid = next !== null && endpoint.nextSecretFrom! <= now;
      const known: [KnownSecret['which'], string | null][] = isNextValid
        ? [
            ['current', next],
            ['previous', secretSealed],
          ]
        : [
            ['current', secretSealed],
            ['next', next],
          ];
      if (former !== null && endpoint.formerSecretUntil! > now) known.push(['previous', former]);
      return known.flatMap(([which, sealed]) => (sealed === null ? [] : { which, secret: open(sealed) }));
    });
  }

  private async deliveryOf(organizationId: number, body: string): Promise<DeliveryInFull | null> {
    const webhookId = webhookIdIn(body);
    if (webhookId === null) return null;
    const { manager } = this.dataSource;
    const [found] = await browseDeliveries(manager, { organizationId, webhookId, limit: 1 });
    return found ? findDeliveryInFull(manager, organizationId, found.id) : null;
  }
}

function webhookIdIn(body: string): string | null {
  try {
    const { webhookId } = JSON.parse(body) as { webhookId?: unknown };
    return isUUID(webhookId) ? (webhookId as string) : null;
  } catch {
    return null;
  }
}
