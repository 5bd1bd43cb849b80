import { timingSafeEqual } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { newLinkToken } from '../platform/crypto/tokens.js';
import { type DomainEvent } from '../platform/events/domain-events.js';
import { EventBus } from '../platform/events/event-bus.service.js';
import { MailQueue } from '../platform/mail/mail-queue.service.js';
import { SignatureAudit } from '../signatures/signature-audit.service.js';
import { markCodeVerified } from '../signatures/signer.queries.js';
import { CodeLimits } from './code-limits.queries.js';
import { OneTimeCodeQueries } from './one-time-code.queries.js';
import { codeHashOf } from './domain/code-hash.js';
import { SigningAccess } from './signing-access.service.js';
import { type SigningContext } from './domain/signing-context.js';
import { browserHashOf } from './browser-tie.js';
import { ONE_TIME_CODE_MAIL } from './signing-mail.kinds.js';
import { type Visit } from './domain/visit.js';

export const MAX_TRIES = 5;
const CODES_PER_HOUR = 10;

/** Why a code was not sent or not accepted. */
export type CodeRefusal = 'too_soon' | 'too_many' | 'wrong' | 'used_up' | 'expired' | 'not_sent';

export type CodeEntry = { browser: string } | { refusal: CodeRefusal };

const CODE = /^\d{6}$/;

/**
 * One-time codes by email: six digits, valid for ten minutes and five tries. A signer can request one a minute and ten an
 * hour; CodeLimits caps the total for a mailbox, and slows networks from which many are requested or mistyped.
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
    private readonly events: EventBus,
  ) {}

  onModuleInit(): void {
    this.events.listen((tx, event) => this.hear(tx, event));
  }

  /** A code sent to the old address proves nothing about the new one, nor does the browser in which it was entered. */
  private async hear(tx: EntityManager, { type, organizationId, data }: DomainEvent): Promise<void> {
    if (type === 'signer.email_changed') await this.codes.forget(tx, { organizationId, signerId: data.id });
  }

  /** Requests a code, which is generated when its mail is sent. @returns why it was refused, or null */
  async request(visit: Visit): Promise<CodeRefusal | null> {
    await this.limits.slowDown(this.dataSource.manager, 'askedFrom', visit.ip);
    return this.access.actToRead(visit, async (tx, context) => {
      if (context.signature.type !== 'advanced' || context.isCodeVerified) return null;
      const key = keyOf(context);
      const known = await this.codes.find(tx, key);
      if (known?.isFresh) return 'too_soon';
      const sent = await this.audit.countLastHour(tx, context.signer, 'code_sent');
      if (sent >= CODES_PER_HOUR) return 'too_many';
      await this.limits.forgetOld(tx);
      await this.limits.count(tx, 'askedFrom', visit.ip);
      if (!(await this.limits.count(tx, 'sentTo', context.signer.emailKey))) return 'too_many';
      const request = await this.codes.request(tx, key);
      const { organizationId, signerId } = key;
      await this.mails.enqueue(tx, { kind: ONE_TIME_CODE_MAIL, organizationId, ids: { signerId, request } });
      await this.access.record(tx, visit, context, 'code_sent');
      return null;
    });
  }

  /**
   * @returns the secret that makes this browser trusted, or why the code was refused; null if an obstacle prevents signing
   * and reading
   * @throws AppError 429 if too many codes from this network wait to be looked at
   */
  enter(visit: Visit, typed: string): Promise<CodeEntry | null> {
    return this.limits.attempt(this.dataSource.manager, visit.ip, (miss) =>
      this.access.actToRead(visit, async (tx, context) => {
        const key = keyOf(context);
        const row = await this.codes.find(tx, key);
        if (row === null || row.codeHash === null) return { refusal: 'not_sent' };
        if (row.isExpired) return { refusal: 'expired' };
        if (row.tries >= MAX_TRIES) return { refusal: 'used_up' };
        const code = typed.replace(/[\s-]/g, '');
        if (CODE.test(code) && timingSafeEqual(codeHashOf(visit.token, code), row.codeHash)) {
          return { browser: await this.trust(tx, visit, context) };
        }
        miss();
        await this.codes.miss(tx, key);
        await this.access.record(tx, visit, context, 'code_failed');
        return { refusal: row.tries + 1 >= MAX_TRIES ? 'used_up' : 'wrong' };
      }),
    );
  }

  private async trust(tx: EntityManager, visit: Visit, context: SigningContext): Promise<string> {
    const browser = newLinkToken();
    await this.codes.redeem(tx, keyOf(context), browserHashOf(visit.token, browser));
    await markCodeVerified(tx, context.signer);
    await this.access.record(tx, visit, context, 'code_verified');
    return browser;
  }
}

function keyOf({ signature, signer }: SigningContext) {
  return { organizationId: signature.organizationId, signatureId: signature.id, signerId: signer.id };
}
