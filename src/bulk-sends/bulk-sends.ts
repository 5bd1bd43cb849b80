import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller } from '../auth/principal.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Transactions } from '../platform/database/transactions.js';
import { MailBacklog } from '../platform/mail/mail-backlog.js';
import { TemplateSendings } from '../templates/template-sendings.js';
import { type BulkDefaults, BulkSend, type BulkSendRow } from './bulk-send.entity.js';
import {
  type BulkKey,
  countRowsOf,
  createdLately,
  getBulkSend,
  listBulkSends,
  listRows,
  type RowFilter,
} from './bulk-send.queries.js';
import { type BulkPace, paceOf } from './domain/bulk-pace.js';
import { type OnInvalid, type RowCounts } from './domain/bulk-send.state.js';
import { type RowFault } from './domain/row-fault.js';
import { BulkActions } from './internal/bulk-actions.js';
import { SealedRows } from './sealed-rows.js';

/** A bulk send with the numbers of its rows. */
export interface BulkView {
  bulk: BulkSend;
  counts: RowCounts;
  pace: BulkPace;
}

export interface NewBulkSend {
  name: string;
  templateId: number;
  /** Null for the latest. */
  version: number | null;
  onInvalid: OnInvalid;
  defaults: BulkDefaults;
}

/** A row without its values. */
export interface ShownRow extends Pick<
  BulkSendRow,
  'number' | 'line' | 'reference' | 'state' | 'signatureId'
> {
  faults: RowFault[];
  warnings: RowFault[];
}

interface Page {
  skip: number;
  limit: number;
}

/** Requests sent from the rows of a file: what there is of them. */
@Injectable()
export class BulkSends {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly templates: TemplateSendings,
    private readonly sealedRows: SealedRows,
    private readonly actions: BulkActions,
    private readonly backlog: MailBacklog,
  ) {}

  /**
   * The version is decided now, so that what was checked is what is sent.
   * @throws AppError 400 `template_not_published`, `template_version_unknown`, `template_archived`, `value_unknown`; 404
   */
  async create(caller: Caller, given: NewBulkSend): Promise<BulkView> {
    const { organizationId, userId: createdByUserId } = caller;
    const { name, templateId, onInvalid, defaults } = given;
    const open = await this.templates.openFor({ organizationId, templateId }, given.version);
    this.templates.assertReadOnly(open, defaults.readOnly);
    return this.transactions.run(async (tx) => {
      const { identifiers } = await tx.insert(BulkSend, {
        ...{ organizationId, name, templateId, onInvalid, defaults, createdByUserId },
        version: open.version.number,
      });
      const bulkSendId = identifiers[0]!.id as number;
      await this.actions.record(tx, caller, 'bulk_send_made', bulkSendId, { templateId });
      return this.view(tx, { organizationId, bulkSendId });
    });
  }

  /** @throws AppError 404 */
  get(key: BulkKey): Promise<BulkView> {
    return this.view(this.dataSource.manager, key);
  }

  /** @throws AppError 404 */
  async view(manager: EntityManager, key: BulkKey): Promise<BulkView> {
    const bulk = await getBulkSend(manager, key);
    return (await this.viewsOf(manager, key.organizationId, [bulk]))[0]!;
  }

  /** The latest first. */
  async list(organizationId: number, page: Page): Promise<{ views: BulkView[]; total: number }> {
    const { manager } = this.dataSource;
    const { rows, total } = await listBulkSends(manager, organizationId, page);
    return { views: await this.viewsOf(manager, organizationId, rows), total };
  }

  private async viewsOf(
    manager: EntityManager,
    organizationId: number,
    all: readonly BulkSend[],
  ): Promise<BulkView[]> {
    const idsOf = (some: readonly BulkSend[]) => some.map(({ id }) => id);
    const counts = await countRowsOf(manager, organizationId, idsOf(all));
    const running = all.filter(({ state }) => state === 'running');
    const lately = await createdLately(manager, organizationId, idsOf(running));
    const mails = await this.backlog.ofBulk(manager, organizationId);
    const now = await databaseTime(manager);
    return all.map((bulk, index) => {
      const recently = { created: lately.get(bulk.id) ?? 0, now };
      return { bulk, counts: counts[index]!, pace: paceOf(bulk, counts[index]!, recently, mails) };
    });
  }

  /** Rows in their order, without their values. @throws AppError 404 */
  async rows(
    key: BulkKey,
    { state, warned, ...page }: Page & RowFilter,
  ): Promise<{ rows: ShownRow[]; total: number }> {
    const { manager } = this.dataSource;
    await getBulkSend(manager, key);
    const { rows, total } = await listRows(manager, key, { state, warned }, page);
    return { rows: rows.map((row) => this.shown(row)), total };
  }

  private shown({ number, line, reference, state, signatureId, sealed, bulkSendId }: BulkSendRow): ShownRow {
    const { faults, warnings } = sealed
      ? this.sealedRows.open({ bulkSendId, number, sealed })
      : { faults: [], warnings: [] };
    return { number, line, reference, state, signatureId, faults, warnings };
  }
}
