import { type EntityManager } from 'typeorm';

/**
 * Things that can fail for an organization, such as sending its mails. Features add to it by declaration merging; the
 * words are stored.
 */
export interface DisruptedThings {
  mail: true;
}

export type Disrupted = keyof DisruptedThings;

/** A period in which something failed and never succeeded. */
export interface Disruption {
  organizationId: number;
  what: Disrupted;
  /** Identifies the thing among those of its kind; 0 if an organization has only one. */
  subject: number;
  beganAt: Date;
}

/** A disruption that is over. */
export interface PastDisruption extends Disruption {
  endedAt: Date;
  /** Whether anyone was notified while it lasted. */
  wasTold: boolean;
}

const BEGIN = `
  insert into disruptions (organization_id, what, subject) values ($1, $2, $3)
  on conflict (organization_id, what, subject) where ended_at is null do nothing`;

const BEGIN_MAIL = `
  insert into disruptions (organization_id, what, reason) values ($1, 'mail', $2)
  on conflict (organization_id, what, subject) where ended_at is null do update set reason = excluded.reason`;

const END = `
  update disruptions set ended_at = app_now()
  where organization_id = $1 and what = $2 and subject = $3 and ended_at is null`;

const FORGET_OPEN = `
  delete from disruptions where organization_id = $1 and what = $2 and subject = $3 and ended_at is null`;

/** Skips rows that another process is ending. */
const END_OF_MAIL = `
  update disruptions set ended_at = app_now()
  where id in (select id from disruptions where what = 'mail' and ended_at is null for update skip locked)`;

const OPEN = `
  select organization_id as "organizationId", what, subject, began_at as "beganAt" from disruptions
  where organization_id = $1 and ended_at is null`;

const LASTING = `
  select began_at as "beganAt" from disruptions
  where organization_id = $1 and what = $2 and ended_at is null
    and began_at <= app_now() - $3 * interval '1 minute'`;

const MAIL_FAILURE = `
  select min(began_at) as since, extract(epoch from app_now() - min(began_at))::float8 as seconds,
    count(*)::integer as organizations,
    coalesce(array_agg(distinct reason) filter (where reason is not null), '{}') as reasons
  from disruptions where what = 'mail' and ended_at is null having count(*) > 0`;

const TELL = `
  update disruptions set told_at = app_now()
  where what = $2 and ended_at is null and told_at is null
    and began_at <= app_now() - $1 * interval '1 minute'
  returning organization_id as "organizationId", what, subject, began_at as "beganAt"`;

const FORGET = `
  delete from disruptions where ended_at is not null
  returning organization_id as "organizationId", what, subject, began_at as "beganAt", ended_at as "endedAt",
    told_at is not null as "wasTold"`;

/** SQL expression for whether something is failing. @param organizationId, subject - SQL expressions */
export const isDisrupted = (organizationId: string, what: Disrupted, subject: string) =>
  `exists (select from disruptions where organization_id = ${organizationId} and what = '${what}'
    and subject = ${subject} and ended_at is null)`;

/** SQL expression for when it began to fail; null if it is not failing. @param organizationId, subject - SQL expressions */
export const disruptedSince = (organizationId: string, what: Disrupted, subject: string) =>
  `(select began_at from disruptions where organization_id = ${organizationId} and what = '${what}'
    and subject = ${subject} and ended_at is null)`;

/** Records that something failed, for the first time or still. */
export async function beginDisruption(
  manager: EntityManager,
  organizationId: number,
  what: Disrupted,
  subject = 0,
): Promise<void> {
  await manager.query(BEGIN, [organizationId, what, subject]);
}

/** Records that something succeeded. */
export async function endDisruption(
  manager: EntityManager,
  organizationId: number,
  what: Disrupted,
  subject = 0,
): Promise<void> {
  await manager.query(END, [organizationId, what, subject]);
}

/** Removes a disruption that no longer matters: nobody is notified that it is over. */
export async function forgetDisruption(
  manager: EntityManager,
  organizationId: number,
  what: Disrupted,
  subject: number,
): Promise<void> {
  await manager.query(FORGET_OPEN, [organizationId, what, subject]);
}

/**
 * Records that the mail server did not accept a mail.
 * @param reason - the server's, without email addresses; the latest is kept
 */
export async function beginMailDisruption(
  manager: EntityManager,
  organizationId: number,
  reason: string,
): Promise<void> {
  await manager.query(BEGIN_MAIL, [organizationId, reason]);
}

/** Records that the mail server accepted a mail, of any organization. */
export async function endMailDisruptions(manager: EntityManager): Promise<void> {
  await manager.query(END_OF_MAIL);
}

/** The present disruptions. */
export function openDisruptions(manager: EntityManager, organizationId: number): Promise<Disruption[]> {
  return manager.query<Disruption[]>(OPEN, [organizationId]);
}

/** Since when something of this kind has been failing, if it has for at least this many minutes; otherwise null. */
export async function failingSince(
  manager: EntityManager,
  organizationId: number,
  what: Disrupted,
  minutes: number,
): Promise<Date | null> {
  const [found] = await manager.query<{ beganAt: Date }[]>(LASTING, [organizationId, what, minutes]);
  return found?.beganAt ?? null;
}

/** Failures of mail across all organizations. */
export interface MailFailure {
  since: Date;
  seconds: number;
  organizations: number;
  /** The latest reasons, each once. */
  reasons: string[];
}

/** Null while mail works. */
export async function mailFailure(manager: EntityManager): Promise<MailFailure | null> {
  const [found] = await manager.query<MailFailure[]>(MAIL_FAILURE);
  return found ?? null;
}

/** The disruptions of a kind that have lasted for this many minutes, each only once. */
export async function claimLastingDisruptions(
  tx: EntityManager,
  what: Disrupted,
  minutes: number,
): Promise<Disruption[]> {
  const [rows] = await tx.query<[Disruption[], number]>(TELL, [minutes, what]);
  return rows;
}

/** The disruptions that are over, each only once: they are not kept. */
export async function takePastDisruptions(tx: EntityManager): Promise<PastDisruption[]> {
  const [rows] = await tx.query<[PastDisruption[], number]>(FORGET);
  return rows;
}
