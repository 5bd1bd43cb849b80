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
