import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { handOverIn } from '../../audit-chain/hand-over.js';
import { type MailComposer } from '../../platform/mail/mail-composer.port.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { type MailMessage } from '../../platform/mail/mail-models.js';
import { type SignerMailTemplate, toSignerMail } from '../domain/signer-mail.js';
import { findOpenRequest, signersOf } from '../live-request.queries.js';
import { recipientsOf } from '../recipients/recipient.queries.js';
import { findRequestAsker } from '../request-asker.js';
import { SignatureAudit } from '../signature-audit.js';
import { HANDED_OVER_MAIL, INVITATION_MAIL, REMINDER_MAIL, YOUR_TURN_MAIL } from '../signature-mail.kinds.js';
import { SignerLink } from '../signers/signer-link.entity.js';
import { SignerLinks } from '../signers/signer-links.js';

export interface LinkIds extends Record<string, number> {
  linkId: number;
}

const TEMPLATES: Record<string, SignerMailTemplate> = {
  [INVITATION_MAIL]: 'invitation',
  [REMINDER_MAIL]: 'reminder',
  [YOUR_TURN_MAIL]: 'your-turn',
  [HANDED_OVER_MAIL]: 'handed-over',
};

/** Composes the mails with a signer's link. Not sent once the link was voided or the signer has signed. */
@Injectable()
export class SignerMailComposer implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly links: SignerLinks,
    private readonly audit: SignatureAudit,
  ) {}

  onModuleInit(): void {
    for (const [kind, template] of Object.entries(TEMPLATES))
      this.composers.register(this.composer(kind, template));
  }

  private composer(kind: string, template: SignerMailTemplate): MailComposer<LinkIds> {
    return {
      kind,
      compose: (ids, organizationId) => this.compose(ids, organizationId, template),
      accepted: (tx, ids, reply) => this.record(tx, ids, 'email_accepted', { mail: template, reply }),
      failed: (tx, ids, reason) => this.record(tx, ids, 'email_failed', { mail: template, reason }),
    };
  }

  private async compose(
    { linkId }: LinkIds,
    organizationId: number,
    template: SignerMailTemplate,
  ): Promise<MailMessage | null> {
    const { manager } = this.dataSource;
    const link = await manager.findOneBy(SignerLink, { id: linkId, organizationId, voidedAt: IsNull() });
    if (!link) return null;
    const signature = await findOpenRequest(manager, link);
    if (!signature) return null;
    const signers = await signersOf(manager, signature);
    const signer = signers.find((candidate) => candidate.id === link.signerId);
    if (signer?.status !== 'pending') return null;
    const asker = await findRequestAsker(manager, signature);
    const handOvers = (await this.audit.ofSigner(manager, signer, 'handed_over')).map(handOverIn);
    const recipients = await recipientsOf(manager, signature);
    const context = { signature, signer, signers, recipients, asker, handOvers };
    return toSignerMail(template, context, this.links.addressOf(link));
  }

  private async record(
    tx: EntityManager,
    { linkId }: LinkIds,
    type: 'email_accepted' | 'email_failed',
    data: Record<string, unknown>,
  ): Promise<void> {
    const { organizationId, signatureId, signerId } = await tx.findOneByOrFail(SignerLink, { id: linkId });
    await this.audit.record(tx, { organizationId, signatureId, signerId, type, data });
  }
}
