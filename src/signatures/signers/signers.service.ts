import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type ActivityType } from '../../activity/domain/activity-event.js';
import { type Caller, callFacts } from '../../auth/principal.js';
import { TextFonts } from '../../pdf/text-fonts.js';
import { Transactions } from '../../platform/database/transactions.js';
import { MailQueue } from '../../platform/mail/mail-queue.js';
import { assertDrawable } from '../documents/internal/assert-drawable.js';
import { OPEN_STATUSES, type SignatureStatus } from '../domain/signature.state.js';
import { isReached } from '../domain/signing-order.policy.js';
import { MemberActions } from '../internal/member-actions.js';
import {
  notInPerson,
  notSent,
  notTheirTurn,
  requestClosed,
  signerAlreadySigned,
  signerNotFound,
  signerRejected,
} from '../internal/signature.errors.js';
import { getLiveRequest, isPastDeadline, signersOf } from '../live-request.queries.js';
import { recipientsOf } from '../recipients/recipient.queries.js';
import { type Signature } from '../signature.entity.js';
import { SignatureAudit } from '../signature-audit.js';
import { INVITATION_MAIL } from '../signature-mail.kinds.js';
import { SignerReminders } from './internal/signer-reminders.js';
import { SignerReplacements } from './internal/signer-replacements.js';
import { Signer } from './signer.entity.js';
import { SignerLinks } from './signer-links.js';

/** The ids in an address below `/signatures`. */
export interface SignerPath {
  signatureId: number;
  signerId: number;
}

/** A sender's actions on a signer who has not signed. */
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
    private readonly actions: MemberActions,
  ) {}

  /** Sends the signer's link again. @throws AppError 400 before sending, after the end, or once signed; 404 */
  remind(caller: Caller, key: SignerPath): Promise<Signer> {
    return this.change(caller, key, 'signer_reminded', async (tx) => {
      const { signer } = await lockOpen(tx, caller.organizationId, key);
      if (!(await this.reminders.remind(tx, signer, callFacts(caller)))) throw requestClosed();
      return signer;
    });
  }

  /**
   * Sends everyone whose turn it is their link again, but for those who were reminded within the last minutes.
   * @returns how many were reminded, and how many were left out
   * @throws AppError 400 before sending or after the end; 404
   */
  remindAll(caller: Caller, signatureId: number): Promise<{ reminded: number; lately: number }> {
    const { organizationId } = caller;
    return this.transactions.run(async (tx) => {
      const request = await getLiveRequest(tx, { organizationId, signatureId }, { lock: true });
      if (await isPastDeadline(tx, request)) throw requestClosed();
      if (!OPEN_STATUSES.includes(request.status)) throw statusConflict(request.status);
      const { reminded, lately } = await this.reminders.remindAll(tx, request, callFacts(caller));
      const people = [
        ...reminded.signers.map((signerId) => ({ signerId })),
        ...reminded.recipients.map((recipientId) => ({ recipientId })),
      ];
      for (const data of people)
        await this.actions.record(tx, caller, { type: 'signer_reminded', signatureId, data });
      return { reminded: people.length, lately };
    });
  }

  /**
   * Corrects the address: the old link stops working, a new invitation goes out, and proofs given under the old address
   * no longer count.
   * @throws AppError 400 once signed, after the end, if another signer has the address, or if there is no font for it; 404
   */
  changeEmail(caller: Caller, key: SignerPath, email: string): Promise<Signer> {
    const { organizationId } = caller;
    assertDrawable(this.fonts, [['email', email]]);
    return this.change(caller, key, 'signer_address_changed', async (tx) => {
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
   * The signer's link, for a member to pass on. Recorded, since anyone with the link can open the request.
   * @throws AppError 400 before sending, after the end, or once signed; 404
   */
  showLink(caller: Caller, key: SignerPath): Promise<string> {
    return this.change(caller, key, 'signer_link_shown', async (tx) => {
      const { signer } = await lockOpen(tx, caller.organizationId, key);
      return this.handOver(tx, caller, signer, 'link_shown');
    });
  }

  /**
   * The signer's link for signing on the member's device immediately, which the trail records.
   * @param leave - ends the member's session, in the same transaction: the signer must not reach the dashboard
   * @throws AppError 400 as `showLink`, for any type but in_person, or before the signer's turn; 404
   */
  host(caller: Caller, key: SignerPath, leave: () => Promise<void>): Promise<string> {
    return this.change(caller, key, 'signing_hosted', async (tx) => {
      const { signature, signer } = await lockOpen(tx, caller.organizationId, key);
      if (signature.type !== 'in_person') throw notInPerson();
      const signers = await signersOf(tx, signature);
      const recipients = await recipientsOf(tx, signature);
      if (!isReached({ signers, recipients }, signer)) throw notTheirTurn();
      const address = await this.handOver(tx, caller, signer, 'hosted');
      await leave();
      return address;
    });
  }

  private change<Result>(
    caller: Caller,
    { signatureId, signerId }: SignerPath,
    type: ActivityType,
    work: (tx: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    return this.actions.recorded(
      caller,
      () => this.transactions.run(work),
      () => ({ type, signatureId, data: { signerId } }),
    );
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
  { signatureId, signerId }: SignerPath,
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
async function lockOpen(tx: EntityManager, organizationId: number, key: SignerPath) {
  const locked = await lockPending(tx, organizationId, key);
  if (!OPEN_STATUSES.includes(locked.signature.status)) throw statusConflict(locked.signature.status);
  return locked;
}

function statusConflict(status: SignatureStatus) {
  return status === 'draft' || status === 'scheduled' ? notSent() : requestClosed();
}
