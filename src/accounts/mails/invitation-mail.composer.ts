import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Settings } from '../../platform/config/settings.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { type MailComposer } from '../../platform/mail/mail-composer.port.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { INVITATION_MAIL } from '../account-mail.kinds.js';
import { findMailedInvitation, type InvitationMailIds, recordInvitationMail } from '../invitation.queries.js';
import { invitationContext } from '../invitation-context.js';

/** To someone invited to join the organization. */
interface InvitationModel extends MailModel {
  /** The address of the owner who invites. */
  invitedBy: string;
  url: string;
  until: Date;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    'dashboard-invitation': InvitationModel;
  }
}

/** Once the mail is sent, only its reader has the link. */
@Injectable()
export class InvitationMailComposer implements MailComposer<InvitationMailIds>, OnModuleInit {
  readonly kind = INVITATION_MAIL;
  readonly invites = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly secretBox: SecretBox,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.composers.register(this);
  }

  async compose(ids: InvitationMailIds, organizationId: number): Promise<MailMessage | null> {
    const invitation = await findMailedInvitation(this.dataSource.manager, organizationId, ids);
    if (!invitation) return null;
    const { email, invitedBy, organizationName, until, tokenHash, tokenSealed } = invitation;
    const token = this.secretBox.openText(tokenSealed, invitationContext(tokenHash));
    const url = `${this.settings.publicUrl}/dashboard/invitation/${token}`;
    return {
      to: email,
      template: 'dashboard-invitation',
      model: { organizationName, recipientName: null, invitedBy, url, until },
    };
  }

  accepted(tx: EntityManager, ids: InvitationMailIds): Promise<void> {
    return recordInvitationMail(tx, ids, null);
  }

  failed(tx: EntityManager, ids: InvitationMailIds, reason: string): Promise<void> {
    return recordInvitationMail(tx, ids, reason);
  }
}
