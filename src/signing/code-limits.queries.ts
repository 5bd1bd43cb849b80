import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { clientNetwork } from '../common/http/client-network.js';
import { TaskSlots } from '../platform/child-process/task-slots.js';
import { sha256 } from '../platform/crypto/tokens.js';

/** Hourly limits, counted over all signing links of all organizations. */
const LIMITS = {
  /**
   * Codes requested from one network. A whole office or mobile network may share one address, so beyond it every request
   * waits; each signer and each mailbox has a limit of its own.
   */
  askedFrom: 100,
  /** Codes sent to one email address, so that many requests cannot flood a mailbox. */
  sentTo: 20,
  /** Wrong codes entered from one network. Beyond it attempts wait for each other, because others share the network. */
  missedFrom: 50,
} as const;

type Counted = keyof typeof LIMITS;

/** The hour starts with the first event counted. */
const COUNT = `
  insert into one_time_code_counts as c (subject, count) values ($1, 1)
  on conflict (subject) do update set
    count = case when c.since > app_now() - interval '1 hour' then c.count + 1 else 1 end,
    since = case when c.since > app_now() - interval '1 hour' then c.since else app_now() end
  returning count`;

const LOOK = `
  select count from one_time_code_counts where subject = $1 and since > app_now() - interval '1 hour'`;

/** Leaves nothing of what was the only one. */
const TAKE_BACK = `
  with last as (delete from one_time_code_counts where subject = $1 and count <= 1 returning subject)
  update one_time_code_counts set count = count - 1
    where subject = $1 and not exists (select from last)`;

/** Deletes a few at a time and skips rows that another transaction is counting in. */
const FORGET = `
  delete from one_time_code_counts where subject in (
    select subject from one_time_code_counts where since < app_now() - interval '2 hours'
    limit 20 for update skip locked)`;

/** How long whoever comes from such a network waits: little for a person, but too long to try many links. */
const SLOW_MS = 5_000;
/** Of a network one waits at a time, and so many others for their turn: more would wait longer than a page is waited for. */
const WAITS = { slots: 256, perTenant: 1, waiting: { total: 1_024, perTenant: 5 } };

/** How often codes are requested and mistyped, over all signing links. Subjects are stored as digests only. */
@Injectable()
export class CodeLimits {
  /** Tests replace it. */
  wait: (ms: number) => Promise<void> = (ms) => wait(ms);
  private readonly waits = new TaskSlots(WAITS);

  /** Counts one more. @returns false if that exceeds the hourly limit */
  async count(tx: EntityManager, what: Counted, whom: string): Promise<boolean> {
    const [row] = await tx.query<{ count: number }[]>(COUNT, [subjectOf(what, whom)]);
    return row!.count <= LIMITS[what];
  }

  /**
   * Waits if many codes have been requested from this network. Call it outside any transaction.
   * @throws AppError 429 if too many from there wait already
   */
  async slowDown(manager: EntityManager, what: 'askedFrom', ip: string): Promise<void> {
    const [row] = await manager.query<{ count: number }[]>(LOOK, [subjectOf(what, ip)]);
    if ((row?.count ?? 0) >= LIMITS[what]) await this.waitInTurn(ip);
  }

  /**
   * Runs an attempt, which waits first if many wrong codes have been entered from this network. It counts as one of them
   * until it has turned out to be none, so that attempts at once are no more than attempts in a row. Call it outside any
   * transaction.
   * @param attempt - calls `miss` if the code is wrong
   * @throws AppError 429 if too many from there wait already
   */
  async attempt<Result>(
    manager: EntityManager,
    ip: string,
    attempt: (miss: () => void) => Promise<Result>,
  ): Promise<Result> {
    let isMissed = false;
    const isUsual = await this.count(manager, 'missedFrom', ip);
    try {
      if (!isUsual) await this.waitInTurn(ip);
      return await attempt(() => (isMissed = true));
    } finally {
      if (!isMissed) await manager.query(TAKE_BACK, [subjectOf('missedFrom', ip)]);
    }
  }

  private async waitInTurn(ip: string): Promise<void> {
    await this.waits.run(() => this.wait(SLOW_MS), { tenant: clientNetwork(ip) });
  }

  async forgetOld(tx: EntityManager): Promise<void> {
    await tx.query(FORGET);
  }
}

function subjectOf(what: Counted, whom: string): Buffer {
  return sha256(`${what}:${what === 'sentTo' ? whom : clientNetwork(whom)}`);
}
