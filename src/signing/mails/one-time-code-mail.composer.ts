import { randomInt } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Transactions } from '../../platform/database/transactions.js';
import { type MailComposer } from '../../platform/mail/mail-composer.port.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { findOpenRequest } from '../../signatures/live-request.queries.js';
import { findRequestAsker } from '../../signatures/request-asker.js';
import { SignatureAudit, type SignatureAuditType } from '../../signatures/signature-audit.js';
import { findSigner, getSigner } from '../../signatures/signers/signer.queries.js';
import { SignerLinks } from '../../signatures/signers/signer-links.js';
import { codeHashOf } from '../domain/code-hash.js';
import { CODE_MINUTES, OneTimeCodeQueries } from '../one-time-code.queries.js';
import { ONE_TIME_CODE_MAIL } from '../signing-mail.kinds.js';

/** To a signer of an `advanced` request. */
interface OneTimeCodeModel extends MailModel {
  documentName: string;
  code: string;
  /** How long the code is valid. */
  minutes: number;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    'one-time-code': OneTimeCodeModel;
  }
}

const CODES = 1_000_000;
const DIGITS = 6;

type CodeMailIds = { signerId: number; request: number };

/**
 * Generates the code when its mail is sent, so it is stored only as a hash and does not expire in the queue. A
 * retried mail contains a new code.
 */
@Injectable()
export class OneTimeCodeMailComposer implements MailComposer<CodeMailIds>, OnModuleInit {
  readonly kind = ONE_TIME_CODE_MAIL;
  readonly isAwaited = true;

  constructor(
    private readonly composers: MailComposers,
    private readonly transactions: Transactions,
    private readonly links: SignerLinks,
    private readonly codes: OneTimeCodeQueries,
    private readonly audit: SignatureAudit,
  ) {}

  onModuleInit(): void {
    this.composers.register(this);
  }

  /** @returns null if a newer code was requested or the signer can no longer sign */
  async compose({ signerId, request }: CodeMailIds, organizationId: number): Promise<MailMessage | null> {
    return this.transactions.run(async (tx) => {
      const signer = await findSigner(tx, organizationId, signerId);
      const link = await this.links.ofSigner(tx, organizationId, signerId);
      if (signer?.status !== 'pending' || !link) return null;
      const signature = await findOpenRequest(tx, signer);
      if (!signature) return null;
      const code = String(randomInt(CODES)).padStart(DIGITS, '0');
      const token = this.links.tokenOf(link);
      if (!(await this.codes.issue(tx, { organizationId, id: signerId, request }, codeHashOf(token, code))))
        return null;
      const { organizationName, replyTo } = await findRequestAsker(tx, signature);
      const documentName = signature.originalDocumentName;
      const model = {
        organizationName,
        recipientName: signer.name,
        documentName,
        code,
        minutes: CODE_MINUTES,
      };
      return { to: signer.email, locale: signer.locale, template: 'one-time-code', model, replyTo };
    });
  }

  accepted(tx: EntityManager, ids: CodeMailIds, reply: string, organizationId: number): Promise<void> {
    return this.record(tx, { ...ids, organizationId }, 'email_accepted', { reply });
  }

  failed(tx: EntityManager, ids: CodeMailIds, reason: string, organizationId: number): Promise<void> {
    return this.record(tx, { ...ids, organizationId }, 'email_failed', { reason });
  }

  private async record(
    tx: EntityManager,
    { organizationId, signerId }: CodeMailIds & { organizationId: number },
    type: SignatureAuditType,
    data: Record<string, unknown>,
  ): Promise<void> {
    const { signatureId } = await getSigner(tx, organizationId, signerId);
    const mail = { mail: 'one-time-code', ...data };
    await this.audit.record(tx, { organizationId, signatureId, signerId, type, data: mail });
  }
}
