import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { LATELY_MINUTES } from '../domain/reminding.js';
import { type Signature } from '../signature.entity.js';
import { SignatureAudit } from '../signature-audit.js';
import {
  findRecipientsRemindedLately,
  findWaitingRecipients,
} from './internal/recipient-reminder.queries.js';
import { type Recipient } from './recipient.entity.js';
import { RecipientMails } from './recipient-mails.js';

type Request = Pick<Signature, 'id' | 'organizationId'>;

/** Reminds those who do not sign and for whom others wait. The caller holds the lock of the request's row. */
@Injectable()
export class RecipientReminders {
  constructor(
    private readonly mails: RecipientMails,
    private readonly audit: SignatureAudit,
  ) {}

  /** Sends the link again. @returns false if it was voided and nothing is sent */
  async remind(
    tx: EntityManager,
    recipient: Recipient,
    data: Record<string, unknown> = {},
  ): Promise<boolean> {
    if (!(await this.mails.remind(tx, recipient))) return false;
    const { organizationId, signatureId, id: recipientId } = recipient;
    await this.audit.record(tx, { organizationId, signatureId, recipientId, type: 'reminded', data });
    return true;
  }

  /**
   * Reminds each of these, but for those reminded within the last minutes.
   * @returns the ids of those reminded, and how many were left out
   */
  async remindAll(
    tx: EntityManager,
    request: Request,
    inTurn: readonly Recipient[],
    data: Record<string, unknown>,
  ): Promise<{ reminded: number[]; lately: number }> {
    if (inTurn.length === 0) return { reminded: [], lately: 0 };
    const lately = await findRecipientsRemindedLately(tx, request, LATELY_MINUTES);
    const reminded: number[] = [];
    for (const recipient of inTurn)
      if (!lately.has(recipient.id) && (await this.remind(tx, recipient, data))) reminded.push(recipient.id);
    return { reminded, lately: inTurn.filter(({ id }) => lately.has(id)).length };
  }

  /**
   * Reminds those of them who have had no mail for the request's interval.
   * @returns the seconds until the next is due; null if all were reminded
   */
  async remindDue(tx: EntityManager, request: Request, inTurn: readonly Recipient[]): Promise<number | null> {
    if (inTurn.length === 0) return null;
    const waiting = new Map((await findWaitingRecipients(tx, request)).map((each) => [each.id, each]));
    const later: number[] = [];
    for (const recipient of inTurn) {
      const { isDue, dueInSeconds } = waiting.get(recipient.id)!;
      if (isDue) await this.remind(tx, recipient, { automatic: true });
      else later.push(dueInSeconds);
    }
    return later.length === 0 ? null : Math.min(...later);
  }
}
