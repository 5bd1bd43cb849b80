import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Caller } from '../auth/principal.js';
import { CSV_START, csvLine } from '../common/csv.js';
import { type FormField } from '../forms/form-definition.js';
import { requestStates } from '../signatures/live-request.queries.js';
import { TemplateSendings } from '../templates/template-sendings.js';
import { type BulkSend, type BulkSendRow } from './bulk-send.entity.js';
import { type BulkKey, getBulkSend, rowsAfter } from './bulk-send.queries.js';
import { FAULT_COLUMNS, isOfSender, meaningsOf } from './domain/bulk-columns.js';
import { ROW_STATES, type RowState } from './domain/bulk-send.state.js';
import { OPTION_SEPARATOR } from './domain/cells.js';
import { BulkActions } from './internal/bulk-actions.js';
import { type RowContents, SealedRows } from './sealed-rows.js';

const ROWS_AT_ONCE = 500;
const FAULTY = ['invalid', 'failed'] as const;
const RESULT_COLUMNS = ['row', 'file_line', 'reference', 'state', 'request', 'request_state', 'error'];

/** Writes bulk sends as CSV, some rows at a time. */
@Injectable()
export class BulkReports {
  constructor(
    private readonly dataSource: DataSource,
    private readonly templates: TemplateSendings,
    private readonly sealedRows: SealedRows,
    private readonly actions: BulkActions,
  ) {}

  /**
   * The rows with faults as they were given, each with its line and what is wrong: to be corrected and uploaded again.
   * @param member - who takes it at the dashboard, which is recorded
   * @throws AppError 404
   */
  async errors(key: BulkKey, member?: Caller): Promise<AsyncGenerator<string>> {
    const bulk = await getBulkSend(this.dataSource.manager, key);
    if (member) await this.actions.recordReport(member, key.bulkSendId, 'errors');
    return this.errorLines(key, bulk);
  }

  /** What became of each row. @param member - as for `errors` @throws AppError 404 */
  async results(key: BulkKey, member?: Caller): Promise<AsyncGenerator<string>> {
    await getBulkSend(this.dataSource.manager, key);
    if (member) await this.actions.recordReport(member, key.bulkSendId, 'results');
    return this.resultLines(key);
  }

  /**
   * A file with every column that the template takes, and one row as an example.
   * @throws AppError 400 `template_not_published`, `template_version_unknown`, `template_archived`; 404
   */
  async example(organizationId: number, templateId: number, version: number | null): Promise<string> {
    const { content } = await this.templates.openFor({ organizationId, templateId }, version);
    const meanings = [...meaningsOf(content)];
    const cells = meanings.map(([, meaning]) => {
      if (meaning.kind === 'reference') return 'A-1';
      if (meaning.kind === 'value') return exampleOf(meaning.field);
      if (meaning.part === 'email') return `${meaning.role}@example.com`;
      return meaning.part === 'name' ? 'Ada Example' : 'en';
    });
    return CSV_START + csvLine(meanings.map(([target]) => target)) + csvLine(cells);
  }

  private async *errorLines(key: BulkKey, { file }: BulkSend): AsyncGenerator<string> {
    const columns = (file?.columns ?? []).map(({ column }) => column).filter(isOfSender);
    yield CSV_START + csvLine([...columns, ...FAULT_COLUMNS]);
    for await (const rows of this.batches(key, FAULTY))
      yield rows
        .map((row) => {
          const { source, faults } = this.contentsOf(row);
          const problems = faults.map(({ message }) => message).join('; ');
          return csvLine([...columns.map((column) => cellOf(source[column])), row.line, problems]);
        })
        .join('');
  }

  private async *resultLines(key: BulkKey): AsyncGenerator<string> {
    const { organizationId } = key;
    yield CSV_START + csvLine(RESULT_COLUMNS);
    for await (const rows of this.batches(key, ROW_STATES)) {
      const ids = rows.flatMap(({ signatureId }) => signatureId ?? []);
      const states = await requestStates(this.dataSource.manager, organizationId, ids);
      yield rows
        .map((row) => {
          const { number, line, reference, state, signatureId } = row;
          const codes = this.contentsOf(row).faults.map(({ code }) => code);
          const requestState = signatureId === null ? null : (states.get(signatureId) ?? null);
          return csvLine([number, line, reference, state, signatureId, requestState, codes.join(' ')]);
        })
        .join('');
    }
  }

  private async *batches(key: BulkKey, states: readonly RowState[]): AsyncGenerator<BulkSendRow[]> {
    let after = 0;
    for (;;) {
      const rows = await rowsAfter(this.dataSource.manager, key, { states, after, limit: ROWS_AT_ONCE });
      if (rows.length === 0) return;
      yield rows;
      after = rows.at(-1)!.number;
    }
  }

  private contentsOf({ bulkSendId, number, sealed }: BulkSendRow): RowContents {
    return sealed
      ? this.sealedRows.open({ bulkSendId, number, sealed })
      : { source: {}, faults: [], warnings: [] };
  }
}

/** A value as a cell that is read as the same value. */
function cellOf(value: unknown): string | null {
  if (Array.isArray(value)) return value.join(OPTION_SEPARATOR);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : null;
}

/** The field's own value, or one that it takes. */
function exampleOf(field: FormField): string | null {
  if ('value' in field && field.value !== undefined) return cellOf(field.value);
  if (field.kind === 'checkbox') return 'true';
  return 'options' in field ? (field.options[0]?.value ?? null) : null;
}
