import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type AppError, refused } from '../../common/errors.js';
import { Notifications } from '../database/notifications.js';
import { DataVersion } from './data-version.js';
import { MINIMUM_CHANNEL } from './live-process.js';
import {
  LIVE_SECONDS,
  liveProcesses,
  type LiveProcessRow,
  lockedMinimumVersion,
  minimumVersion,
  raiseMinimumVersion,
  silentAddresses,
} from './process.queries.js';

/** At most this many processes are named in a message. */
const MAX_NAMED = 20;

/** Which version of the data format requests may use. */
@Injectable()
export class DataFormat {
  constructor(
    private readonly own: DataVersion,
    private readonly notifications: Notifications,
  ) {}

  /**
   * Allows `tx`, a transaction of `Transactions.run`, to send a request that only processes from `version` on
   * understand. The first such transaction that commits raises the minimum version, so that no older process starts or
   * continues. To be called before `tx` locks anything else, since processes that start wait for it.
   * @throws AppError 400 `processes_outdated` naming the live processes that understand less
   */
  async requireUnderstood(tx: EntityManager, version: number): Promise<void> {
    if (version > this.own.number)
      throw new Error(
        `Version ${version} is not known to this process, which understands ${this.own.number}`,
      );
    const isFirst = (await minimumVersion(tx)) < version && (await lockedMinimumVersion(tx)) < version;
    const older = await olderThan(tx, version);
    if (older.length > 0) throw processesOutdated(version, older);
    if (!isFirst) return;
    await raiseMinimumVersion(tx, version);
    this.notifications.sendAfterCommit(tx, MINIMUM_CHANNEL, String(version));
  }

  /** What this process understands, what the database requires, and the live processes that understand less. */
  async examine(manager: EntityManager): Promise<{ newest: number; minimum: number; older: string[] }> {
    const newest = this.own.number;
    return { newest, minimum: await minimumVersion(manager), older: await olderThan(manager, newest) };
  }
}

/** The live processes that understand less than `version`, in words. */
async function olderThan(manager: EntityManager, version: number): Promise<string[]> {
  const older = (await liveProcesses(manager)).filter(({ dataVersion }) => dataVersion < version);
  const silent = await silentAddresses(manager);
  return [...older.map(describe), ...silent.map((address) => `an earlier release at ${address}`)];
}

const describe = ({ role, pid, host, dataVersion, silentSeconds }: LiveProcessRow) =>
  `process ${pid} (${role}) on ${host}, which understands version ${dataVersion} and reported itself ${silentSeconds} seconds ago`;

/** @param older - the live processes that understand less, in words */
export function processesOutdated(version: number, older: readonly string[]): AppError {
  const named = older.slice(0, MAX_NAMED).join('; ');
  const message = `This request needs version ${version} of the data format, but not every running process understands it: ${named}. Upgrade or stop these processes and send the request again. A process that was killed counts for ${LIVE_SECONDS} seconds, and a pooler can keep the connections of an earlier release for some minutes`;
  return refused('processes_outdated', message);
}
