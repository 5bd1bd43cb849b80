import { type MatchedColumn } from './bulk-columns.js';
import { type BulkState, type RowCounts } from './bulk-send.state.js';

/** How fast a bulk send goes, and what it waits for. */
export interface BulkPace {
  /** Requests made within a minute, as measured; null if nothing was made lately. */
  ratePerMinute: number | null;
  /** Mails of the organization's bulk sends that the mail server has not taken yet. */
  waitingMails: number;
  /** What takes longest: `rows` whose requests are to be made, or `mail` that is to be sent; null if there is nothing left. */
  waitsFor: 'rows' | 'mail' | null;
  /** When everything is made and mailed, at the earliest; null if that is not known. */
  expectedEndAt: Date | null;
  /** Since when mails wait because the mail server's quota is used up; null if they do not. */
  quotaUsedUpSince: Date | null;
}

/** Rows whose requests were made within the last minute. */
export interface Recently {
  created: number;
  now: Date;
}

interface Paced {
  state: BulkState;
  startedAt: Date | null;
  endedAt: Date | null;
  file: { columns: readonly MatchedColumn[] } | null;
}

interface Mails {
  waiting: number;
  oldestQueuedAt: Date | null;
  perMinute: number | null;
  quotaSince: Date | null;
}

const MINUTE_MS = 60_000;

/** @param mails - those of all bulk sends of the organization, which go out in their order */
export function paceOf(
  bulk: Paced,
  { valid }: Pick<RowCounts, 'valid'>,
  { created, now }: Recently,
  mails: Mails,
): BulkPace {
  const { waiting: waitingMails } = mails;
  const nothing = {
    ratePerMinute: null,
    waitingMails,
    waitsFor: null,
    expectedEndAt: null,
    quotaUsedUpSince: null,
  };
  if (bulk.state === 'running') {
    const ratePerMinute = rateOf(bulk, created, now);
    const rows = ratePerMinute && valid / ratePerMinute;
    const toMail = waitingMails + valid * mailsPerRow(bulk.file?.columns ?? []);
    // Nobody knows when the server will take mails again.
    if (mails.quotaSince !== null && toMail > 0)
      return { ...nothing, ratePerMinute, waitsFor: 'mail', quotaUsedUpSince: mails.quotaSince };
    const mail = mails.perMinute && toMail / mails.perMinute;
    const isMail = mail !== null && (rows === null || mail > rows);
    const minutes = isMail ? mail : rows;
    return {
      ...{ ...nothing, ratePerMinute, waitsFor: isMail ? 'mail' : 'rows' },
      expectedEndAt: after(now, minutes),
    };
  }
  const isMailed =
    mails.oldestQueuedAt === null || bulk.endedAt === null || mails.oldestQueuedAt > bulk.endedAt;
  if (isMailed) return nothing;
  return {
    ...{ ...nothing, waitsFor: 'mail', quotaUsedUpSince: mails.quotaSince },
    expectedEndAt: after(now, mails.perMinute && waitingMails / mails.perMinute),
  };
}

/** Everyone in a row is written to once, but for those whose turn comes later. */
export const mailsPerRow = (columns: readonly MatchedColumn[]) =>
  columns.filter(({ target }) => target?.endsWith('.email')).length;

function rateOf({ startedAt }: Paced, created: number, now: Date): number | null {
  const elapsed = Math.min(MINUTE_MS, now.getTime() - (startedAt ?? now).getTime());
  return created === 0 || elapsed <= 0 ? null : Math.round((created * MINUTE_MS) / elapsed);
}

const after = (now: Date, minutes: number | null) =>
  minutes === null ? null : new Date(now.getTime() + Math.ceil(minutes * MINUTE_MS));
