import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type ActivityType } from '../../activity/domain/activity-event.js';
import { type Caller, callFacts } from '../../auth/principal.js';
import { refusedAll } from '../../common/errors.js';
import { emailKey } from '../../common/validation/email.decorator.js';
import { TextFonts } from '../../pdf/text-fonts.js';
import { Transactions } from '../../platform/database/transactions.js';
import { assertDrawable } from '../documents/internal/assert-drawable.js';
import { type NewRecipient, participantFaults } from '../domain/new-recipients.js';
import { OPEN_STATUSES } from '../domain/signature.state.js';
import { isReached } from '../domain/signing-order.policy.js';
import { MemberActions } from '../internal/member-actions.js';
import { notSent, notTheirTurn, requestClosed } from '../internal/signature.errors.js';
import { getLiveRequest, isPastDeadline, type RequestKey, signersOf } from '../live-request.queries.js';
import { type Signature } from '../signature.entity.js';
import { SignatureAudit, type SignatureAuditType } from '../signature-audit.js';
import {
  approverIsSigner,
  copiesOnly,
  recipientActed,
  recipientNotFound,
  recipientRepeated,
  recipientRequired,
} from './internal/recipient.errors.js';
import { Recipient } from './recipient.entity.js';
import { recipientsOf } from './recipient.queries.js';
import { RecipientLinks } from './recipient-links.js';
import { RecipientMails } from './recipient-mails.js';
import { RecipientReminders } from './recipient-reminders.js';
import { RequestRecipients } from './request-recipients.js';

/** The ids in an address below `/signatures`. */
export interface RecipientPath {
  signatureId: number;
  recipientId: number;
}

/** A recipient of a request, in the transaction that changes it. */
interface Locked {
  request: Signature;
  recipient: Recipient;
}

/** What a sender sees of those who do not sign, and does about them. */
@Injectable()
export class RecipientsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly requests: RequestRecipients,
    private readonly links: RecipientLinks,
    private readonly mails: RecipientMails,
    private readonly reminders: RecipientReminders,
    private readonly audit: SignatureAudit,
    private readonly fonts: TextFonts,
    private readonly actions: MemberActions,
  ) {}

  /** In the order given. A draft has none: they come with sending. @throws AppError 404 */
  async list(key: RequestKey): Promise<Recipient[]> {
    const { manager } = this.dataSource;
    return recipientsOf(manager, await getLiveRequest(manager, key));
  }

  /**
   * Adds a copy to a request that was sent or scheduled.
   * @throws AppError 400 before sending or after the end, `recipient_copies_only`, `recipient_repeated`, `too_many_recipients`,
   * `script_unsupported`, `processes_outdated`; 404
   */
  add(caller: Caller, signatureId: number, given: NewRecipient): Promise<Recipient> {
    if (given.action !== 'copy') throw copiesOnly(given.action);
    assertDrawable(this.fonts, [
      ['email', given.email],
      ['name', given.name ?? ''],
    ]);
    return this.actions.recorded(
      caller,
      () => this.transactions.run((tx) => this.addLocked(tx, caller, signatureId, given)),
      ({ id: recipientId }) => ({ type: 'recipient_added', signatureId, data: { recipientId } }),
    );
  }

  /**
   * Sends the link again.
   * @throws AppError 400 before sending or after the end, before their turn, or once they have acted; 404
   */
  remind(caller: Caller, path: RecipientPath): Promise<Recipient> {
    return this.change(caller, path, 'recipient_reminded', async (tx, { request, recipient }) => {
      await this.assertPending(tx, { request, recipient });
      if (!OPEN_STATUSES.includes(request.status)) throw notSent();
      if (recipient.toldAt === null) throw notTheirTurn();
      if (!(await this.reminders.remind(tx, recipient, callFacts(caller)))) throw requestClosed();
      return recipient;
    });
  }

  /**
   * Corrects the address: the old link stops working, and a new one is sent if the old one was.
   * @throws AppError 400 after the end or once they have acted, `recipient_repeated`, `approver_is_signer`,
   * `script_unsupported`; 404
   */
  changeEmail(caller: Caller, path: RecipientPath, email: string): Promise<Recipient> {
    assertDrawable(this.fonts, [['email', email]]);
    return this.change(caller, path, 'recipient_address_changed', async (tx, { request, recipient }) => {
      await this.assertPending(tx, { request, recipient });
      await assertFree(tx, { request, recipient }, email);
      const { organizationId, signatureId, id } = recipient;
      const where = { organizationId, signatureId, id };
      await tx.update(Recipient, where, { email, emailKey: emailKey(email), screenRepeatedAt: null });
      await this.links.voidOfRecipient(tx, recipient, 'replaced');
      await this.links.issue(tx, [recipient]);
      const data = { from: recipient.email, to: email, ...callFacts(caller) };
      await this.record(tx, recipient, 'email_changed', data);
      const changed = await tx.findOneByOrFail(Recipient, where);
      if (recipient.toldAt !== null) await this.mails.tell(tx, [changed]);
      return changed;
    });
  }

  /**
   * Removes somebody for whom nobody waits: the link stops working. The evidence still lists them.
   * @throws AppError 400 before sending, `recipient_required`, or once they have read the document; 404
   */
  remove(caller: Caller, path: RecipientPath): Promise<Recipient> {
    return this.change(caller, path, 'recipient_removed', async (tx, { recipient }) => {
      if (recipient.required) throw recipientRequired();
      if (recipient.status === 'viewed') throw recipientActed('The recipient has already read the document');
      const { organizationId, signatureId, id } = recipient;
      await tx.update(Recipient, { organizationId, signatureId, id }, { removedAt: () => 'app_now()' });
      await this.links.voidOfRecipient(tx, recipient, 'removed');
      await this.record(tx, recipient, 'recipient_removed', callFacts(caller));
      return recipient;
    });
  }

  private async addLocked(
    tx: EntityManager,
    caller: Caller,
    signatureId: number,
    given: NewRecipient,
  ): Promise<Recipient> {
    await this.requests.prepare(tx, [given]);
    const key = { organizationId: caller.organizationId, signatureId };
    const request = await getLiveRequest(tx, key, { lock: true });
    await assertUnderWay(tx, request);
    const [signers, present] = [await signersOf(tx, request), await recipientsOf(tx, request)];
    const faults = participantFaults(signers, [...present, given]);
    if (faults.length > 0) throw refusedAll(faults.map((fault) => ({ ...fault, field: 'email' })));
    const [added] = await this.requests.add(tx, request, [given], { addedLater: true });
    const { id, action } = added!;
    await this.record(tx, added!, 'recipient_added', { id, action, ...callFacts(caller) });
    const isDue = given.when === 'turn' && isReached({ signers, recipients: present }, given);
    const isOpen = OPEN_STATUSES.includes(request.status);
    if (isOpen && (given.when === 'sent' || isDue)) await this.mails.tell(tx, [added!]);
    return tx.findOneByOrFail(Recipient, { ...key, id });
  }

  private change(
    caller: Caller,
    { signatureId, recipientId }: RecipientPath,
    type: ActivityType,
    work: (tx: EntityManager, locked: Locked) => Promise<Recipient>,
  ): Promise<Recipient> {
    const { organizationId } = caller;
    const run = async (tx: EntityManager) => {
      const request = await getLiveRequest(tx, { organizationId, signatureId }, { lock: true });
      const recipient = (await recipientsOf(tx, request)).find(({ id }) => id === recipientId);
      if (!recipient) throw recipientNotFound();
      return work(tx, { request, recipient });
    };
    return this.actions.recorded(
      caller,
      () => this.transactions.run(run),
      () => ({ type, signatureId, data: { recipientId } }),
    );
  }

  private async assertPending(tx: EntityManager, { request, recipient }: Locked): Promise<void> {
    if (recipient.status !== 'pending') throw recipientActed(ACTED[recipient.status]);
    await assertUnderWay(tx, request);
  }

  private record(
    tx: EntityManager,
    { organizationId, signatureId, id: recipientId }: Recipient,
    type: SignatureAuditType,
    data: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(tx, { organizationId, signatureId, recipientId, type, data });
  }
}

const ACTED = {
  approved: 'The recipient has already approved',
  rejected: 'The recipient has declined to approve',
  viewed: 'The recipient has already read the document',
  told: 'The copy has already been sent to the recipient',
};

async function assertUnderWay(tx: EntityManager, request: Signature): Promise<void> {
  if (request.status === 'draft') throw notSent();
  const isOpen = request.status === 'scheduled' || OPEN_STATUSES.includes(request.status);
  if (!isOpen || (await isPastDeadline(tx, request))) throw requestClosed();
}

/** Whether the address may have the recipient's part. */
async function assertFree(tx: EntityManager, { request, recipient }: Locked, email: string): Promise<void> {
  const key = emailKey(email);
  const others = (await recipientsOf(tx, request)).filter(({ id }) => id !== recipient.id);
  if (others.some((each) => each.emailKey === key && each.action === recipient.action))
    throw recipientRepeated(
      `Another recipient of this request already has this address with the action '${recipient.action}'`,
    );
  if (!recipient.separateApprover) return;
  if ((await signersOf(tx, request)).some((each) => each.emailKey === key)) throw approverIsSigner();
}
