import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { handOverIn, nameAndAddress } from '../../audit-chain/hand-over.js';
import { addressFor } from '../../organizations/account.queries.js';
import { organizationName } from '../../organizations/organization.queries.js';
import { type MailComposer } from '../../platform/mail/mail-composer.port.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { findLiveRequest } from '../live-request.queries.js';
import { SignatureAudit } from '../signature-audit.js';
import { HANDED_OVER_SENDER_MAIL } from '../signature-mail.kinds.js';
import { SignerLink } from '../signers/signer-link.entity.js';
import { type LinkIds } from './signer-mail.composer.js';

/** To the user who made the request, once a signer has handed over to someone else. */
interface HandedOverToSenderModel extends MailModel {
  documentName: string;
  /** Name and address, like the next. */
  from: string;
  to: string;
  /** In the words of the signer who handed over. */
  reason: string;
  /** The identity of the new signer is checked before they sign. */
  isVerified: boolean;
  signatureId: number;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    'handed-over-to-sender': HandedOverToSenderModel;
  }
}

/** Notifies the sender who signs in whose place, and why. */
@Injectable()
export class HandedOverMailComposer implements MailComposer<LinkIds>, OnModuleInit {
  readonly kind = HANDED_OVER_SENDER_MAIL;

  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly audit: SignatureAudit,
  ) {}

  onModuleInit(): void {
    this.composers.register(this);
  }

  /** @returns null if the request was cancelled since */
  async compose({ linkId }: LinkIds, organizationId: number): Promise<MailMessage | null> {
    const { manager } = this.dataSource;
    const link = await manager.findOneByOrFail(SignerLink, { id: linkId, organizationId });
    const signature = await findLiveRequest(manager, link);
    if (!signature) return null;
    const events = await this.audit.ofSigner(manager, { ...link, id: link.signerId }, 'handed_over');
    const { from, to, reason } = handOverIn(events.find(({ number }) => number === link.handedOverIn)!);
    const model = {
      organizationName: await organizationName(manager, organizationId),
      recipientName: null,
      documentName: signature.originalDocumentName,
      from: nameAndAddress(from),
      to: nameAndAddress(to),
      reason,
      isVerified: signature.requireVerification,
      signatureId: signature.id,
    };
    const sender = await addressFor(manager, organizationId, signature.createdByUserId);
    return { template: 'handed-over-to-sender', model, to: sender };
  }
}
