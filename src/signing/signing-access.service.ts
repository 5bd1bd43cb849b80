import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Transactions } from '../platform/database/transactions.js';
import { SignatureAudit, type SignatureAuditType } from '../signatures/signature-audit.service.js';
import { Signer } from '../signatures/signer.entity.js';
import { type Obstacle, obstacleTo, reachableStep } from './domain/signing-step.policy.js';
import { type SigningContext } from './domain/signing-context.js';
import { SigningContextQueries } from './signing-context.queries.js';
import { type Visit } from './domain/visit.js';

/** A link that was voided or has done its work is not opened any more. */
const OPENABLE = new Set<Obstacle | null>([null, 'not_your_turn']);

/** The one way to a signer's request: looking changes nothing, acting looks again under lock. */
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
   * Runs `work` on the signer's context, with the request and its signers locked to the end of the transaction.
   * @returns null, and nothing has happened, where an obstacle stands in the way by now: the page will say which
   */
  async act<Result>(
    visit: Visit,
    work: (tx: EntityManager, context: SigningContext) => Promise<Result>,
  ): Promise<Result | null> {
    return this.transactions.run(async (tx) => {
      const context = await this.contexts.lock(tx, visit);
      return obstacleTo(context) === null ? work(tx, context) : null;
    });
  }

  /** Keeps when the link was first opened by a person. */
  async recordOpened(visit: Visit): Promise<void> {
    if (visit.isAutomatic || !isUnopened(await this.look(visit))) return;
    await this.transactions.run(async (tx) => {
      const context = await this.contexts.lock(tx, visit);
      if (!isUnopened(context)) return;
      const { id, organizationId } = context.signer;
      await tx.update(Signer, { id, organizationId }, { openedAt: () => 'app_now()' });
      await this.record(tx, visit, context, 'opened');
    });
  }

  async recordDownloaded(visit: Visit): Promise<void> {
    if (visit.isAutomatic) return;
    const context = await this.look(visit);
    const data = { document: 'presented' };
    await this.transactions.run((tx) => this.record(tx, visit, context, 'downloaded', data));
  }

  /** Keeps that the document was shown to its end: once for whoever has the signer's present address. */
  async recordRead(visit: Visit): Promise<void> {
    if (visit.isAutomatic) return;
    await this.act(visit, async (tx, context) => {
      if (reachableStep(context, 'document') !== 'document') return;
      if (await this.audit.hasRead(tx, context.signer)) return;
      await this.record(tx, visit, context, 'document_read');
    });
  }

  /** An event of the audit trail on what the signer did, and from where. */
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

const isUnopened = (context: SigningContext) =>
  context.signer.openedAt === null && OPENABLE.has(obstacleTo(context));
