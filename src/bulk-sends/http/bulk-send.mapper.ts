import { isoOrNull } from '../../common/timestamps.js';
import { type BulkView, type ShownRow } from '../bulk-sends.js';
import { type UploadedRows } from '../bulk-uploads.js';
import { type RowFault } from '../domain/row-fault.js';
import {
  type BulkSendDto,
  type BulkSendRowDto,
  type RowFaultDto,
  type UploadedRowsDto,
} from './dto/bulk-send-response.dto.js';

export function toBulkSend({ bulk, counts, pace }: BulkView): BulkSendDto {
  return {
    id: bulk.id,
    name: bulk.name,
    templateId: bulk.templateId,
    version: bulk.version,
    state: bulk.state,
    onInvalid: bulk.onInvalid,
    counts: {
      rows: counts.rows,
      valid: counts.valid,
      invalid: counts.invalid,
      created: counts.created,
      failed: counts.failed,
      cancelled: counts.cancelled,
      warned: counts.warned,
    },
    pausedBecause: bulk.pausedBecause,
    ratePerMinute: pace.ratePerMinute,
    waitingMails: pace.waitingMails,
    waitsFor: pace.waitsFor,
    expectedEndAt: isoOrNull(pace.expectedEndAt),
    createdAt: bulk.createdAt.toISOString(),
    uploadedAt: isoOrNull(bulk.uploadedAt),
    startedAt: isoOrNull(bulk.startedAt),
    endedAt: isoOrNull(bulk.endedAt),
  };
}

const toFault = ({ code, line, column, message }: RowFault): RowFaultDto => ({
  ...{ code, line, message },
  column: column ?? null,
});

export function toUploadedRows({ view, columns, emptyRows, faults }: UploadedRows): UploadedRowsDto {
  const { format, encoding, delimiter } = view.bulk.file!;
  return {
    ...toBulkSend(view),
    ...{ format, encoding, delimiter, emptyRows },
    columns: columns.map(({ column, target }) => ({ column, target })),
    faults: faults.map(({ row, ...fault }) => ({ row, ...toFault(fault) })),
  };
}

export const toRow = (row: ShownRow): BulkSendRowDto => ({
  number: row.number,
  line: row.line,
  reference: row.reference,
  state: row.state,
  signatureId: row.signatureId,
  faults: row.faults.map(toFault),
  warnings: row.warnings.map(toFault),
});
