/** Time stamps, checked: RFC 3161 tokens, and what they make of the signatures that hold them. */
export { nameOf } from './certificates/read-certificate.js';
export { DOCUMENT_TIME_STAMP, readLevel } from './pades/read-level.js';
export { type TimeStampVerdict, verifyTimeStamp } from './timestamps/verify-time-stamp.js';
