import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Transactions } from '../platform/database/transactions.js';
import { SignatureAudit, type SignatureAuditType } from '../signatures/signature-audit.js';
import { keepSignerLocale } from '../signatures/signers/signer-locale.queries.js';
import { type SigningContext } from './domain/signing-context.js';
import { type Obstacle, obstacleTo } from './domain/signing-step.policy.js';
import { type Visit } from './domain/visit.js';
import { SigningContextQueries } from './signing-context.queries.js';

type Work<Result> = (tx: EntityManager, context: SigningContext) => Promise<Result>;

/** The only access to a signer's request: `find` changes nothing, `act` reads again under lock. */
@Injectable()
export class SigningAccess {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly contexts: SigningContextQueries,
    private readonly audit: SignatureAudit,
  ) {}

  /** @throws AppError 404 for a token that was never issued */
  find(visit: Visit): Promise<SigningContext> {
    return this.contexts.read(this.dataSource.manager, visit);
  }

  /**
   * Runs `work` with the request and its signers locked until the end of the transaction.
   * @returns null without running it if an obstacle has since come up; the next page explains it
   */
  async act<Result>(visit: Visit, work: Work<Result>): Promise<Result | null> {
    return this.actDespite(visit, [], work);
  }

  /** The same for actions that lead to reading, which need not wait for the signer's turn. */
  async actToRead<Result>(visit: Visit, work: Work<Result>): Promise<Result | null> {
    return this.actDespite(visit, ['not_your_turn'], work);
  }

  private async actDespite<Result>(
    visit: Visit,
    passing: readonly Obstacle[],
    work: Work<Result>,
  ): Promise<Result | null> {
    return this.transactions.run(async (tx) => {
      const context = await this.contexts.lock(tx, visit);
      const obstacle = obstacleTo(context);
      return obstacle === null || passing.includes(obstacle) ? work(tx, context) : null;
    });
  }

  /** Stores the language chosen by the signer. The holder of a replaced link is no longer the signer. */
  async chooseLocale(visit: Visit, locale: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const { signer, linkVoidReason } = await this.contexts.lock(tx, visit);
      if (linkVoidReason !== 'replaced') await keepSignerLocale(tx, signer, locale);
    });
  }

  /** Records the signer's act in the audit trail, with details of the device. */
  async record(
    tx: EntityManager,
    visit: Visit,
    { signature, signer }: SigningContext,
    type: SignatureAuditType,
    data: Record<string, unknown> = {},
  ): Promise<void> {
    await this.audit.record(tx, {
      organizationId: signature.organizationId,
      signatureId: signature.id,
      signerId: signer.id,
      type,
      data: { ...visitFacts(visit), ...data },
    });
  }
}

/** The facts about a visit kept in the audit trail. */
export function visitFacts({ ip, userAgent, language, timeZone }: Visit): Record<string, unknown> {
  return { ip, userAgent, language, timeZone };
}
