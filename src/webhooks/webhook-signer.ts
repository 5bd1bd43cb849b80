import { Injectable } from '@nestjs/common';
import { OpenedTexts } from '../platform/crypto/opened-texts.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { secretContext } from './domain/secret-context.js';
import { signBody, signV1, signV1a } from './domain/webhook-signature.js';
import { type DueDelivery } from './webhook-delivery.queries.js';
import { WebhookKeyPairs } from './webhook-key-pairs.js';

/** Signs the requests of deliveries. */
@Injectable()
export class WebhookSigner {
  private readonly secrets: OpenedTexts;

  constructor(
    secretBox: SecretBox,
    private readonly keyPairs: WebhookKeyPairs,
  ) {
    this.secrets = new OpenedTexts(secretBox);
  }

  /** The headers that sign this attempt, which must not be stored. */
  async signaturesOf(delivery: DueDelivery): Promise<Record<string, string>> {
    const { organizationId, webhookId: id, signedAt: timestamp, body } = delivery;
    const open = (sealed: string) => this.secrets.open(sealed, secretContext(organizationId));
    const current = open(delivery.secretSealed);
    const message = { id, timestamp, body };
    const signatures = [current, ...delivery.otherSecretsSealed.map(open)].map((secret) =>
      signV1(message, secret),
    );
    signatures.push(signV1a(message, await this.keyPairs.secretKeyOf(organizationId)));
    return { 'X-Service-Signature': signBody(body, current), 'webhook-signature': signatures.join(' ') };
  }
}
