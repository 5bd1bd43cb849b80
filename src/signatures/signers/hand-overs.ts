import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { handOverFacts } from '../../audit-chain/hand-over.js';
import { MailQueue } from '../../platform/mail/mail-queue.js';
import { requestClosed } from '../internal/signature.errors.js';
import { SignatureAudit } from '../signature-audit.js';
import { HANDED_OVER_MAIL, HANDED_OVER_SENDER_MAIL } from '../signature-mail.kinds.js';
import { type Replacement, SignerReplacements } from './internal/signer-replacements.js';
import { type Signer } from './signer.entity.js';
import { SignerLink } from './signer-link.entity.js';
import { SignerLinks } from './signer-links.js';

/** Gives a signer's place to someone named by the signer. */
@Injectable()
export class HandOvers {
  constructor(
    private readonly replacements: SignerReplacements,
    private readonly links: SignerLinks,
    private readonly audit: SignatureAudit,
    private readonly mails: MailQueue,
  ) {}

  /**
   * Mails a link to the new signer, and notifies the sender. The caller holds the request's lock, and has checked
   * that the signer may hand over.
   * @param device facts about the signer's device, for the audit event
   * @throws AppError as `SignerReplacements.replace`
   */
  async handOver(
    tx: EntityManager,
    signer: Signer,
    to: Replacement,
    reason: string,
    device: Record<string, unknown>,
  ): Promise<void> {
    const { id: signerId, organizationId, signatureId } = signer;
    const former = await this.links.ofSigner(tx, organizationId, signerId);
    if (!former) throw requestClosed();
    const link = await this.replacements.replace(tx, signer, to);
    const data = { ...device, ...handOverFacts({ from: signer, to, reason }) };
    await this.audit.record(tx, { organizationId, signatureId, signerId, type: 'handed_over', data });
    const [event] = (await this.audit.ofSigner(tx, signer, 'handed_over')).slice(-1);
    await tx.update(SignerLink, { id: former.id, organizationId }, { handedOverIn: event!.number });
    await this.mails.enqueue(tx, { kind: HANDED_OVER_MAIL, organizationId, ids: { linkId: link.id } });
    const ids = { linkId: former.id };
    await this.mails.enqueue(tx, { kind: HANDED_OVER_SENDER_MAIL, organizationId, ids });
  }
}
