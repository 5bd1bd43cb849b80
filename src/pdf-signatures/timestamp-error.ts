import { type TimeStampFault } from './verify-time-stamp.js';

/** Why no valid time stamp was obtained. */
export type TimestampFailure =
  | TimeStampFault
  /** No complete answer: connection refused, cut off, or timed out. */
  | 'no_answer'
  /** An HTTP status other than 200, including redirects. */
  | 'http_status'
  /** Not `application/timestamp-reply`. */
  | 'content_type'
  | 'too_large'
  /** The authority rejected the request. */
  | 'rejected'
  /** The answer belongs to another request. */
  | 'other_nonce'
  /** The authority's certificate does not chain to one in TSA_CA_FILE. */
  | 'not_trusted'
  /** The time is outside the validity of the certificate whose signature it stamps. */
  | 'implausible_time';

/** No valid time stamp was obtained. There is no substitute for one. */
export class TimestampError extends Error {
  override readonly name = 'TimestampError';

  /** @param message for administrators; contains nothing from the document */
  constructor(
    readonly code: TimestampFailure,
    message: string,
  ) {
    super(message);
  }
}
