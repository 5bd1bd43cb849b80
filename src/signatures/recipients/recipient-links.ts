import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { Settings } from '../../platform/config/settings.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { newLinkToken, sha256 } from '../../platform/crypto/tokens.js';
import { type LinkVoidReason, RecipientLink } from './internal/recipient-link.entity.js';
import { type RecipientKey } from './recipient.entity.js';

/**
 * Links of those who do not sign: 256 random bits, looked up by hash in a table that no signer's page reads, and stored
 * encrypted so that reminders repeat the same address.
 */
@Injectable()
export class RecipientLinks {
  constructor(
    private readonly settings: Settings,
    private readonly secretBox: SecretBox,
  ) {}

  /** Issues a link for each recipient. */
  async issue(tx: EntityManager, recipients: readonly RecipientKey[]): Promise<void> {
    const links = recipients.map(({ organizationId, signatureId, id: recipientId }) => {
      const token = newLinkToken();
      const tokenSealed = this.secretBox.sealText(token, recipientLinkContext(recipientId));
      return { organizationId, signatureId, recipientId, tokenHash: sha256(token), tokenSealed };
    });
    await tx.insert(RecipientLink, links);
  }

  /** The recipient's valid link, or null if it was voided. */
  ofRecipient(
    manager: EntityManager,
    { organizationId, signatureId, id: recipientId }: RecipientKey,
  ): Promise<RecipientLink | null> {
    return manager.findOneBy(RecipientLink, {
      organizationId,
      signatureId,
      recipientId,
      voidedAt: IsNull(),
    });
  }

  addressOf({ tokenSealed, recipientId }: RecipientLink): string {
    const token = this.secretBox.openText(tokenSealed, recipientLinkContext(recipientId));
    return `${this.settings.publicUrl}/read/${token}`;
  }

  async voidOfRecipient(
    tx: EntityManager,
    { organizationId, signatureId, id: recipientId }: RecipientKey,
    reason: LinkVoidReason,
  ): Promise<void> {
    const where = { organizationId, signatureId, recipientId, voidedAt: IsNull() };
    await tx.update(RecipientLink, where, voided(reason));
  }

  async voidOfSignature(
    tx: EntityManager,
    organizationId: number,
    signatureId: number,
    reason: LinkVoidReason,
  ): Promise<void> {
    await tx.update(RecipientLink, { organizationId, signatureId, voidedAt: IsNull() }, voided(reason));
  }
}

export const recipientLinkContext = (recipientId: number) => `recipient-link:${recipientId}`;
const voided = (voidReason: LinkVoidReason) => ({ voidedAt: () => 'app_now()', voidReason });
