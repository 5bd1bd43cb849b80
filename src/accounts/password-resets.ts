import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { clientNetwork } from '../common/http/client-network.js';
import { emailKey } from '../common/validation/email.decorator.js';
import { findAccount, findMemberships } from '../organizations/account.queries.js';
import { AccountLinks } from '../organizations/account-links.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { Transactions } from '../platform/database/transactions.js';
import { JobQueue } from '../platform/jobs/job-queue.js';
import { countOneMore } from '../platform/limits/hourly-count.queries.js';
import { MailQueue } from '../platform/mail/mail-queue.js';
import { PASSWORD_RESET_MAIL } from './account-mail.kinds.js';
import { insertResetRequest, takeResetRequest } from './password-reset.queries.js';

export const RESET_PASSWORD = 'dashboard.reset-password';
export type ResetPasswordJobPayload = { requestId: number };

/** Requests per hour, including those for unknown addresses. */
const LIMITS = { network: 20, address: 3 } as const;
export const SEALED = 'password reset request';

/**
 * Mails links for a new password. Only the job finds out whether the address has an account, so neither the response
 * nor its timing reveals it.
 */
@Injectable()
export class PasswordResets {
  constructor(
    private readonly transactions: Transactions,
    private readonly secretBox: SecretBox,
    private readonly links: AccountLinks,
    private readonly jobs: JobQueue,
    private readonly mails: MailQueue,
  ) {}

  /** @returns false if there were too many requests within the hour */
  request(email: string, address: string): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      if ((await countOneMore(tx, `resets from:${clientNetwork(address)}`)) > LIMITS.network) return false;
      if ((await countOneMore(tx, `resets of:${emailKey(email)}`)) > LIMITS.address) return false;
      const requestId = await insertResetRequest(tx, this.secretBox.sealText(email, SEALED));
      await this.jobs.enqueue(tx, { kind: RESET_PASSWORD, payload: { requestId } });
      return true;
    });
  }

  /** Mails a link if the address belongs to a member of an organization. */
  async fulfil(tx: EntityManager, requestId: number): Promise<void> {
    const sealed = await takeResetRequest(tx, requestId);
    if (sealed === null) return;
    const account = await findAccount(tx, this.secretBox.openText(sealed, SEALED));
    const [member] = account ? await findMemberships(tx, account.id) : [];
    if (!member) return;
    const linkId = await this.links.createForMail(tx, member);
    const { organizationId } = member;
    await this.mails.enqueue(tx, { kind: PASSWORD_RESET_MAIL, organizationId, ids: { linkId } });
  }
}
