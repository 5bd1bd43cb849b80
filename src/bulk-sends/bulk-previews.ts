import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type RolePerson } from '../templates/domain/filled-template.js';
import { type RoleAction } from '../templates/domain/template-content.js';
import { TemplateSendings } from '../templates/template-sendings.js';
import { BulkSendRow } from './bulk-send.entity.js';
import { type BulkKey, getBulkSend, placeOfRow, type RowPlace } from './bulk-send.queries.js';
import { readStoredRow } from './domain/read-row.js';
import { bulkRowNotFound } from './internal/bulk.errors.js';
import { SealedRows } from './sealed-rows.js';

/** A row that is to be sent, as its people will get it. */
export interface PreviewedRow {
  number: number;
  line: number;
  reference: string | null;
  place: RowPlace;
  /** In the order of the roles, by the names of these, with what they do. */
  people: (RolePerson & { role: string; action: RoleAction })[];
}

/** Shows rows as they will be sent, before anything is. */
@Injectable()
export class BulkPreviews {
  constructor(
    private readonly dataSource: DataSource,
    private readonly templates: TemplateSendings,
    private readonly sealedRows: SealedRows,
  ) {}

  /** @param number - of the row; null for the first @throws AppError 404 for a row that is not to be sent; as `openFor` */
  async row(key: BulkKey, number: number | null): Promise<PreviewedRow> {
    const { row, open, input } = await this.open(key, number);
    const people = open.content.roles.map(({ key, name: role, action }) => ({
      ...input.roles.get(key)!,
      ...{ role, action },
    }));
    const place = await placeOfRow(this.dataSource.manager, key, row.number);
    return { number: row.number, line: row.line, reference: row.reference, place, people };
  }

  /**
   * The document of a row with its values, as the sealed one will show them.
   * @throws AppError as `row`; as `TemplateSendings.draw`
   */
  async document(key: BulkKey, number: number): Promise<Buffer> {
    const { open, input } = await this.open(key, number);
    return this.templates.draw(open, { ...input, overrides: {} });
  }

  private async open(key: BulkKey, number: number | null) {
    const { organizationId, bulkSendId } = key;
    const { manager } = this.dataSource;
    const bulk = await getBulkSend(manager, key);
    const row = await manager.findOne(BulkSendRow, {
      where: { organizationId, bulkSendId, state: 'valid', ...(number !== null && { number }) },
      order: { number: 'ASC' },
    });
    if (!row?.sealed) throw bulkRowNotFound();
    const { templateId, version } = bulk;
    const open = await this.templates.openFor({ organizationId, templateId }, version);
    const { source } = this.sealedRows.open({ ...row, sealed: row.sealed });
    return { row, open, input: readStoredRow(bulk, open.content, row.line, source).input };
  }
}
