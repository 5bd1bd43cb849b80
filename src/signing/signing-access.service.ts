import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Transactions } from '../platform/database/transactions.js';
import { SignatureAudit, type SignatureAuditType } from '../signatures/signature-audit.service.js';
import { keepSignerLocale } from '../signatures/signer-locale.queries.js';
import { type Obstacle, obstacleTo } from './domain/signing-step.policy.js';
import { type SigningContext } from './domain/signing-context.js';
import { SigningContextQueries } from './signing-context.queries.js';
import { type Visit } from './domain/visit.js';

type Work<Result> = (tx: EntityManager, context: SigningContext) => Promise<Result>;

/** The only way to a signer's request: `look` changes nothing, `act` reads again under lock. */
@Injectable()
export class SigningAccess {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly contexts: SigningContextQueries,
    private readonly audit: SignatureAudit,
  ) {}

  /** @throws AppError 404 for a token that was never issued */
  look(visit: Visit): Promise<SigningContext> {
    return this.contexts.read(this.dataSource.manager, visit);
  }

  /**
   * Runs `work` with the request and its signers locked until the end of the transaction.
   * @returns null without running it if an obstacle has come up since; the next page says which
   */
  async act<Result>(visit: Visit, work: Work<Result>): Promise<Result | null> {
    return this.actDespite(visit, [], work);
  }

  /** The same for actions towards reading, for which nobody has to wait for their turn. */
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

  /** Keeps the language that the signer has chosen. The holder of a replaced link is no longer the signer. */
  async chooseLocale(visit: Visit, locale: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const { signer, linkVoidReason } = await this.contexts.lock(tx, visit);
      const { id: signerId, organizationId } = signer;
      if (linkVoidReason !== 'replaced') await keepSignerLocale(tx, { organizationId, signerId }, locale);
    });
  }

  /** Adds to the audit trail what the signer did, with the details of the device. */
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

/** What the audit trail keeps of a visit. */
export function visitFacts({ ip, userAgent, language, timeZone }: Visit): Record<string, unknown> {
  return { ip, userAgent, language, timeZone };
}
