import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { clientNetwork } from '../common/http/client-network.js';
import { TaskSlots } from '../platform/child-process/task-slots.js';
import { countOneLess, countOneMore, hourlyCountOf } from '../platform/limits/hourly-count.queries.js';

/** Hourly limits over all signing links of all organizations. */
const LIMITS = {
  /**
   * Codes requested from one network. Beyond this, requests are delayed, since a whole office or mobile network may
   * share one address. Each signer and each mailbox has its own limit.
   */
  askedFrom: 100,
  /** Codes sent to one email address, so requests cannot flood a mailbox. */
  sentTo: 20,
  /**
   * Wrong codes entered from one network. Beyond this, attempts are queued rather than all refused, because others
   * share the network.
   */
  missedFrom: 50,
} as const;

type Counted = keyof typeof LIMITS;

/** The delay for such a network: short for a person, but too long for trying many links. */
const SLOW_MS = 5_000;
/** One wait at a time per network, with a short queue: more would wait longer than people wait for a page. */
const WAITS = { slots: 256, perTenant: 1, waiting: { total: 1_024, perTenant: 5 } };

/** Limits how often codes are requested and mistyped, over all signing links. */
@Injectable()
export class CodeLimits {
  /** Tests replace it. */
  wait: (ms: number) => Promise<void> = (ms) => wait(ms);
  private readonly waits = new TaskSlots(WAITS);

  /** Adds one to the count. @returns false if that exceeds the hourly limit */
  async count(tx: EntityManager, what: Counted, whom: string): Promise<boolean> {
    return (await countOneMore(tx, subjectOf(what, whom))) <= LIMITS[what];
  }

  /**
   * Waits if many codes have been requested from this network. Call it outside any transaction.
   * @throws AppError 429 if too many from this network are already waiting
   */
  async slowDown(manager: EntityManager, what: 'askedFrom', ip: string): Promise<void> {
    if ((await hourlyCountOf(manager, subjectOf(what, ip))) >= LIMITS[what]) await this.waitInTurn(ip);
  }

  /**
   * Runs an attempt, delayed if many wrong codes have been entered from this network. It counts as wrong until proven
   * otherwise, so concurrent attempts gain nothing over successive ones. Call it outside any transaction.
   * @param attempt - calls `miss` if the code is wrong
   * @throws AppError 429 if too many from this network are already waiting
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
      if (!isMissed) await countOneLess(manager, subjectOf('missedFrom', ip));
    }
  }

  private async waitInTurn(ip: string): Promise<void> {
    await this.waits.run(() => this.wait(SLOW_MS), { tenant: clientNetwork(ip) });
  }
}

function subjectOf(what: Counted, whom: string): string {
  return `${what}:${what === 'sentTo' ? whom : clientNetwork(whom)}`;
}
