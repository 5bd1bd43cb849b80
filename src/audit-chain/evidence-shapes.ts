import {
  isSafeInteger,
  isSha256,
  isShallowObject,
  isTextUpTo,
  listOf,
  objectOf,
  orNull,
} from '../common/shapes.js';

/** Shapes that the versions of evidence share. */

export const EVIDENCE_FORMAT = 'countersign-evidence';

export const MAX_EVENTS = 100_000;
export const MAX_SIGNERS = 1_000;
const MAX_TEXT = 10_000;
const MAX_DATA_DEPTH = 16;

/** ISO 8601 in UTC with milliseconds. */
export const isInstant = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
export const isLine = isTextUpTo(MAX_TEXT);

/** Members of a signer besides `identifiedBy`. */
export const SIGNER = {
  id: isSafeInteger,
  name: orNull(isLine),
  email: isLine,
  signedAt: isInstant,
  method: isLine,
  timeZone: orNull(isLine),
  witnessName: orNull(isLine),
};

export const isEvent = objectOf({
  createdAt: isInstant,
  data: isShallowObject(MAX_DATA_DEPTH),
  hash: isSha256,
  number: isSafeInteger,
  previous: orNull(isSha256),
  signatureId: isSafeInteger,
  signerId: orNull(isSafeInteger),
  type: isLine,
});

export const isRequest = objectOf({
  id: isSafeInteger,
  type: isLine,
  subject: isLine,
  documentName: isLine,
  senderName: isLine,
  copiesTo: listOf(isLine, MAX_SIGNERS),
});

export const isOrganization = objectOf({ id: isSafeInteger, name: isLine });
