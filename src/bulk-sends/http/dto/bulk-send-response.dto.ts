import { type BulkState, type OnInvalid, type RowState } from '../../domain/bulk-send.state.js';

export class RowCountsDto {
  /** All rows of the file. */
  rows: number;
  /** Rows without faults that were not sent yet. */
  valid: number;
  /** Rows with faults. */
  invalid: number;
  /** Rows whose requests were made. */
  created: number;
  /** Rows whose requests could not be made. */
  failed: number;
  /** Rows that were cancelled before they were sent. */
  cancelled: number;
  /** Rows with warnings. */
  warned: number;
}

export class BulkSendDto {
  /** The number of the bulk send, used in its path. */
  id: number;
  /** Shown to members only. */
  name: string;
  /** Of the template from which the requests are made. */
  templateId: number;
  /** Of the template. */
  version: number;
  /** `empty` without rows, `checked` with rows of which every fault is known; then `running`, `paused`, and at the end `finished` or `cancelled`. */
  state: BulkState;
  /** Whether rows with faults keep all others from being sent, or are left out. */
  onInvalid: OnInvalid;
  /** How many rows there are, by state. */
  counts: RowCountsDto;
  /** The code of what paused it; null if a person did, or it is not paused. */
  pausedBecause: string | null;
  /** Requests made within a minute, as measured; null if none was made lately. */
  ratePerMinute: number | null;
  /** Emails of the organization's bulk sends that the mail server has not taken yet. */
  waitingMails: number;
  /** What takes longest: `rows` whose requests are to be made, or `mail` that is to be sent; null if nothing is left. */
  waitsFor: 'rows' | 'mail' | null;
  /** When every request is made and mailed, at the earliest; null if it is not known. */
  expectedEndAt: string | null;
  /** When the bulk send was created. */
  createdAt: string;
  /** When the rows were last uploaded; null without any. */
  uploadedAt: string | null;
  /** When it was started; null before. */
  startedAt: string | null;
  /** When it finished or was cancelled; null before. */
  endedAt: string | null;
}

export class BulkSendListDto {
  items: BulkSendDto[];
  total: number;
  skip: number;
  limit: number;
}

export class RowFaultDto {
  /** What is wrong, for programs. */
  code: string;
  /** Of the file, from 1, in which the row begins. */
  line: number;
  /** As the file calls it; null if the fault is of the whole row. */
  column: string | null;
  /** What is wrong, and what would be right. */
  message: string;
}

export class NumberedRowFaultDto extends RowFaultDto {
  /** The number of the row, from 1. */
  row: number;
}

export class MatchedColumnDto {
  /** As the file calls it. */
  column: string;
  /** What it means; null if it is not read. */
  target: string | null;
}

export class UploadedRowsDto extends BulkSendDto {
  /** `csv`, `tsv`, `ndjson` or `json`. */
  format: string;
  /** In which the file was read. */
  encoding: string;
  /** What separates the columns; null for JSON. */
  delimiter: string | null;
  /** The columns of the file, in its order. */
  columns: MatchedColumnDto[];
  /** Rows without any content, which are not counted. */
  emptyRows: number;
  /** The first faults; those of every row are listed by `GET …/rows`. */
  faults: NumberedRowFaultDto[];
}

export class BulkSendRowDto {
  /** From 1, without the header and without empty rows. */
  number: number;
  /** Of the file, in which the row begins. */
  line: number;
  /** Your own key of the row; null without one. */
  reference: string | null;
  /** `valid` until it is sent, `invalid` with faults; then `created`, `failed` or `cancelled`. */
  state: RowState;
  /** The request that was made; null if there is none. */
  signatureId: number | null;
  /** What keeps the row from being sent. */
  faults: RowFaultDto[];
  /** What you may want to know. */
  warnings: RowFaultDto[];
}

export class BulkSendRowListDto {
  items: BulkSendRowDto[];
  total: number;
  skip: number;
  limit: number;
}
