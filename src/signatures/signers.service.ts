import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Caller, callFacts } from '../auth/principal.js';
import { Transactions } from '../platform/database/transactions.js';
import { MailQueue } from '../platform/mail/mail-queue.service.js';
import { TextFonts } from '../pdf/text-fonts.service.js';
import { assertDrawable } from './assert-drawable.js';
import { OPEN_STATUSES, type SignatureStatus } from './domain/signature.state.js';
import { signersBefore } from './domain/signing-order.policy.js';
import { getLiveRequest, isPastDeadline, signersOf } from './live-request.queries.js';
import { SignatureAudit } from './signature-audit.service.js';
import { type Signature } from './signature.entity.js';
import {
  notInPerson,
  notSent,
  notTheirTurn,
  requestClosed,
  signerAlreadySigned,
  signerNotFound,
  signerRejected,
} from './signature.errors.js';
import { INVITATION_MAIL } from './signature-mail.kinds.js';
import { SignerLinks } from './signer-links.service.js';
import { SignerReminders } from './signer-reminders.service.js';
import { SignerReplacements } from './signer-replacements.service.js';
import { Signer } from './signer.entity.js';

export interface SignerKey {
  signatureId: number;
  signerId: number;
}

/** What a sender can do about a signer who has not signed. */
@Injectable()
export class SignersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: SignerLinks,
    private readonly mails: MailQueue,
    private readonly reminders: SignerReminders,
    private readonly replacements: SignerReplacements,
    private readonly audit: SignatureAudit,
    private readonly fonts: TextFonts,
  ) {}

  /** Sends the signer's link again. @throws AppError 400 before sending, after the end, or once signed; 404 */
  remind(caller: Caller, key: SignerKey): Promise<Signer> {
    return this.transactions.run(async (tx) => {
      const { signer } = await lockOpen(tx, caller.organizationId, key);
      if (!(await this.reminders.remind(tx, signer, callFacts(caller)))) throw requestClosed();
      return signer;
    });
  }

  /**
   * Corrects the address: the old link stops working, a new invitation goes out, and proofs given under the old address
   * no longer count.
   * @throws AppError 400 once signed, after the end, if another signer has the address, or if there is no font for it; 404
   */
  changeEmail(caller: Caller, key: SignerKey, email: string): Promise<Signer> {
    const { organizationId } = caller;
    assertDrawable(this.fonts, [['email', email]]);
    return this.transactions.run(async (tx) => {
      const { signature, signer } = await lockPending(tx, organizationId, key);
      const isOpen = signature.status === 'scheduled' || OPEN_STATUSES.includes(signature.status);
      if (!isOpen) throw statusConflict(signature.status);
      const { name, locale } = signer;
      const { id: linkId } = await this.replacements.replace(tx, signer, { email, name, locale });
      if (signature.status !== 'scheduled') {
        await this.mails.enqueue(tx, { kind: INVITATION_MAIL, organizationId, ids: { linkId } });
      }
      const data = { from: signer.email, to: email, ...callFacts(caller) };
      await this.audit.record(tx, { organizationId, ...key, type: 'email_changed', data });
      return { ...signer, email };
    });
  }

  /**
   * The signer's link, for a member who hands it over. It is recorded: anyone with the link can open the request.
   * @throws AppError 400 before sending, after the end, or once signed; 404
   */
  showLink(caller: Caller, key: SignerKey): Promise<string> {
    return this.transactions.run(async (tx) => {
      const { signer } = await lockOpen(tx, caller.organizationId, key);
      return this.handOver(tx, caller, signer, 'link_shown');
    });
  }

  /**
   * The signer's link, for signing on the member's device at once, which the trail says.
   * @throws AppError 400 as `showLink`, for another type than in_person, or before the signer's turn; 404
   */
  host(caller: Caller, key: SignerKey): Promise<string> {
    return this.transactions.run(async (tx) => {
      const { signature, signer } = await lockOpen(tx, caller.organizationId, key);
      if (signature.type !== 'in_person') throw notInPerson();
      if (signersBefore(await signersOf(tx, signature), signer).length > 0) throw notTheirTurn();
      return this.handOver(tx, caller, signer, 'hosted');
    });
  }

  private async handOver(
    tx: EntityManager,
    caller: Caller,
    { id: signerId, organizationId, signatureId }: Signer,
    type: 'link_shown' | 'hosted',
  ): Promise<string> {
    const link = await this.links.ofSigner(tx, organizationId, signerId);
    if (!link) throw requestClosed();
    await this.audit.record(tx, { organizationId, signatureId, signerId, type, data: callFacts(caller) });
    return this.links.addressOf(link);
  }
}

async function lockPending(
  tx: EntityManager,
  organizationId: number,
  { signatureId, signerId }: SignerKey,
): Promise<{ signature: Signature; signer: Signer }> {
  const signature = await getLiveRequest(tx, { organizationId, signatureId }, { lock: true });
  const signer = await tx.findOneBy(Signer, { id: signerId, signatureId, organizationId });
  if (!signer) throw signerNotFound();
  if (signer.status === 'signed') throw signerAlreadySigned();
  if (signer.status === 'rejected') throw signerRejected();
  if (await isPastDeadline(tx, signature)) throw requestClosed();
  return { signature, signer };
}

/** As `lockPending`, for a request whose signers may act. */
async function lockOpen(tx: EntityManager, organizationId: number, key: SignerKey) {
  const locked = await lockPending(tx, organizationId, key);
  if (!OPEN_STATUSES.includes(locked.signature.status)) throw statusConflict(locked.signature.status);
  return locked;
}

function statusConflict(status: SignatureStatus) {
  return status === 'draft' || status === 'scheduled' ? notSent() : requestClosed();
}
