import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { callFacts, type Principal } from '../auth/principal.js';
import { refused } from '../common/errors.js';
import { emailKey } from '../common/validation/email.decorator.js';
import { Transactions } from '../platform/database/transactions.js';
import { MailQueue } from '../platform/mail/mail-queue.service.js';
import { OPEN_STATUSES, type SignatureStatus } from './domain/signature.state.js';
import { type MessageDto, type SignerSummaryDto } from './http/dto/signature-response.dto.js';
import { toSignerSummary } from './http/signature.mapper.js';
import { SignerReminders } from './signer-reminders.service.js';
import { SignatureAudit } from './signature-audit.service.js';
import { type Signature } from './signature.entity.js';
import {
  emailTaken,
  notSent,
  requestClosed,
  signerAlreadySigned,
  signerNotFound,
} from './signature.errors.js';
import { INVITATION_MAIL } from './signature-mail.kinds.js';
import { isPastDeadline, lockSignature } from './live-request.queries.js';
import { SignerPictures } from './signer-pictures.service.js';
import { Signer } from './signer.entity.js';
import { SignerLinks } from './signer-links.service.js';

/** What a caller may do about one signer who has not signed. */
@Injectable()
export class SignersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: SignerLinks,
    private readonly mails: MailQueue,
    private readonly reminders: SignerReminders,
    private readonly pictures: SignerPictures,
    private readonly audit: SignatureAudit,
  ) {}

  /** Sends the invitation's link again. @throws AppError 400 before sending, after the end, or once signed; 404 */
  async remind(caller: Principal, signatureId: number, signerId: number): Promise<MessageDto> {
    return this.transactions.run(async (tx) => {
      const { signature, signer } = await lockPending(tx, caller.organizationId, signatureId, signerId);
      if (!OPEN_STATUSES.includes(signature.status)) throw statusConflict(signature.status);
      if (!(await this.reminders.remind(tx, signer, callFacts(caller)))) throw requestClosed();
      return { message: `Reminder sent to ${signer.email}` };
    });
  }

  /**
   * Corrects the address: the old link dies, a new invitation goes out, and nothing proved under the old address counts.
   * @throws AppError 400 once signed, after the end, or where another signer has the address; 404
   */
  async changeEmail(
    caller: Principal,
    signatureId: number,
    signerId: number,
    email: string,
  ): Promise<SignerSummaryDto> {
    const { organizationId } = caller;
    return this.transactions.run(async (tx) => {
      const { signature, signer } = await lockPending(tx, organizationId, signatureId, signerId);
      const isOpen = signature.status === 'scheduled' || OPEN_STATUSES.includes(signature.status);
      if (!isOpen) throw statusConflict(signature.status);
      await this.replaceAddress(tx, signer, email);
      const link = await this.renewLink(tx, signer);
      if (signature.status !== 'scheduled') {
        await this.mails.enqueue(tx, { kind: INVITATION_MAIL, organizationId, ids: { linkId: link } });
      }
      const data = { from: signer.email, to: email, ...callFacts(caller) };
      await this.audit.record(tx, { organizationId, signatureId, signerId, type: 'email_changed', data });
      return toSignerSummary({ ...signer, email });
    });
  }

  private async replaceAddress(tx: EntityManager, signer: Signer, email: string): Promise<void> {
    const { id, organizationId, signatureId } = signer;
    const holder = await tx.findOneBy(Signer, { organizationId, signatureId, emailKey: emailKey(email) });
    if (holder !== null && holder.id !== id) throw emailTaken();
    await tx.update(
      Signer,
      { id, organizationId },
      { email, emailKey: emailKey(email), openedAt: null, codeVerifiedAt: null },
    );
    await this.pictures.forget(tx, signer);
    await tx.query('delete from signer_codes where signer_id = $1 and organization_id = $2', [
      id,
      organizationId,
    ]);
  }

  private async renewLink(tx: EntityManager, signer: Signer): Promise<number> {
    await this.links.voidOfSigner(tx, signer.organizationId, signer.id, 'replaced');
    await this.links.issue(tx, [signer]);
    return (await this.links.ofSigner(tx, signer.organizationId, signer.id))!.id;
  }
}

async function lockPending(
  tx: EntityManager,
  organizationId: number,
  signatureId: number,
  signerId: number,
): Promise<{ signature: Signature; signer: Signer }> {
  const signature = await lockSignature(tx, organizationId, signatureId);
  const signer = await tx.findOneBy(Signer, { id: signerId, signatureId, organizationId });
  if (!signer) throw signerNotFound();
  if (signer.status === 'signed') throw signerAlreadySigned();
  if (signer.status === 'rejected') throw refused('signer_rejected', 'The signer has rejected the request');
  if (await isPastDeadline(tx, signature)) throw requestClosed();
  return { signature, signer };
}

function statusConflict(status: SignatureStatus) {
  return status === 'draft' || status === 'scheduled' ? notSent() : requestClosed();
}
