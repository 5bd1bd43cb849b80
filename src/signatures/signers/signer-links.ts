import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { Settings } from '../../platform/config/settings.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { newLinkToken, sha256 } from '../../platform/crypto/tokens.js';
import { type Signer } from './signer.entity.js';
import { type LinkVoidReason, SignerLink } from './signer-link.entity.js';

/**
 * Signing links: 256 random bits, looked up by hash, and stored encrypted so reminders can repeat the same address.
 */
@Injectable()
export class SignerLinks {
  constructor(
    private readonly settings: Settings,
    private readonly secretBox: SecretBox,
  ) {}

  /** Issues a link for each signer. */
  async issue(
    tx: EntityManager,
    signers: Pick<Signer, 'id' | 'organizationId' | 'signatureId'>[],
  ): Promise<void> {
    const links = signers.map(({ id, organizationId, signatureId }) => {
      const token = newLinkToken();
      const tokenSealed = this.secretBox.sealText(token, contextOf(id));
      return { tokenHash: sha256(token), organizationId, signatureId, signerId: id, tokenSealed };
    });
    await tx.insert(SignerLink, links);
  }

  /** The valid links of a request. */
  async ofSignature(tx: EntityManager, organizationId: number, signatureId: number): Promise<SignerLink[]> {
    return tx.find(SignerLink, {
      where: { organizationId, signatureId, voidedAt: IsNull() },
      order: { id: 'ASC' },
    });
  }

  /** The signer's valid link, or null if it was voided. */
  async ofSigner(tx: EntityManager, organizationId: number, signerId: number): Promise<SignerLink | null> {
    return tx.findOneBy(SignerLink, { organizationId, signerId, voidedAt: IsNull() });
  }

  addressOf(link: SignerLink): string {
    return `${this.settings.publicUrl}/sign/${this.tokenOf(link)}`;
  }

  tokenOf({ tokenSealed, signerId }: SignerLink): string {
    return this.secretBox.openText(tokenSealed, contextOf(signerId));
  }

  async voidOfSigner(
    tx: EntityManager,
    organizationId: number,
    signerId: number,
    reason: LinkVoidReason,
  ): Promise<void> {
    await tx.update(SignerLink, { organizationId, signerId, voidedAt: IsNull() }, voided(reason));
  }

  async voidOfSignature(
    tx: EntityManager,
    organizationId: number,
    signatureId: number,
    reason: LinkVoidReason,
  ): Promise<void> {
    await tx.update(SignerLink, { organizationId, signatureId, voidedAt: IsNull() }, voided(reason));
  }
}

export const contextOf = (signerId: number) => `signer-link:${signerId}`;
const voided = (voidReason: LinkVoidReason) => ({ voidedAt: () => 'app_now()', voidReason });
