import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type OpeningAct } from '../audit-chain/signer-proofs.js';
import { Transactions } from '../platform/database/transactions.js';
import { keepRecipientLocale } from '../signatures/recipients/recipient.queries.js';
import { SignatureAudit, type SignatureAuditType } from '../signatures/signature-audit.js';
import { type ReaderContext } from './domain/reader-context.js';
import { readerObstacleTo } from './domain/reader-step.policy.js';
import { localeToKeep } from './domain/signer-language.js';
import { type Visit } from './domain/visit.js';
import { ReaderContextQueries } from './reader-context.queries.js';
import { visitFacts } from './signing-access.js';

/** Fetches and downloads of a file recorded per link, since anyone with the link can repeat them endlessly. */
const MAX_REPEATABLE = 20;

/** The only access to a request for those who do not sign: `find` changes nothing, `act` reads again under lock. */
@Injectable()
export class ReaderAccess {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly contexts: ReaderContextQueries,
    private readonly audit: SignatureAudit,
  ) {}

  /** @throws AppError 404 for a token that was never issued */
  find({ token }: Visit): Promise<ReaderContext> {
    return this.contexts.read(this.dataSource.manager, token);
  }

  /**
   * Runs `work` with the request and everyone in it locked until the end of the transaction.
   * @returns null without running it if an obstacle has since come up; the next page explains it
   */
  async act<Result>(
    { token }: Visit,
    work: (tx: EntityManager, context: ReaderContext) => Promise<Result>,
  ): Promise<Result | null> {
    return this.transactions.run(async (tx) => {
      const context = await this.contexts.lock(tx, token);
      return readerObstacleTo(context) === null ? work(tx, context) : null;
    });
  }

  /** Stores the language chosen by the reader. The holder of a void link is no longer the reader. */
  async chooseLocale({ token }: Visit, locale: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const { recipient, linkVoidReason } = await this.contexts.lock(tx, token);
      if (linkVoidReason === null) await keepRecipientLocale(tx, recipient, locale);
    });
  }

  /** Records an act of the reader in the audit trail. */
  async record(
    tx: EntityManager,
    { recipient }: ReaderContext,
    type: SignatureAuditType,
    data: Record<string, unknown>,
  ): Promise<void> {
    const { organizationId, signatureId, id: recipientId } = recipient;
    await this.audit.record(tx, { organizationId, signatureId, recipientId, type, data });
  }

  /** Records a person's first act at the link, and stores the language they read it in. */
  async recordOpened(visit: Visit, act: OpeningAct): Promise<void> {
    if (visit.isAutomatic || (await this.find(visit)).isOpened) return;
    await this.transactions.run(async (tx) => {
      const context = await this.contexts.lock(tx, visit.token);
      const { recipient, seen, isOpened } = context;
      const obstacle = readerObstacleTo(context);
      if (isOpened || (obstacle !== null && obstacle !== 'not_your_turn')) return;
      const locale = localeToKeep(visit, seen);
      if (locale !== null) await keepRecipientLocale(tx, recipient, locale);
      await this.record(tx, context, 'opened', { ...visitFacts(visit), act });
    });
  }

  /** Records that the link was fetched, by the reader's browser or by a program: they cannot be distinguished. */
  async recordFetched(visit: Visit): Promise<void> {
    if (visit.isSpeculative) return;
    const { ip, userAgent } = visit;
    await this.recordOnce(visit, 'link_fetched', { ip, userAgent });
  }

  /** @param n - number of the document, from 1 */
  async recordDownloaded(visit: Visit, n: number): Promise<void> {
    if (visit.isAutomatic) return;
    const document = { document: 'signed', ...(n > 1 && { n }) };
    await this.recordOnce(visit, 'downloaded', { ...visitFacts(visit), ...document });
  }

  /** Once per address and user agent, at most MAX_REPEATABLE times. */
  private async recordOnce(
    visit: Visit,
    type: 'link_fetched' | 'downloaded',
    data: Record<string, unknown>,
  ): Promise<void> {
    const { manager } = this.dataSource;
    const isKept = async (on: EntityManager, { recipient }: ReaderContext) => {
      const all = await this.audit.ofRecipient(on, recipient, type);
      const known = all.filter((each) => each.data.n === data.n);
      const isSame = (each: { data: Record<string, unknown> }) =>
        ['ip', 'userAgent'].every((name) => each.data[name] === data[name]);
      return known.length >= MAX_REPEATABLE || known.some(isSame);
    };
    const seen = await this.find(visit);
    if (seen.linkVoidReason !== null || (await isKept(manager, seen))) return;
    await this.transactions.run(async (tx) => {
      const context = await this.contexts.lock(tx, visit.token);
      if (context.linkVoidReason !== null || (await isKept(tx, context))) return;
      await this.record(tx, context, type, data);
    });
  }
}
