import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../platform/config/settings.js';
import { MailBacklog } from '../platform/mail/mail-backlog.js';
import { type BulkKey, countRows, getBulkSend } from './bulk-send.queries.js';
import { mailsPerRow } from './domain/bulk-pace.js';
import { REPEATED_HOURS } from './domain/bulk-send.state.js';
import { latestRate, startedRows, startedWithSameRows } from './internal/bulk-starts.queries.js';

/** What starting a bulk send would mean. */
export interface Forecast {
  /** Rows that would be sent, and those that would be left out. */
  rows: number;
  leftOut: number;
  mails: number;
  /** Rows that the organization may start within 24 hours, and those that it has started. */
  ceiling: number;
  started: number;
  /** The latest bulk send that was started with the same rows within a day; null for none. */
  sameAs: number | null;
  /** Until all requests are made, and until all mails are sent, in seconds; null if nothing limits the mails. */
  secondsToMake: number;
  secondsToMail: number | null;
  /** Since when the mail server's quota is used up; null if it is not. */
  quotaUsedUpSince: Date | null;
}

/** Requests a minute where nothing was measured yet: what two processor cores make of a form with one signer. */
const USUAL_RATE = 10_000;
/** Fewer rows say nothing about the rate. */
const MEASURED_ROWS = 100;

/** Says what starting a bulk send would mean, before it is started. */
@Injectable()
export class BulkForecasts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly backlog: MailBacklog,
  ) {}

  /** @throws AppError 404 */
  async of(key: BulkKey): Promise<Forecast> {
    const { manager } = this.dataSource;
    const { file, rowsDigest } = await getBulkSend(manager, key);
    const { valid: rows, invalid: leftOut } = await countRows(manager, key);
    const mails = rows * mailsPerRow(file?.columns ?? []);
    const { waiting, perMinute, quotaSince } = await this.backlog.ofBulk(manager, key.organizationId);
    const rate = (await latestRate(manager, key.organizationId, MEASURED_ROWS)) ?? USUAL_RATE;
    return {
      ...{ rows, leftOut, mails },
      ceiling: this.settings.bulkRowsPerDay,
      started: await startedRows(manager, key),
      sameAs: rowsDigest && (await startedWithSameRows(manager, key, [rowsDigest], REPEATED_HOURS)),
      secondsToMake: Math.ceil((rows * 60) / rate),
      quotaUsedUpSince: quotaSince,
      secondsToMail: perMinute && Math.ceil(((waiting + mails) * 60) / perMinute),
    };
  }
}
