import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type OpeningAct } from '../audit-chain/signer-proofs.js';
import { Transactions } from '../platform/database/transactions.js';
import { SignatureAudit, type SignerOfRequest } from '../signatures/signature-audit.js';
import { getSignerLink } from '../signatures/signers/signer.queries.js';
import { keepSignerLocale } from '../signatures/signers/signer-locale.queries.js';
import { localeToKeep } from './domain/signer-language.js';
import { type SigningContext } from './domain/signing-context.js';
import { isToOpen, isYetToOpen, reachableStep } from './domain/signing-step.policy.js';
import { type Visit } from './domain/visit.js';
import { SigningAccess, visitFacts } from './signing-access.js';
import { SigningContextQueries } from './signing-context.queries.js';

/** Fetches and downloads of a file recorded per link, since anyone with the link can repeat them endlessly. */
const MAX_REPEATABLE = 20;

/** A request that changes nothing, for the audit trail. */
interface Repeatable {
  type: 'link_fetched' | 'downloaded';
  data: Record<string, unknown>;
  /** Whether it is still worth recording. */
  isWanted: (context: SigningContext) => boolean;
}

/** Records visits in the audit trail, apart from the effects of forms. */
@Injectable()
export class VisitRecords {
  constructor(
    private readonly access: SigningAccess,
    private readonly contexts: SigningContextQueries,
    private readonly audit: SignatureAudit,
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Records that the link was fetched, by the signer's browser or by a program: they cannot be distinguished. */
  async recordFetched(visit: Visit): Promise<void> {
    const { ip, userAgent, isSpeculative } = visit;
    if (isSpeculative) return;
    await this.recordOnce(visit, { type: 'link_fetched', data: { ip, userAgent }, isWanted: isToOpen });
  }

  /** @param n - number of the document, from 1 */
  async recordDownloaded(visit: Visit, document: 'presented' | 'signed', n: number): Promise<void> {
    if (visit.isAutomatic) return;
    const data = { ...visitFacts(visit), document, ...(n > 1 && { n }) };
    await this.recordOnce(visit, { type: 'downloaded', data, isWanted: () => true });
  }

  /** Records a person's first act at the link, and stores the language they read it in. */
  async recordOpened(visit: Visit, act: OpeningAct): Promise<void> {
    const { manager } = this.dataSource;
    if (visit.isAutomatic || (await this.audit.hasOpened(manager, await signerOf(manager, visit)))) return;
    await this.transactions.run(async (tx) => {
      await this.open(tx, visit, await this.contexts.lock(tx, visit), act);
    });
  }

  /**
   * Records that a document was shown to its end, once per address of the signer.
   * @param n - its number, from 1
   * @param act - the person's act on that page, since a program that runs its scripts also reaches the end
   */
  async recordRead(visit: Visit, n: number, act: OpeningAct): Promise<void> {
    if (visit.isAutomatic) return;
    await this.access.act(visit, async (tx, context) => {
      if (reachableStep(context, 'document') !== 'document') return;
      const { documents, signer } = context;
      const isOnly = documents.length === 1;
      if (!documents.some((document) => document.n === n)) return;
      const known = await this.audit.sinceAddress(tx, signer, 'document_read');
      if (known.some(({ data }) => isOnly || data.n === n)) return;
      await this.open(tx, visit, context, act);
      await this.access.record(tx, visit, context, 'document_read', isOnly ? {} : { n });
    });
  }

  private async open(
    tx: EntityManager,
    visit: Visit,
    context: SigningContext,
    act: OpeningAct,
  ): Promise<void> {
    if (!isYetToOpen(context)) return;
    const locale = localeToKeep(visit, context);
    if (locale !== null) await keepSignerLocale(tx, context.signer, locale);
    await this.access.record(tx, visit, context, 'opened', { act });
  }

  /** Once per address and user agent, at most MAX_REPEATABLE times. */
  private async recordOnce(visit: Visit, { type, data, isWanted }: Repeatable): Promise<void> {
    const isKept = async (manager: EntityManager, signer: SignerOfRequest) => {
      const all = await this.audit.sinceAddress(manager, signer, type);
      const events = all.filter((event) => ['document', 'n'].every((key) => event.data[key] === data[key]));
      return events.length >= MAX_REPEATABLE || events.some((event) => isSame(event.data, data));
    };
    const { manager } = this.dataSource;
    if (await isKept(manager, await signerOf(manager, visit))) return;
    await this.transactions.run(async (tx) => {
      const context = await this.contexts.lock(tx, visit);
      const { organizationId, signatureId, id: signerId } = context.signer;
      if (!isWanted(context) || (await isKept(tx, context.signer))) return;
      await this.audit.record(tx, { organizationId, signatureId, signerId, type, data });
    });
  }
}

/** @throws AppError 404 for a token that was never issued */
async function signerOf(manager: EntityManager, { token }: Visit): Promise<SignerOfRequest> {
  const { organizationId, signatureId, signerId: id } = await getSignerLink(manager, token);
  return { organizationId, signatureId, id };
}

/** Distinguishes requests; a change of language alone does not. */
const TELLING = ['ip', 'userAgent', 'document', 'n'];
const isSame = (known: Record<string, unknown>, data: Record<string, unknown>) =>
  TELLING.every((name) => known[name] === data[name]);
