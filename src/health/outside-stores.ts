import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../platform/config/settings.js';
import { isHeard, type Pooler, probePooler } from '../platform/database/probe-pooler.js';
import { openBucket } from '../platform/object-storage/open-bucket.js';
import { describeRedis } from '../platform/redis/redis-client.js';
import { tryBucket } from '../platform/storage/try-bucket.js';
import { type DoctorCheck, finding, type FindingCode, REMEDIES } from './domain/doctor-check.js';

const POOLER_FAULTS = {
  pooler_loses_statements: 'The pooler does not keep named statements: set DATABASE_UNNAMED_STATEMENTS=true',
  pooler_hides_notifications:
    'LISTEN goes through a pooler that shares sessions, so jobs wait for up to a second and pages do not show changes at once: set DATABASE_DIRECT_URL to the address of PostgreSQL itself',
} as const satisfies Partial<Record<FindingCode, string>>;

const POOLERS: Record<Pooler, string> = {
  none: 'none',
  'keeps names': 'one that keeps named statements',
  'loses names': 'one that does not keep named statements',
};

/** Checks the connections to what several processes share. */
@Injectable()
export class OutsideStores {
  constructor(
    private readonly settings: Settings,
    private readonly dataSource: DataSource,
  ) {}

  async examine(): Promise<DoctorCheck[]> {
    return [await this.pooler(), await this.limits(), await this.files()];
  }

  /** Tries a notification and a named statement. */
  private async pooler(): Promise<DoctorCheck> {
    const name = 'connection pooler';
    const { url } = this.dataSource.options as { url: string };
    const { databaseDirectUrl = url, unnamedStatements } = this.settings;
    const pooler = await probePooler(url);
    const faults: (keyof typeof POOLER_FAULTS)[] = [];
    if (pooler === 'loses names' && !unnamedStatements) faults.push('pooler_loses_statements');
    if (!(await isHeard(databaseDirectUrl, url))) faults.push('pooler_hides_notifications');
    const [first] = faults;
    if (first) return finding(name, false, first, faults.map((fault) => POOLER_FAULTS[fault]).join('. '));
    return { name, ok: true, message: POOLERS[pooler] };
  }

  /** Tries storing, reading and deleting a file. */
  private async files(): Promise<DoctorCheck> {
    const name = 'files';
    const bucket = await openBucket(this.settings);
    if (!bucket) return { name, ok: true, message: 'in the data folder' };
    try {
      await tryBucket(bucket);
      return { name, ok: true, message: `in the bucket ${bucket.place}` };
    } catch (error) {
      const message = `${(error as Error).message}. Correct it, or the S3_… settings`;
      return finding(name, false, 'bucket_unusable', message);
    } finally {
      bucket.close();
    }
  }

  private async limits(): Promise<DoctorCheck> {
    const name = 'limits';
    const { redisUrl } = this.settings;
    if (redisUrl === undefined)
      return { name, ok: true, message: 'REDIS_URL is not set: each process counts on its own' };
    try {
      return { name, ok: true, message: `shared by all processes over ${await describeRedis(redisUrl)}` };
    } catch (error) {
      const { message } = error as Error;
      const what = `Redis does not answer (${message}): each process counts on its own. ${REMEDIES.redis_unreachable}`;
      return finding(name, false, 'redis_unreachable', what);
    }
  }
}
