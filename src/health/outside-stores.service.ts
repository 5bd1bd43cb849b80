import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { openBucket } from '../platform/object-storage/open-bucket.js';
import { tryBucket } from '../platform/storage/try-bucket.js';
import { describeRedis } from '../platform/redis/redis-client.js';
import { type DoctorCheck } from './doctor.service.js';

/** Examines the stores that several processes share. */
@Injectable()
export class OutsideStores {
  constructor(private readonly settings: Settings) {}

  async examine(): Promise<DoctorCheck[]> {
    return [await this.limits(), await this.files()];
  }

  /** Stores, reads and deletes something. */
  private async files(): Promise<DoctorCheck> {
    const name = 'files';
    const bucket = await openBucket(this.settings);
    if (!bucket) return { name, ok: true, message: 'in the data folder' };
    try {
      await tryBucket(bucket);
      return { name, ok: true, message: `in the bucket ${bucket.place}` };
    } catch (error) {
      return { name, ok: false, message: `${(error as Error).message}. Correct it, or the settings S3_…` };
    } finally {
      bucket.close();
    }
  }

  private async limits(): Promise<DoctorCheck> {
    const name = 'limits';
    const { redisUrl } = this.settings;
    if (redisUrl === undefined)
      return { name, ok: true, message: 'REDIS_URL is not set: each process counts by itself' };
    try {
      return { name, ok: true, message: `shared by all processes over ${await describeRedis(redisUrl)}` };
    } catch (error) {
      const { message } = error as Error;
      const remedy = 'Start Redis, or correct or unset REDIS_URL';
      return {
        name,
        ok: false,
        message: `Redis does not answer (${message}): each process counts. ${remedy}`,
      };
    }
  }
}
