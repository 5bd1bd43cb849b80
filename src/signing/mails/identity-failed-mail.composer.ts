import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { addressFor } from '../../organizations/account.queries.js';
import { organizationName } from '../../organizations/organization.queries.js';
import { type MailComposer } from '../../platform/mail/mail-composer.port.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { findOpenRequest } from '../../signatures/live-request.queries.js';
import { getSigner } from '../../signatures/signers/signer.queries.js';
import { IDENTITY_FAILED_MAIL } from '../signing-mail.kinds.js';

/** To the user who made the request, when a signer's verification has failed for good. */
interface IdentityFailedModel extends MailModel {
  /** The signer's name, or the address if there is no name. */
  signer: string;
  documentName: string;
  signatureId: number;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    'identity-failed': IdentityFailedModel;
  }
}

type IdentityFailedIds = { signerId: number };

/** Notifies the sender that a signer has used up all identity checks, so the request cannot continue. */
@Injectable()
export class IdentityFailedMailComposer implements MailComposer<IdentityFailedIds>, OnModuleInit {
  readonly kind = IDENTITY_FAILED_MAIL;

  constructor(
    private readonly composers: MailComposers,
    private readonly dataSource: DataSource,
  ) {}

  onModuleInit(): void {
    this.composers.register(this);
  }

  async compose({ signerId }: IdentityFailedIds, organizationId: number): Promise<MailMessage | null> {
    const { manager } = this.dataSource;
    const signer = await getSigner(manager, organizationId, signerId);
    const signature = await findOpenRequest(manager, signer);
    if (!signature) return null;
    const to = await addressFor(manager, organizationId, signature.createdByUserId);
    const model = {
      organizationName: await organizationName(manager, organizationId),
      recipientName: null,
      signer: signer.name?.trim() ? signer.name : signer.email,
      documentName: signature.originalDocumentName,
      signatureId: signature.id,
    };
    return { to, template: 'identity-failed', model };
  }
}
