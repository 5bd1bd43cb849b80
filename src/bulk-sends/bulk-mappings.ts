import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type FormField } from '../forms/form-definition.js';
import { TemplateVersions } from '../templates/template-versions.js';
import { type BulkSend } from './bulk-send.entity.js';
import { type BulkKey, getBulkSend, sealedRowsAfter } from './bulk-send.queries.js';
import { type ColumnMeaning, type MatchedColumn, meaningsOf, missingColumns } from './domain/bulk-columns.js';
import { SealedRows } from './sealed-rows.js';

/** Rows from which a column's cells are shown. */
const SAMPLED_ROWS = 3;

/** What a column of a file can mean. */
export interface ColumnTarget {
  target: string;
  /** The name of the role; null for a reference or a value. */
  role: string | null;
  part: 'reference' | 'value' | Extract<ColumnMeaning, { kind: 'person' }>['part'];
  /** Of a value; null for others. */
  field: FormField | null;
}

/** The columns of a file, with what they mean and could mean. */
export interface ColumnMapping {
  bulk: BulkSend;
  /** With the first cells of each, as the file has them. */
  columns: (MatchedColumn & { samples: unknown[] })[];
  targets: ColumnTarget[];
  /** Targets that the template needs, and to which no column belongs. */
  missing: ColumnTarget[];
}

/** Shows what the columns of files mean. */
@Injectable()
export class BulkMappings {
  constructor(
    private readonly dataSource: DataSource,
    private readonly versions: TemplateVersions,
    private readonly sealedRows: SealedRows,
  ) {}

  /** Without columns if no file was uploaded. @throws AppError 404 */
  async of(key: BulkKey): Promise<ColumnMapping> {
    const { organizationId, bulkSendId } = key;
    const { manager } = this.dataSource;
    const bulk = await getBulkSend(manager, key);
    const { content } = await this.versions.get(
      { organizationId, templateId: bulk.templateId },
      bulk.version,
    );
    const names = new Map(content.roles.map(({ key: role, name }) => [role, name]));
    const targets = [...meaningsOf(content)].map(([target, meaning]) => toTarget(target, meaning, names));
    const columns = bulk.file?.columns ?? [];
    const missing = new Set(missingColumns(columns, content));
    const rows = await sealedRowsAfter(manager, key, { after: 0, limit: SAMPLED_ROWS });
    const sources = rows.map((row) => this.sealedRows.open({ ...row, bulkSendId }).source);
    return {
      bulk,
      columns: columns.map((each) => ({ ...each, samples: sources.map((source) => source[each.column]) })),
      targets,
      missing: bulk.file ? targets.filter(({ target }) => missing.has(target)) : [],
    };
  }
}

function toTarget(target: string, meaning: ColumnMeaning, names: ReadonlyMap<string, string>): ColumnTarget {
  if (meaning.kind === 'reference') return { target, role: null, part: 'reference', field: null };
  if (meaning.kind === 'value') return { target, role: null, part: 'value', field: meaning.field };
  return { target, role: names.get(meaning.role)!, part: meaning.part, field: null };
}
