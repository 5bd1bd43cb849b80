import { type Settings } from '../config/settings.js';
import { type WaySettings, wayToOwnServers } from '../http-client/way-out.js';
import { type Bucket } from './bucket.js';

/** Limit for a proxy to make a connection. */
const TUNNEL_MS = 2_000;

/** The bucket of the settings, if they name one. Its client is loaded lazily, because that takes a third of a second. */
export async function openBucket(settings: Pick<Settings, 's3'> & WaySettings): Promise<Bucket | undefined> {
  const { s3 } = settings;
  if (s3 === undefined) return undefined;
  const bucket = await import('./bucket.js');
  return new bucket.Bucket(s3, undefined, wayToOwnServers(settings, TUNNEL_MS));
}
