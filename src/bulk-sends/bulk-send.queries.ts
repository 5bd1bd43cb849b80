import { type EntityManager, IsNull, MoreThan, Not } from 'typeorm';
import { BulkSend, BulkSendRow } from './bulk-send.entity.js';
import { type RowCounts, type RowState } from './domain/bulk-send.state.js';
import { bulkSendNotFound } from './internal/bulk.errors.js';

export interface BulkKey {
  organizationId: number;
  bulkSendId: number;
}

/** @param lock - until the transaction ends @throws AppError 404 */
export async function getBulkSend(
  manager: EntityManager,
  { organizationId, bulkSendId: id }: BulkKey,
  { lock = false }: { lock?: boolean } = {},
): Promise<BulkSend> {
  const locked = lock ? { lock: { mode: 'pessimistic_write' as const } } : {};
  const found = await manager.findOne(BulkSend, { where: { organizationId, id }, ...locked });
  if (!found) throw bulkSendNotFound();
  return found;
}

const COUNT = `
  select bulk_send_id as "bulkSendId", count(*)::integer as rows,
    count(*) filter (where state = 'valid')::integer as valid,
    count(*) filter (where state = 'invalid')::integer as invalid,
    count(*) filter (where state = 'created')::integer as created,
    count(*) filter (where state = 'failed')::integer as failed,
    count(*) filter (where state = 'cancelled')::integer as cancelled,
    count(*) filter (where warned)::integer as warned
  from bulk_send_rows where organization_id = $1 and bulk_send_id = any($2::bigint[]) group by bulk_send_id`;
const NO_ROWS: RowCounts = { rows: 0, valid: 0, invalid: 0, created: 0, failed: 0, cancelled: 0, warned: 0 };

/** The numbers of rows of several bulk sends, in the order of their ids. */
export async function countRowsOf(
  manager: EntityManager,
  organizationId: number,
  ids: readonly number[],
): Promise<RowCounts[]> {
  const rows = await manager.query<(RowCounts & { bulkSendId: number })[]>(COUNT, [organizationId, ids]);
  const found = new Map(rows.map(({ bulkSendId, ...counts }) => [bulkSendId, counts]));
  return ids.map((id) => found.get(id) ?? NO_ROWS);
}

const RECENTLY = `
  select bulk_send_id as "bulkSendId", count(*)::integer as created from bulk_send_rows
  where organization_id = $1 and bulk_send_id = any($2::bigint[]) and state = 'created'
    and created_at > app_now() - interval '1 minute' group by bulk_send_id`;

/** How many rows of each bulk send were made within the last minute, by id. */
export async function createdLately(
  manager: EntityManager,
  organizationId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await manager.query<{ bulkSendId: number; created: number }[]>(RECENTLY, [
    organizationId,
    ids,
  ]);
  return new Map(rows.map(({ bulkSendId, created }) => [bulkSendId, created]));
}

export async function countRows(
  manager: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
): Promise<RowCounts> {
  return (await countRowsOf(manager, organizationId, [bulkSendId]))[0]!;
}

/** A row to be written. */
export type NewRow = Pick<BulkSendRow, 'number' | 'line' | 'reference' | 'state' | 'warned'> & {
  sealed: Buffer;
};

const INSERT = `
  insert into bulk_send_rows (organization_id, bulk_send_id, number, line, reference, state, warned, sealed)
  select $1, $2, * from unnest($3::integer[], $4::integer[], $5::text[], $6::text[], $7::boolean[], $8::bytea[])`;
const ROWS_AT_ONCE = 500;

/** Replaces the rows of a bulk send, whose lock `tx` holds. @param keepsEmptied - leaves rows whose person was erased */
export async function replaceRows(
  tx: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
  rows: readonly NewRow[],
  { keepsEmptied }: { keepsEmptied: boolean },
): Promise<void> {
  await tx.delete(BulkSendRow, {
    organizationId,
    bulkSendId,
    ...(keepsEmptied && { sealed: Not(IsNull()) }),
  });
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE);
    await tx.query(INSERT, [
      organizationId,
      bulkSendId,
      some.map(({ number }) => number),
      some.map(({ line }) => line),
      some.map(({ reference }) => reference),
      some.map(({ state }) => state),
      some.map(({ warned }) => warned),
      some.map(({ sealed }) => sealed),
    ]);
  }
}

/** Rows in their order, with one of these states, after a number. */
export async function rowsAfter(
  manager: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
  { states, after, limit }: { states: readonly RowState[]; after: number; limit: number },
): Promise<BulkSendRow[]> {
  return manager
    .createQueryBuilder(BulkSendRow, 'r')
    .where('r.organizationId = :organizationId and r.bulkSendId = :bulkSendId', {
      organizationId,
      bulkSendId,
    })
    .andWhere('r.state in (:...states) and r.number > :after', { states, after })
    .orderBy('r.number')
    .limit(limit)
    .getMany();
}

/** Rows whose contents are kept, in their order, after a number. @param range - `state`: any by default */
export async function sealedRowsAfter(
  manager: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
  { after, limit, state }: { after: number; limit: number; state?: RowState },
): Promise<(BulkSendRow & { sealed: Buffer })[]> {
  const rows = await manager.find(BulkSendRow, {
    where: {
      ...{ organizationId, bulkSendId, number: MoreThan(after), sealed: Not(IsNull()) },
      ...(state && { state }),
    },
    order: { number: 'ASC' },
    take: limit,
  });
  return rows as (BulkSendRow & { sealed: Buffer })[];
}

const FREE = `
  select coalesce(array_agg(number order by number) filter (where state = 'invalid'), '{}') as free,
    coalesce(max(number), 0) + 1 as next
  from bulk_send_rows where organization_id = $1 and bulk_send_id = $2`;

/** The numbers of the rows with faults, and the first after all rows. */
export async function freeNumbers(
  manager: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
): Promise<{ free: number[]; next: number }> {
  const [found] = await manager.query<[{ free: number[]; next: number }]>(FREE, [organizationId, bulkSendId]);
  return found;
}

const LOCK_VALID = `
  select number from bulk_send_rows
  where organization_id = $1 and bulk_send_id = $2 and state = 'valid' and number = any($3::integer[])
  order by number for update`;

/** Locks those of the rows that are still to be made, until `tx` ends. @returns their numbers, in order */
export async function lockValidRows(
  tx: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
  numbers: readonly number[],
): Promise<number[]> {
  const rows = await tx.query<{ number: number }[]>(LOCK_VALID, [organizationId, bulkSendId, numbers]);
  return rows.map(({ number }) => number);
}

const SHARE = `select state from bulk_sends where organization_id = $1 and id = $2 for share`;

/** Whether it is running, and stays so until `tx` ends. */
export async function staysRunning(
  tx: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
): Promise<boolean> {
  const rows = await tx.query<{ state: string }[]>(SHARE, [organizationId, bulkSendId]);
  return rows[0]?.state === 'running';
}

const CREATED = `
  update bulk_send_rows r set state = 'created', signature_id = made.signature_id, sealed = null, created_at = app_now()
  from unnest($3::integer[], $4::bigint[]) as made (number, signature_id)
  where r.organization_id = $1 and r.bulk_send_id = $2 and r.number = made.number and r.state = 'valid'
  returning r.number`;

/** Notes the requests made from rows that `tx` has locked. @throws Error if one of the rows is no longer to be made */
export async function noteCreated(
  tx: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
  made: ReadonlyMap<number, number>,
): Promise<void> {
  const [rows] = await tx.query<[unknown[], number]>(CREATED, [
    organizationId,
    bulkSendId,
    [...made.keys()],
    [...made.values()],
  ]);
  if (rows.length !== made.size) throw new Error('a row of a bulk send was made twice');
}

const STARTED = `
  select coalesce(sum(to_create), 0)::integer as started from bulk_sends
  where organization_id = $1 and started_at > app_now() - interval '24 hours' and id <> $2`;

/** Rows of the bulk sends that the organization started within 24 hours, without one of them. */
export async function startedRows(
  manager: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
): Promise<number> {
  const [{ started }] = await manager.query<[{ started: number }]>(STARTED, [organizationId, bulkSendId]);
  return started;
}

const LAST_RATE = `
  select to_create * 60000.0 / greatest(extract(epoch from ended_at - started_at) * 1000, 1) as rate from bulk_sends
  where organization_id = $1 and state = 'finished' and to_create >= $2 and ended_at > started_at
  order by started_at desc limit 1`;

/** Requests a minute of the organization's latest bulk send of some size that has finished; null for none. */
export async function latestRate(
  manager: EntityManager,
  organizationId: number,
  leastRows: number,
): Promise<number | null> {
  const rows = await manager.query<{ rate: string }[]>(LAST_RATE, [organizationId, leastRows]);
  return rows[0] ? Math.round(Number(rows[0].rate)) : null;
}

const NEIGHBOURS = `
  select min(number) filter (where number > $3) as next, max(number) filter (where number < $3) as previous,
    (count(*) filter (where number <= $3))::integer as place, count(*)::integer as total
  from bulk_send_rows where organization_id = $1 and bulk_send_id = $2 and state = 'valid'`;

/** Where a row stands among those that are to be sent. */
export interface RowPlace {
  next: number | null;
  previous: number | null;
  /** From 1. */
  place: number;
  total: number;
}

export async function placeOfRow(
  manager: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
  number: number,
): Promise<RowPlace> {
  const [place] = await manager.query<[RowPlace]>(NEIGHBOURS, [organizationId, bulkSendId, number]);
  return place;
}

const REPEATED = `
  select id from bulk_sends
  where organization_id = $1 and id <> $2 and rows_digest = any($3::bytea[])
    and started_at > app_now() - $4::integer * interval '1 hour'
  order by id desc limit 1`;

/** The latest bulk send started with the same rows within some hours; null for none. */
export async function startedWithSameRows(
  manager: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
  digests: readonly Buffer[],
  hours: number,
): Promise<number | null> {
  const rows = await manager.query<{ id: number }[]>(REPEATED, [organizationId, bulkSendId, digests, hours]);
  return rows[0]?.id ?? null;
}

const FORGET = `
  with due as (
    select b.organization_id, b.id from bulk_sends b
    where b.organization_id = $1 and b.id = $2 and b.rows_removed_at is null and b.state <> 'running'
      and coalesce(b.ended_at, b.uploaded_at) <= app_now() - $3::integer * interval '1 day' for update),
  rows as (
    update bulk_send_rows r set sealed = null, state = case when r.state = 'valid' then 'cancelled' else r.state end
    from due where r.organization_id = due.organization_id and r.bulk_send_id = due.id and r.sealed is not null)
  update bulk_sends b set rows_removed_at = app_now(),
    state = case when b.state = 'finished' then b.state else 'cancelled' end, ended_at = coalesce(b.ended_at, app_now())
  from due where b.organization_id = due.organization_id and b.id = due.id`;

/** Removes the contents of rows that were not sent, if their time is over. What was not finished is cancelled with it. */
export async function forgetRows(
  tx: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
  days: number,
): Promise<void> {
  await tx.query(FORGET, [organizationId, bulkSendId, days]);
}

const KEPT = `
  select r.bulk_send_id as "bulkSendId", r.number, r.reference, r.sealed, b.uploaded_at as "uploadedAt"
  from bulk_send_rows r join bulk_sends b on b.organization_id = r.organization_id and b.id = r.bulk_send_id
  where r.organization_id = $1 and (r.bulk_send_id, r.number) > ($2, $3) and r.sealed is not null
  order by r.bulk_send_id, r.number limit $4`;

interface KeptRow {
  bulkSendId: number;
  number: number;
  reference: string | null;
  sealed: Buffer;
  uploadedAt: Date;
}

/** Rows of all bulk sends whose contents are kept, in the order of their keys. */
export function keptRows(
  manager: EntityManager,
  organizationId: number,
  after: Pick<KeptRow, 'bulkSendId' | 'number'>,
  limit: number,
): Promise<KeptRow[]> {
  return manager.query<KeptRow[]>(KEPT, [organizationId, after.bulkSendId, after.number, limit]);
}

const EMPTY = `
  update bulk_send_rows set sealed = null, reference = null, state = 'cancelled'
  where organization_id = $1 and bulk_send_id = $2 and number = $3 and sealed is not null`;

/** Removes the contents of a row, which is then not sent. @returns whether there were any */
export async function emptyRow(
  manager: EntityManager,
  { organizationId, bulkSendId, number }: BulkKey & { number: number },
): Promise<boolean> {
  const [, changed] = await manager.query<[unknown, number]>(EMPTY, [organizationId, bulkSendId, number]);
  return changed > 0;
}

interface Page {
  skip: number;
  limit: number;
}

/** The bulk sends of an organization, the latest first, and how many there are in all. */
export async function listBulkSends(
  manager: EntityManager,
  organizationId: number,
  { skip, limit }: Page,
): Promise<{ rows: BulkSend[]; total: number }> {
  const [rows, total] = await manager.findAndCount(BulkSend, {
    where: { organizationId },
    order: { id: 'DESC' },
    ...{ skip, take: limit },
  });
  return { rows, total };
}

/** Which rows are listed: any by default. */
export interface RowFilter {
  state?: RowState;
  /** Only those with warnings. */
  warned?: true;
}

/** The rows of a bulk send in their order, and how many there are in all. */
export async function listRows(
  manager: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
  { state, warned }: RowFilter,
  { skip, limit }: Page,
): Promise<{ rows: BulkSendRow[]; total: number }> {
  const [rows, total] = await manager.findAndCount(BulkSendRow, {
    where: { organizationId, bulkSendId, ...(state && { state }), ...(warned && { warned }) },
    order: { number: 'ASC' },
    ...{ skip, take: limit },
  });
  return { rows, total };
}

const CANCEL_ROWS = `
  update bulk_send_rows set state = 'cancelled'
  where organization_id = $1 and bulk_send_id = $2 and state in ('valid', 'failed')`;

/** Cancels the rows that were not sent. */
export async function cancelRows(tx: EntityManager, { organizationId, bulkSendId }: BulkKey): Promise<void> {
  await tx.query(CANCEL_ROWS, [organizationId, bulkSendId]);
}

const RETRY_ROWS = `
  update bulk_send_rows set state = 'valid'
  where organization_id = $1 and bulk_send_id = $2 and state = 'failed' and sealed is not null
  returning number`;

/** Makes rows that failed ready to be sent again. @returns how many */
export async function retryRows(tx: EntityManager, { organizationId, bulkSendId }: BulkKey): Promise<number> {
  const [rows] = await tx.query<[unknown[], number]>(RETRY_ROWS, [organizationId, bulkSendId]);
  return rows.length;
}
