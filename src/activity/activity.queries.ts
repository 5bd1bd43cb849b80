import { type EntityManager } from 'typeorm';
import { emailOfUser, USERS } from '../organizations/account.queries.js';
import { lockOrganizationNoKey } from '../organizations/organization.queries.js';
import {
  type ActivityEntry,
  type ActivityEvent,
  type ActivityType,
  SUBJECT_KINDS,
  type SubjectKind,
} from './domain/activity-event.js';

/** A separate statement, so that it sees what was committed while waiting for the lock. */
const HEAD = `
  select app_now()::timestamptz(3) as now, last.number, encode(last.hash, 'hex') as hash
  from (select) one left join lateral (
    select number, hash from activity_events where organization_id = $1 order by number desc limit 1
  ) last on true`;

const INSERT = `
  insert into activity_events
    (organization_id, number, type, user_id, address, subject_kind, subject_id, data, created_at, previous, hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, decode($10, 'hex'), decode($11, 'hex'))`;

/** In the form in which facts are hashed, with the addresses of the people concerned. */
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

/** An event with the email addresses of the people it names, which are not part of the chain. */
export interface ListedActivity extends ActivityEvent {
  /** Null for the operator, and for someone who failed to sign in. */
  email: string | null;
  /** Null if the subject is not a user. */
  subjectEmail: string | null;
}

/** What a search box asks for: a subject of any kind with this id, or events that match any of the others. */
export type ActivitySought =
  { subjectId: number } | { userIds: readonly number[]; types: readonly ActivityType[] };

export interface ActivityFilter {
  type?: ActivityType;
  /** Null for events without a signed-in member. */
  userId?: number | null;
  subjectKind?: SubjectKind;
  /** Without a kind, of any. */
  subjectId?: number;
  sought?: ActivitySought;
  from?: Date;
  /** Exclusive. */
  until?: Date;
}

/** Restricted to the requested part of the list. */
interface ActivityRange extends ActivityFilter {
  /** Numbers, exclusive. */
  before?: number;
  after?: number;
}

const CONDITIONS: Readonly<Record<keyof Omit<ActivityRange, 'sought'>, string>> = {
  type: 'e.type =',
  userId: 'e.user_id =',
  subjectKind: 'e.subject_kind =',
  subjectId: 'e.subject_id =',
  from: 'e.created_at >=',
  until: 'e.created_at <',
  before: 'e.number <',
  after: 'e.number >',
};
const CONDITION_FIELDS = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[];

/**
 * The ways in which an event matches what is sought. Each has a range of one value instead of an equation, and an order
 * that only its own index has: otherwise all events would be read from the newest for somebody who did nothing.
 */
const MATCHES = [
  {
    values: 'userIds',
    of: 'bigint[]',
    condition: 'e.user_id between sought.value and sought.value',
    order: 'e.user_id',
  },
  {
    values: 'userIds',
    of: 'bigint[]',
    condition: "e.subject_kind = 'user' and e.subject_id between sought.value and sought.value",
    order: 'e.subject_id',
  },
  {
    values: 'types',
    of: 'text[]',
    condition: 'e.type between sought.value and sought.value',
    order: 'e.type',
  },
] as const;

const COUNTS = `
  select 'all' as kind, (select count(*)::integer from (
    select from activity_events where organization_id = $1 limit $2) counted) as found
  union all
  select kinds.kind, (select count(*)::integer from (
    select from activity_events e where e.organization_id = $1 and e.subject_kind = kinds.kind limit $2) counted)
  from unnest($3::text[]) kinds (kind)`;

const IS_RECENT = `
  select exists(select from activity_events
    where organization_id = $1 and subject_kind = $2 and subject_id = $3 and type = $4 and user_id = $5
      and created_at > app_now() - interval '1 hour') as "isRecent"`;

/** Whether the member did the same to the same subject within the last hour. */
export async function isRecentActivity(
  tx: EntityManager,
  {
    organizationId,
    subject,
    type,
    userId,
  }: Pick<ActivityEntry, 'organizationId' | 'subject' | 'type' | 'userId'>,
): Promise<boolean> {
  const values = [organizationId, subject?.kind, subject?.id, type, userId];
  const [row] = await tx.query<[{ isRecent: boolean }]>(IS_RECENT, values);
  return row.isRecent;
}

/** The end of an organization's chain, locked until `tx` ends. @throws Error for an unknown organization */
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

/** The newest events first, read along an index, equally fast from any place. */
export function browseActivity(
  manager: EntityManager,
  organizationId: number,
  { limit, ...range }: ActivityFilter & { before?: number; limit: number },
): Promise<ListedActivity[]> {
  return select(manager, organizationId, range, `desc limit ${limit}`);
}

const HAPPENED = `
  select wanted.type from unnest($2::text[]) wanted (type)
  where exists (select from activity_events e where e.organization_id = $1 and e.type = wanted.type)`;

/** The given types that the organization has an event of. */
export async function typesThatHappened(
  manager: EntityManager,
  organizationId: number,
  types: readonly ActivityType[],
): Promise<Set<ActivityType>> {
  const rows = await manager.query<{ type: ActivityType }[]>(HAPPENED, [organizationId, types]);
  return new Set(rows.map(({ type }) => type));
}

const HAS_ACTED = `
  select exists (
    select from ${USERS} u join activity_events e on e.organization_id = u.organization_id and e.user_id = u.id
    where u.account_id = $1
  ) as "hasActed"`;

/** Whether the account has ever acted, in any organization. */
export async function hasActed(manager: EntityManager, accountId: number): Promise<boolean> {
  const [row] = await manager.query<{ hasActed: boolean }[]>(HAS_ACTED, [accountId]);
  return row!.hasActed;
}

/** All looks of one member at the pictures of one verification. */
export interface Looks {
  userId: number;
  /** Of the last look. */
  address: string;
  createdAt: Date;
}

/** A photo and a frame can have the same id, so the verification is compared as well. */
const LOOKS = `
  select distinct on (user_id) user_id as "userId", address, created_at as "createdAt" from activity_events
  where organization_id = $1 and subject_kind = 'picture' and subject_id = any($3) and type = 'picture_seen'
    and data ->> 'verificationId' = $2::text
  order by user_id, number desc`;

/** Who looked at the pictures of a verification. @param pictureIds - of its photos and frames */
export function findLooks(
  manager: EntityManager,
  organizationId: number,
  verificationId: number,
  pictureIds: readonly number[],
): Promise<Looks[]> {
  return manager.query<Looks[]>(LOOKS, [organizationId, verificationId, pictureIds]);
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

/** All events from the first on, a few hundred at a time, however many there are. */
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
  const { text, values } = activityStatement(organizationId, range, end);
  return manager.query<ListedActivity[]>(text, values);
}

/** Exported to test its plans. @param end - direction and limit */
export function activityStatement(
  organizationId: number,
  { sought, ...range }: ActivityRange,
  end: string,
): { text: string; values: unknown[] } {
  const values: unknown[] = [organizationId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = CONDITION_FIELDS.filter((field) => range[field] !== undefined).map((field) =>
    range[field] === null ? 'e.user_id is null' : `${CONDITIONS[field]} ${parameter(range[field])}`,
  );
  if (sought && 'subjectId' in sought) conditions.push(`e.subject_id = ${parameter(sought.subjectId)}`);
  // The index of subjects begins with their kind.
  if (range.subjectKind === undefined && conditions.some((each) => each.startsWith('e.subject_id')))
    conditions.push(`e.subject_kind = any(${parameter(SUBJECT_KINDS)})`);
  const where = ['e.organization_id = $1', ...conditions].join(' and ');
  const matching = sought && 'types' in sought ? ` and e.number in (${matches(sought)})` : '';
  const text = `select ${COLUMNS} from activity_events e where ${where}${matching} order by e.number ${end}`;
  return { text, values };

  /** The first numbers of each person and type, from which the first of all are then taken. */
  function matches(wanted: Extract<ActivitySought, { types: unknown }>): string {
    const direction = end.startsWith('desc') ? 'desc' : 'asc';
    const found = MATCHES.map(
      ({ values: name, of, condition, order }) => `
        select found.number from unnest(${parameter(wanted[name])}::${of}) sought (value) cross join lateral (
          select e.number from activity_events e where ${where} and ${condition}
          order by ${order} ${direction}, e.number ${end}) found`,
    );
    return found.join(' union ');
  }
}

/** How many events there are of each kind of subject and in all, each counted up to `most`. */
export function countActivity(
  manager: EntityManager,
  organizationId: number,
  most: number,
): Promise<{ kind: SubjectKind | 'all'; found: number }[]> {
  return manager.query(COUNTS, [organizationId, most, SUBJECT_KINDS]);
}
