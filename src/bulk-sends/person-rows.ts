import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Mentions } from '../common/mentions.js';
import { type PersonKey } from '../common/person-key.js';
import { type ZipEntry } from '../common/zip-stream.js';
import { removeFilesOf } from './internal/bulk-file.queries.js';
import { emptyRow, keptRows } from './internal/kept-rows.queries.js';
import { type RowContents, SealedRows } from './sealed-rows.js';

const AT_ONCE = 500;

interface NamingRow {
  bulkSendId: number;
  number: number;
  contents: RowContents;
  uploadedAt: Date;
}

/** The rows that name a person and were not sent. What was sent is in its request. */
@Injectable()
export class PersonRows {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealedRows: SealedRows,
  ) {}

  async count(key: PersonKey): Promise<number> {
    const numbers: number[] = [];
    for await (const { number } of this.naming(key)) numbers.push(number);
    return numbers.length;
  }

  async *entries(key: PersonKey): AsyncGenerator<ZipEntry> {
    for await (const { bulkSendId, number, contents, uploadedAt: changedAt } of this.naming(key)) {
      const bytes = Buffer.from(`${JSON.stringify(contents.source, null, 2)}\n`);
      yield { name: `bulk-sends/${bulkSendId}-${number}.json`, bytes, changedAt };
    }
  }

  /** Removes what the rows hold; those that were to be sent no longer are. @returns how many there were */
  async erase(key: PersonKey): Promise<number> {
    await removeFilesOf(this.dataSource.manager, key.organizationId);
    let count = 0;
    for await (const row of this.naming(key))
      if (await emptyRow(this.dataSource.manager, { ...row, organizationId: key.organizationId })) count++;
    return count;
  }

  /** Whom a row names is only known by opening it. */
  private async *naming({ organizationId, email }: PersonKey): AsyncGenerator<NamingRow> {
    const mentions = new Mentions([email]);
    let after = { bulkSendId: 0, number: 0 };
    for (;;) {
      const rows = await keptRows(this.dataSource.manager, organizationId, after, AT_ONCE);
      for (const { reference, sealed, ...row } of rows) {
        const contents = this.sealedRows.open({ ...row, sealed });
        if (mentions.isIn([contents, reference])) yield { ...row, contents };
      }
      if (rows.length < AT_ONCE) return;
      after = rows.at(-1)!;
    }
  }
}
