import { type TimeStamp } from './timestamps/time-stamp-response.js';

/** Gives time stamps by somebody else's clock. */
export interface TimeStamper {
  /** Over content of this SHA-256, checked. @throws TimestampError where none that holds was had */
  stamp(contentSha256: Buffer): Promise<TimeStamp>;
}
