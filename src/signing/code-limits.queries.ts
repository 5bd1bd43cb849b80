import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { type EntityManager } from 'typeorm';
import { sha256 } from '../platform/crypto/tokens.js';

/** What is counted, and how much of it an hour: over all links, whoever's they are. */
const LIMITS = {
  /** Codes asked for from one network address; an office or a mobile network may stand behind it. */
  askedFrom: 100,
  /** Codes sent to one e-mail address, so that nobody's mailbox is flooded through many requests. */
  sentTo: 20,
  /** Wrong codes typed at one network address. */
  missedFrom: 50,
} as const;

type Counted = keyof typeof LIMITS;

/** An hour begins with the first of what is counted. */
const COUNT = `
  insert into one_time_code_counts as c (subject, count) values ($1, 1)
  on conflict (subject) do update set
    count = case when c.since > app_now() - interval '1 hour' then c.count + 1 else 1 end,
    since = case when c.since > app_now() - interval '1 hour' then c.since else app_now() end
  returning count`;

const LOOK = `
  select count from one_time_code_counts where subject = $1 and since > app_now() - interval '1 hour'`;

/** A few at a time, and none that another transaction is counting in. */
const FORGET = `
  delete from one_time_code_counts where subject in (
    select subject from one_time_code_counts where since < app_now() - interval '2 hours'
    limit 20 for update skip locked)`;

/** How often codes are asked for and missed, over all signing links; subjects are kept as digests only. */
@Injectable()
export class CodeLimits {
  /** Counts one more. @returns false where that is more than an hour allows */
  async count(tx: EntityManager, what: Counted, whom: string): Promise<boolean> {
    const [row] = await tx.query<{ count: number }[]>(COUNT, [subjectOf(what, whom)]);
    return row!.count <= LIMITS[what];
  }

  /** Whether the hour's allowance is used up. */
  async isUsedUp(tx: EntityManager, what: Counted, whom: string): Promise<boolean> {
    const [row] = await tx.query<{ count: number }[]>(LOOK, [subjectOf(what, whom)]);
    return (row?.count ?? 0) >= LIMITS[what];
  }

  async forgetOld(tx: EntityManager): Promise<void> {
    await tx.query(FORGET);
  }
}

function subjectOf(what: Counted, whom: string): Buffer {
  return sha256(`${what}:${what === 'sentTo' ? whom : networkOf(whom)}`);
}

/** One subscriber has all addresses of an IPv6 /64 (RFC 6177). */
function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}
