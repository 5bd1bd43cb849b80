import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Caller } from '../auth/principal.js';
import { AppError } from '../common/errors.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { Transactions } from '../platform/database/transactions.js';
import { JobQueue } from '../platform/jobs/job-queue.js';
import { type BulkKey, getBulkSend } from './bulk-send.queries.js';
import { FORGET_BULK_ROWS_JOB } from './bulk-send-job.kinds.js';
import { BulkUploads, type UploadedRows } from './bulk-uploads.js';
import { fileQuestionGone } from './internal/bulk.errors.js';
import { findFile, keepFile, KEPT_MINUTES } from './internal/bulk-file.queries.js';
import { type Delimiter } from './reading/delimiters.js';
import { type Encoding } from './reading/encodings.js';
import { type TableFormat } from './reading/table-reading.js';
import { type PossibleReading, UnclearTable } from './reading/unclear-table.js';

/** What has to be known before a file can be read. */
export interface FileQuestion {
  fileName: string;
  option: UnclearTable['option'];
  /** Of the file, that is doubtful; null if it is the file as a whole. */
  line: number | null;
  readings: readonly PossibleReading[];
  /** Whether an answer was given that is not right: the file cannot be read like that. */
  isRepeated: boolean;
}

/** A file that a person has chosen. */
export interface ChosenFile {
  name: string;
  bytes: Buffer;
}

/** What is known of a kept file. */
interface KeptFile {
  question: FileQuestion;
  answers: Answers;
}

/** What its sender has said about a file. */
interface Answers {
  mends: boolean;
  encoding: Encoding | null;
  delimiter: Delimiter | null;
}

/** What a file means is asked once it was read. */
const NOTHING_SAID = { columns: {}, decimalMark: null, dateOrder: 'ymd' } as const;
/** Refusals of an answer rather than of the file. */
const WRONG_ANSWERS: ReadonlySet<string | undefined> = new Set([
  ...['encoding_wrong', 'encoding_contradicted', 'delimiter_contradicted'],
]);
/** By the end of the file's name; any other is CSV. */
const FORMATS: Readonly<Record<string, TableFormat>> = {
  ...{ tsv: 'tsv', tab: 'tsv' },
  ...{ json: 'json', ndjson: 'ndjson', jsonl: 'ndjson' },
};
/** Bytes that are read before others may use the processor. */
const PIECE_BYTES = 64 * 1024;

/**
 * Reads files that people choose. One that does not say how it is to be read is kept, encrypted, until its sender has
 * answered, so that it need not be chosen again.
 */
@Injectable()
export class BulkFiles {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly jobs: JobQueue,
    private readonly secretBox: SecretBox,
    private readonly uploads: BulkUploads,
  ) {}

  /**
   * Reads a file and replaces the rows, or keeps it with the question.
   * @param mends - whether it replaces the rows with faults only
   * @returns what was found; null if there is a question
   * @throws AppError as `BulkUploads.begin` and `TableReading`
   */
  receive(
    caller: Caller,
    bulkSendId: number,
    file: ChosenFile,
    mends: boolean,
  ): Promise<UploadedRows | null> {
    return this.read(caller, bulkSendId, file, { encoding: null, delimiter: null, mends }, false);
  }

  /** Null if nothing is asked. @throws AppError 404 */
  async question(key: BulkKey): Promise<FileQuestion | null> {
    const { manager } = this.dataSource;
    await getBulkSend(manager, key);
    const sealed = await findFile(manager, key);
    return sealed && this.open(key, sealed).kept.question;
  }

  /**
   * Reads the kept file as its sender says.
   * @returns and throws as `receive`; AppError 400 `file_gone` if no file is kept any more
   */
  async answer(caller: Caller, bulkSendId: number, value: string): Promise<UploadedRows | null> {
    const key = { organizationId: caller.organizationId, bulkSendId };
    const sealed = await findFile(this.dataSource.manager, key);
    if (!sealed) throw fileQuestionGone();
    const { kept, bytes } = this.open(key, sealed);
    const { option, readings, fileName: name } = kept.question;
    if (!readings.some((each) => each.value === value)) return null;
    const answers = { ...kept.answers, [option]: value };
    try {
      return await this.read(caller, bulkSendId, { name, bytes }, answers, false);
    } catch (error) {
      if (!(error instanceof AppError) || !WRONG_ANSWERS.has(error.code)) throw error;
      return this.read(caller, bulkSendId, { name, bytes }, { ...answers, [option]: null }, true);
    }
  }

  private async read(
    caller: Caller,
    bulkSendId: number,
    file: ChosenFile,
    answers: Answers,
    isRepeated: boolean,
  ): Promise<UploadedRows | null> {
    const { mends, ...table } = { ...answers, format: formatOf(file.name) };
    const upload = mends
      ? await this.uploads.beginMending(caller, bulkSendId, table)
      : await this.uploads.begin(caller, bulkSendId, { ...table, ...NOTHING_SAID }, true);
    try {
      for (let at = 0; at < file.bytes.length; at += PIECE_BYTES)
        await upload.write(file.bytes.subarray(at, at + PIECE_BYTES));
      await upload.end();
    } catch (error) {
      if (!(error instanceof UnclearTable)) throw error;
      const { option, line, readings } = error;
      const question = { fileName: file.name, option, line, readings, isRepeated };
      await this.keep(
        { organizationId: caller.organizationId, bulkSendId },
        { question, answers },
        file.bytes,
      );
      return null;
    }
    return this.uploads.keep(caller, upload);
  }

  private async keep(key: BulkKey, kept: KeptFile, bytes: Buffer): Promise<void> {
    const head = Buffer.from(`${JSON.stringify(kept)}\n`);
    const sealed = this.secretBox.seal(Buffer.concat([head, bytes]), fileContext(key.bulkSendId));
    await this.transactions.run(async (tx) => {
      await getBulkSend(tx, key, { lock: true });
      await keepFile(tx, key, sealed);
      const runAt = { afterSeconds: (KEPT_MINUTES + 1) * 60 };
      await this.jobs.enqueue(tx, { kind: FORGET_BULK_ROWS_JOB, payload: { ...key }, runAt });
    });
  }

  private open({ bulkSendId }: BulkKey, sealed: Buffer): { kept: KeptFile; bytes: Buffer } {
    const plain = this.secretBox.open(sealed, fileContext(bulkSendId));
    const end = plain.indexOf('\n');
    return { kept: JSON.parse(plain.toString('utf8', 0, end)) as KeptFile, bytes: plain.subarray(end + 1) };
  }
}

export const fileContext = (bulkSendId: number) => `bulk-file:${bulkSendId}`;

const formatOf = (name: string): TableFormat =>
  FORMATS[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'csv';
