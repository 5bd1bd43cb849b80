import { timingSafeEqual } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { newLinkToken } from '../platform/crypto/tokens.js';
import { type DomainEvent } from '../platform/events/domain-events.js';
import { EventBus } from '../platform/events/event-bus.js';
import { MailQueue } from '../platform/mail/mail-queue.js';
import { MailRecipients } from '../platform/mail/mail-recipients.js';
import { SignatureAudit } from '../signatures/signature-audit.js';
import { markCodeVerified } from '../signatures/signers/signer.queries.js';
import { browserHashOf } from './browser-tie.js';
import { CodeLimits } from './code-limits.js';
import { codeHashOf } from './domain/code-hash.js';
import { type SigningContext } from './domain/signing-context.js';
import { type Visit } from './domain/visit.js';
import { OneTimeCodeQueries } from './one-time-code.queries.js';
import { SigningAccess } from './signing-access.js';
import { ONE_TIME_CODE_MAIL } from './signing-mail.kinds.js';

export const MAX_TRIES = 5;
const CODES_PER_HOUR = 10;

/** Why a code was not sent or accepted. */
export type CodeRefusal =
  'for_members' | 'too_soon' | 'too_many' | 'wrong' | 'used_up' | 'expired' | 'not_sent';

export type CodeEntry = { browser: string } | { refusal: CodeRefusal };

const CODE = /^\d{6}$/;

/**
 * One-time codes by email: six digits, valid for ten minutes and five tries. A signer can request one a minute and
 * ten an hour; CodeLimits caps the total per mailbox, and slows down networks that request or mistype many.
 */
@Injectable()
export class OneTimeCodes implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly access: SigningAccess,
    private readonly codes: OneTimeCodeQueries,
    private readonly limits: CodeLimits,
    private readonly audit: SignatureAudit,
    private readonly mails: MailQueue,
    private readonly recipients: MailRecipients,
    private readonly events: EventBus,
  ) {}

  onModuleInit(): void {
    this.events.listen((tx, event) => this.handle(tx, event));
  }

  /** A code sent to the old address, or a browser that entered one, proves nothing about the new address. */
  private async handle(tx: EntityManager, { type, organizationId, data }: DomainEvent): Promise<void> {
    if (type === 'signer.email_changed') await this.codes.forget(tx, { organizationId, id: data.id });
  }

  /** Requests a code, which is generated when its mail is sent. @returns why it was refused, or null */
  async request(visit: Visit): Promise<CodeRefusal | null> {
    await this.limits.slowDown(this.dataSource.manager, 'askedFrom', visit.ip);
    return this.access.actToRead(visit, async (tx, context) => {
      if (context.signature.type !== 'advanced' || context.isCodeVerified) return null;
      const { organizationId, id: signerId, email } = context.signer;
      // Nothing is sent to others in an organization for tests, and nothing says that it was.
      if (!(await this.recipients.mayReceive(tx, organizationId, email))) return 'for_members';
      const known = await this.codes.find(tx, context.signer);
      if (known?.isFresh) return 'too_soon';
      const sent = await this.audit.countLastHour(tx, context.signer, 'code_sent');
      if (sent >= CODES_PER_HOUR) return 'too_many';
      await this.limits.count(tx, 'askedFrom', visit.ip);
      if (!(await this.limits.count(tx, 'sentTo', context.signer.emailKey))) return 'too_many';
      const request = await this.codes.request(tx, context.signer);
      await this.mails.enqueue(tx, { kind: ONE_TIME_CODE_MAIL, organizationId, ids: { signerId, request } });
      await this.access.record(tx, visit, context, 'code_sent');
      return null;
    });
  }

  /**
   * @returns the secret that makes this browser trusted, or why the code was refused; null if an obstacle prevents
   * reading
   * @throws AppError 429 if too many codes from this network are waiting to be checked
   */
  enter(visit: Visit, typed: string): Promise<CodeEntry | null> {
    return this.limits.attempt(this.dataSource.manager, visit.ip, (miss) =>
      this.access.actToRead(visit, async (tx, context) => {
        const row = await this.codes.find(tx, context.signer);
        if (row === null || row.codeHash === null) return { refusal: 'not_sent' };
        if (row.isExpired) return { refusal: 'expired' };
        if (row.tries >= MAX_TRIES) return { refusal: 'used_up' };
        const code = typed.replace(/[\s-]/g, '');
        if (CODE.test(code) && timingSafeEqual(codeHashOf(visit.token, code), row.codeHash)) {
          return { browser: await this.trust(tx, visit, context) };
        }
        miss();
        await this.codes.miss(tx, context.signer);
        await this.access.record(tx, visit, context, 'code_failed');
        return { refusal: row.tries + 1 >= MAX_TRIES ? 'used_up' : 'wrong' };
      }),
    );
  }

  private async trust(tx: EntityManager, visit: Visit, context: SigningContext): Promise<string> {
    const browser = newLinkToken();
    await this.codes.redeem(tx, context.signer, browserHashOf(visit.token, browser));
    await markCodeVerified(tx, context.signer);
    await this.access.record(tx, visit, context, 'code_verified');
    return browser;
  }
}
