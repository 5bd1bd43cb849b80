import { type Settings } from '../config/settings.js';
import { type Bucket } from './bucket.js';

/** The bucket of the settings, if they name one. Its client is loaded lazily, because that takes a third of a second. */
export async function openBucket({ s3 }: Pick<Settings, 's3'>): Promise<Bucket | undefined> {
  if (s3 === undefined) return undefined;
  const bucket = await import('./bucket.js');
  return new bucket.Bucket(s3);
}
