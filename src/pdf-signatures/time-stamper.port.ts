import { type TimeStamp } from './timestamps/time-stamp-response.js';

/** Issues time stamps from a third party. */
export interface TimeStamper {
  /** A verified time stamp for content with this SHA-256. @throws TimestampError if no valid one was obtained */
  stamp(contentSha256: Buffer): Promise<TimeStamp>;
}
