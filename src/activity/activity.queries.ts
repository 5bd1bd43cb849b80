import { type EntityManager } from 'typeorm';
import { emailOfUser, USERS } from '../organizations/account.queries.js';
import { lockOrganizationNoKey } from '../organizations/organization.queries.js';
import { type ActivityEvent, type ActivityType, type SubjectKind } from './domain/activity-event.js';

/** A statement of its own, so that it sees what was committed while the lock was awaited. */
const HEAD = `
  select app_now()::timestamptz(3) as now, last.number, encode(last.hash, 'hex') as hash
  from (select) one left join lateral (
    select number, hash from activity_events where organization_id = $1 order by number desc limit 1
  ) last on true`;

const INSERT = `
  insert into activity_events
    (organization_id, number, type, user_id, address, subject_kind, subject_id, data, created_at, previous, hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, decode($10, 'hex'), decode($11, 'hex'))`;

/** As the facts are hashed, and the addresses of the people concerned. */
const COLUMNS = `e.organization_id as "organizationId", e.number, e.type, e.user_id as "userId", e.address,
  e.subject_kind as "subjectKind", e.subject_id as "subjectId", e.data,
  to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
  encode(e.previous, 'hex') as previous, encode(e.hash, 'hex') as hash,
  ${emailOfUser('e.organization_id', 'e.user_id')} as email,
  case when e.subject_kind = 'user' then ${emailOfUser('e.organization_id', 'e.subject_id')} end as "subjectEmail"`;

const BATCH = 500;

/** Where an organization's next event goes. */
export interface ActivityHead {
  now: Date;
  /** Number and hash of the last event; null if there is none. */
  number: number | null;
  hash: string | null;
}

/** An event with the email addresses of those whom it names, which are not part of the chain. */
export interface ListedActivity extends ActivityEvent {
  /** Null for the operator, and for someone who failed to sign in. */
  email: string | null;
  /** Null if the subject is not a user. */
  subjectEmail: string | null;
}

export interface ActivityFilter {
  type?: ActivityType;
  /** Null for events without a signed-in member. */
  userId?: number | null;
  subjectKind?: SubjectKind;
  subjectId?: number;
  from?: Date;
  /** Exclusive. */
  until?: Date;
}

/** With the part of the list that is asked for. */
interface ActivityRange extends ActivityFilter {
  /** Numbers, exclusive. */
  before?: number;
  after?: number;
}

const CONDITIONS: Readonly<Record<keyof ActivityRange, string>> = {
  type: 'e.type =',
  userId: 'e.user_id =',
  subjectKind: 'e.subject_kind =',
  subjectId: 'e.subject_id =',
  from: 'e.created_at >=',
  until: 'e.created_at <',
  before: 'e.number <',
  after: 'e.number >',
};
const CONDITION_FIELDS = Object.keys(CONDITIONS) as (keyof ActivityRange)[];

/** The end of an organization's chain, which stays the end until `tx` ends. @throws Error for an unknown organization */
export async function lockActivityHead(tx: EntityManager, organizationId: number): Promise<ActivityHead> {
  await lockOrganizationNoKey(tx, organizationId);
  const [head] = await tx.query<ActivityHead[]>(HEAD, [organizationId]);
  return head!;
}

export async function insertActivity(tx: EntityManager, event: ActivityEvent): Promise<void> {
  const { organizationId, number, type, userId, address, subjectKind, subjectId, data } = event;
  const values = [
    organizationId,
    number,
    type,
    userId,
    address,
    subjectKind,
    subjectId,
    JSON.stringify(data),
  ];
  await tx.query(INSERT, [...values, event.createdAt, event.previous, event.hash]);
}

/** The newest events first, read along an index from any place as fast as from the first. */
export function browseActivity(
  manager: EntityManager,
  organizationId: number,
  { limit, ...range }: ActivityFilter & { before?: number; limit: number },
): Promise<ListedActivity[]> {
  return select(manager, organizationId, range, `desc limit ${limit}`);
}

const HAS_ACTED = `
  select exists (
    select from ${USERS} u join activity_events e on e.organization_id = u.organization_id and e.user_id = u.id
    where u.account_id = $1
  ) as "hasActed"`;

/** Whether anyone has ever done anything with the account, in any organization. */
export async function hasActed(manager: EntityManager, accountId: number): Promise<boolean> {
  const [row] = await manager.query<{ hasActed: boolean }[]>(HAS_ACTED, [accountId]);
  return row!.hasActed;
}

/** One event; null if there is none with this number. */
export async function findActivity(
  manager: EntityManager,
  organizationId: number,
  number: number,
): Promise<ListedActivity | null> {
  const [event] = await select(manager, organizationId, { after: number - 1 }, 'limit 1');
  return event?.number === number ? event : null;
}

/** All events from the first on, some hundred at a time, whatever their number. */
export async function* readActivity(
  manager: EntityManager,
  organizationId: number,
  filter: ActivityFilter = {},
): AsyncGenerator<ListedActivity[]> {
  let after = 0;
  for (;;) {
    const batch = await select(manager, organizationId, { ...filter, after }, `limit ${BATCH}`);
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    after = batch.at(-1)!.number;
  }
}

function select(
  manager: EntityManager,
  organizationId: number,
  range: ActivityRange,
  end: string,
): Promise<ListedActivity[]> {
  const values: unknown[] = [organizationId];
  const conditions = CONDITION_FIELDS.filter((field) => range[field] !== undefined).map((field) =>
    range[field] === null
      ? 'and e.user_id is null'
      : `and ${CONDITIONS[field]} $${values.push(range[field])}`,
  );
  return manager.query<ListedActivity[]>(
    `select ${COLUMNS} from activity_events e where e.organization_id = $1 ${conditions.join(' ')}
     order by e.number ${end}`,
    values,
  );
}
