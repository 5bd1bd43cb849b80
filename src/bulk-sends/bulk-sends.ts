import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller } from '../auth/principal.js';
import { Transactions } from '../platform/database/transactions.js';
import { TemplateSendings } from '../templates/template-sendings.js';
import { type BulkDefaults, BulkSend, type BulkSendRow } from './bulk-send.entity.js';
import {
  type BulkKey,
  countRows,
  countRowsOf,
  getBulkSend,
  listBulkSends,
  listRows,
} from './bulk-send.queries.js';
import { type OnInvalid, type RowCounts, type RowState } from './domain/bulk-send.state.js';
import { type RowFault } from './domain/row-fault.js';
import { SealedRows } from './sealed-rows.js';

/** A bulk send with the numbers of its rows. */
export interface BulkView {
  bulk: BulkSend;
  counts: RowCounts;
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
      return this.view(tx, { organizationId, bulkSendId: identifiers[0]!.id as number });
    });
  }

  /** @throws AppError 404 */
  get(key: BulkKey): Promise<BulkView> {
    return this.view(this.dataSource.manager, key);
  }

  /** @throws AppError 404 */
  async view(manager: EntityManager, key: BulkKey): Promise<BulkView> {
    return { bulk: await getBulkSend(manager, key), counts: await countRows(manager, key) };
  }

  /** The latest first. */
  async list(organizationId: number, page: Page): Promise<{ views: BulkView[]; total: number }> {
    const { manager } = this.dataSource;
    const { rows, total } = await listBulkSends(manager, organizationId, page);
    const counts = await countRowsOf(
      manager,
      organizationId,
      rows.map(({ id }) => id),
    );
    const views = rows.map((bulk, index) => ({ bulk, counts: counts[index]! }));
    return { views, total };
  }

  /** Rows in their order, without their values. @throws AppError 404 */
  async rows(
    key: BulkKey,
    { state, ...page }: Page & { state?: RowState },
  ): Promise<{ rows: ShownRow[]; total: number }> {
    const { manager } = this.dataSource;
    await getBulkSend(manager, key);
    const { rows, total } = await listRows(manager, key, state, page);
    return { rows: rows.map((row) => this.shown(row)), total };
  }

  private shown({ number, line, reference, state, signatureId, sealed, bulkSendId }: BulkSendRow): ShownRow {
    const { faults, warnings } = sealed
      ? this.sealedRows.open({ bulkSendId, number, sealed })
      : { faults: [], warnings: [] };
    return { number, line, reference, state, signatureId, faults, warnings };
  }
}
