import { type TimeStampFault } from '../verify-time-stamp.js';

/** Why no time stamp was had. */
export type TimestampFailure =
  | TimeStampFault
  /** No whole answer came: refused, cut off, or too late. */
  | 'no_answer'
  /** An HTTP status other than 200, redirects included. */
  | 'http_status'
  /** Not `application/timestamp-reply`. */
  | 'content_type'
  | 'too_large'
  /** The authority said that it gives none. */
  | 'rejected'
  /** An answer to another question. */
  | 'other_nonce'
  /** The authority's certificate does not lead to one of TSA_CA_FILE. */
  | 'not_trusted'
  /** The time lies outside the validity of the certificate whose signature it stamps. */
  | 'implausible_time';

/** No time stamp that holds was had. Nothing takes its place. */
export class TimestampError extends Error {
  override readonly name = 'TimestampError';

  /** `message` says it in words for the admin, and holds nothing of the document. */
  constructor(
    readonly code: TimestampFailure,
    message: string,
  ) {
    super(message);
  }
}
