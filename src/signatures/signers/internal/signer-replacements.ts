import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { emailKey } from '../../../common/validation/email.decorator.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import { emailTaken } from '../../internal/signature.errors.js';
import { approverIsSigner } from '../../recipients/internal/recipient.errors.js';
import { recipientsOf } from '../../recipients/recipient.queries.js';
import { Signer } from '../signer.entity.js';
import { SignerLink } from '../signer-link.entity.js';
import { SignerLinks } from '../signer-links.js';

/** The new signer. */
export type Replacement = Pick<Signer, 'email' | 'name' | 'locale'>;

/** Gives a signer's place to another address. */
@Injectable()
export class SignerReplacements {
  constructor(
    private readonly links: SignerLinks,
    private readonly events: EventBus,
  ) {}

  /**
   * The old link stops working, and anything proved or entered under the old address no longer counts. The caller
   * holds the request's lock, and records the event.
   * @returns the new link
   * @throws AppError 400 if another signer of the request has the address, or an approver who must not be a signer
   */
  async replace(
    tx: EntityManager,
    { id, organizationId, signatureId }: Signer,
    { email, name, locale }: Replacement,
  ): Promise<SignerLink> {
    const holder = await tx.findOneBy(Signer, { organizationId, signatureId, emailKey: emailKey(email) });
    if (holder !== null && holder.id !== id) throw emailTaken();
    const recipients = await recipientsOf(tx, { organizationId, id: signatureId });
    if (recipients.some((each) => each.separateApprover && each.emailKey === emailKey(email)))
      throw approverIsSigner();
    await tx.update(
      Signer,
      { id, organizationId },
      {
        email,
        emailKey: emailKey(email),
        name,
        locale,
        codeVerifiedAt: null,
        screenRepeatedAt: null,
      },
    );
    await this.events.publish(tx, {
      type: 'signer.email_changed',
      organizationId,
      data: { id, signatureId },
    });
    await this.links.voidOfSigner(tx, organizationId, id, 'replaced');
    await this.links.issue(tx, [{ id, organizationId, signatureId }]);
    return (await this.links.ofSigner(tx, organizationId, id))!;
  }
}
