import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Transactions } from '../platform/database/transactions.js';
import { SignatureAudit, type SignatureAuditType } from '../signatures/signature-audit.service.js';
import { Signer } from '../signatures/signer.entity.js';
import { type Obstacle, obstacleTo, reachableStep } from './domain/signing-step.policy.js';
import { type Standing } from './domain/signing-context.js';
import { StandingQueries } from './signing-context.queries.js';
import { type Visit } from './pages/visit.decorator.js';

/** A link that was voided or has done its work is not opened any more. */
const OPENABLE = new Set<Obstacle | null>([null, 'not_your_turn']);

/** The one way to a signer's request: looking changes nothing, acting looks again under lock. */
@Injectable()
export class SigningAccess {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly standings: StandingQueries,
    private readonly audit: SignatureAudit,
  ) {}

  /** @throws AppError 404 for a token that was never issued */
  look(visit: Visit): Promise<Standing> {
    return this.standings.read(this.dataSource.manager, visit);
  }

  /**
   * Runs `work` on the signer's standing, with the request and its signers locked to the end of the transaction.
   * @returns null, and nothing has happened, where an obstacle stands in the way by now: the page will say which
   */
  async act<Result>(
    visit: Visit,
    work: (tx: EntityManager, standing: Standing) => Promise<Result>,
  ): Promise<Result | null> {
    return this.transactions.run(async (tx) => {
      const standing = await this.standings.lock(tx, visit);
      return obstacleTo(standing) === null ? work(tx, standing) : null;
    });
  }

  /** Keeps when the link was first opened by a person. */
  async recordOpened(visit: Visit): Promise<void> {
    if (visit.isAutomatic || !isUnopened(await this.look(visit))) return;
    await this.transactions.run(async (tx) => {
      const standing = await this.standings.lock(tx, visit);
      if (!isUnopened(standing)) return;
      const { id, organizationId } = standing.signer;
      await tx.update(Signer, { id, organizationId }, { openedAt: () => 'app_now()' });
      await this.record(tx, visit, standing, 'opened');
    });
  }

  async recordDownloaded(visit: Visit): Promise<void> {
    if (visit.isAutomatic) return;
    const standing = await this.look(visit);
    const data = { document: 'presented' };
    await this.transactions.run((tx) => this.record(tx, visit, standing, 'downloaded', data));
  }

  /** Keeps that the document was shown to its end: once for whoever has the signer's present address. */
  async recordRead(visit: Visit): Promise<void> {
    if (visit.isAutomatic) return;
    await this.act(visit, async (tx, standing) => {
      if (reachableStep(standing, 'document') !== 'document') return;
      if (await this.audit.hasRead(tx, standing.signer)) return;
      await this.record(tx, visit, standing, 'document_read');
    });
  }

  /** An event of the audit trail on what the signer did, and from where. */
  async record(
    tx: EntityManager,
    visit: Visit,
    { signature, signer }: Standing,
    type: SignatureAuditType,
    data: Record<string, unknown> = {},
  ): Promise<void> {
    const { ip, userAgent, language, timeZone } = visit;
    await this.audit.record(tx, {
      organizationId: signature.organizationId,
      signatureId: signature.id,
      signerId: signer.id,
      type,
      data: { ip, userAgent, language, timeZone, ...data },
    });
  }
}

const isUnopened = (standing: Standing) =>
  standing.signer.openedAt === null && OPENABLE.has(obstacleTo(standing));
