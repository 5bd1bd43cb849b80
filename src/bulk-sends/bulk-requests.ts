import { hash as digest } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Caller } from '../auth/principal.js';
import { AppError } from '../common/errors.js';
import { parseDeadline } from '../common/timestamps.js';
import { newSalt } from '../platform/crypto/tokens.js';
import { Transactions } from '../platform/database/transactions.js';
import {
  type OpenTemplate,
  type TemplateOverrides,
  TemplateSendings,
} from '../templates/template-sendings.js';
import { type BulkDefaults, type BulkSend, BulkSendRow } from './bulk-send.entity.js';
import { type BulkKey, lockValidRows, noteCreated, rowsAfter, staysRunning } from './bulk-send.queries.js';
import { BATCH_ROWS } from './domain/bulk-send.state.js';
import { readStoredRow } from './domain/read-row.js';
import { BulkActions } from './internal/bulk-actions.js';
import { type RowContents, SealedRows, sourceText } from './sealed-rows.js';

/** Integrity and data errors of PostgreSQL (appendix A): the row is wrong, not the database. */
const WRONG_DATA = /^2[23]...$/;

/** A row that is to be sent, with what it contains. */
interface OpenRow {
  row: BulkSendRow & { sealed: Buffer };
  contents: RowContents;
}

/** Makes requests from rows: each whole or not at all, and none twice. */
@Injectable()
export class BulkRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly templates: TemplateSendings,
    private readonly sealedRows: SealedRows,
    private readonly actions: BulkActions,
  ) {}

  /**
   * Makes the requests of the next rows, up to `BATCH_ROWS`, in one transaction; if that fails because of a row, each in
   * its own. A row that fails then is noted as failed.
   * @throws AppError 400 for what keeps every row from being sent, such as `template_archived`; any error of the database
   */
  async makeNext(bulk: BulkSend): Promise<void> {
    const { organizationId, templateId, version } = bulk;
    const key = { organizationId, bulkSendId: bulk.id };
    const rows = await this.openNext(key);
    if (rows.length === 0) return;
    const open = await this.templates.openFor({ organizationId, templateId }, version);
    try {
      await this.make(bulk, open, rows);
    } catch (error) {
      if (codeOfRow(error) === null) throw error;
      for (const row of rows) await this.makeAlone(bulk, open, row);
    }
  }

  private async openNext(key: BulkKey): Promise<OpenRow[]> {
    const states = ['valid'] as const;
    const { manager } = this.dataSource;
    const rows = await rowsAfter(manager, key, { states, after: 0, limit: BATCH_ROWS });
    return rows.flatMap((row) => {
      const { sealed } = row;
      return sealed ? [{ row: { ...row, sealed }, contents: this.sealedRows.open({ ...row, sealed }) }] : [];
    });
  }

  private async makeAlone(bulk: BulkSend, open: OpenTemplate, row: OpenRow): Promise<void> {
    try {
      await this.make(bulk, open, [row]);
    } catch (error) {
      const code = codeOfRow(error);
      if (code === null) throw error;
      const message = error instanceof AppError ? error.message : 'The row could not be stored';
      await this.noteFailed(row, { code, line: row.row.line, message });
    }
  }

  private make(bulk: BulkSend, open: OpenTemplate, rows: readonly OpenRow[]): Promise<void> {
    const key = { organizationId: bulk.organizationId, bulkSendId: bulk.id };
    const caller: Caller = { organizationId: bulk.organizationId, ...bulk.startedBy! };
    const overrides = overridesOf(bulk.defaults);
    const { readOnly } = bulk.defaults;
    return this.transactions.run(async (tx) => {
      const usual = await this.templates.begin(tx, open);
      if (!(await staysRunning(tx, key))) return;
      const due = new Set(
        await lockValidRows(
          tx,
          key,
          rows.map(({ row }) => row.number),
        ),
      );
      const made = new Map<number, number>();
      for (const { row, contents } of rows) {
        if (!due.has(row.number)) continue;
        const { input } = readStoredRow(bulk, open.content, row.line, contents.source);
        const given = { ...input, readOnly, overrides };
        const origin = originOf(bulk.id, row.number, contents);
        const { signature } = await this.templates.sendOneOfMany(tx, caller, open, given, { usual, origin });
        made.set(row.number, signature.id);
      }
      await noteCreated(tx, key, made);
      this.actions.mark(tx, key);
    });
  }

  private noteFailed({ row, contents }: OpenRow, fault: RowContents['faults'][number]): Promise<void> {
    const { organizationId, bulkSendId, number } = row;
    const sealed = this.sealedRows.seal(row, { ...contents, faults: [fault] });
    return this.transactions.run(async (tx) => {
      const due = { organizationId, bulkSendId, number, state: 'valid' as const };
      await tx.update(BulkSendRow, due, { state: 'failed', sealed });
    });
  }
}

/** What the audit trail says of the row: anyone who has the row and the salt can prove that the request came from it. */
function originOf(id: number, row: number, { source }: RowContents): Record<string, unknown> {
  const salt = newSalt();
  const rowSha256 = digest('sha256', `${salt}\n${sourceText(source)}`);
  return { bulk: { id, row, rowSha256 }, salt };
}

function overridesOf({ expiresDate, ...defaults }: BulkDefaults): TemplateOverrides {
  const { subject, messageContent, senderName, ccOnComplete, requireVerification, categoryId } = defaults;
  return {
    ...{ subject, messageContent, senderName, ccOnComplete, requireVerification, categoryId },
    expiresDate: expiresDate === undefined ? undefined : (parseDeadline(expiresDate) ?? undefined),
  };
}

/** Refusals that would meet every row alike. */
const OF_ALL: ReadonlySet<string> = new Set([
  ...['processes_outdated', 'template_archived', 'template_not_published', 'template_version_unknown'],
  // A deadline that is over.
  'validation_failed',
]);

/** The code of what is wrong with a row; null for an error that says nothing about it. */
function codeOfRow(error: unknown): string | null {
  if (error instanceof AppError)
    return error.statusCode === 400 && !OF_ALL.has(error.code ?? '') ? (error.code ?? 'row_refused') : null;
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && WRONG_DATA.test(code) ? 'row_not_stored' : null;
}
